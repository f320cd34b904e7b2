/** Parameters as users see them, and as samplers do. */
@NullMarked
package org.perrin.regression.parameters;

import org.jspecify.annotations.NullMarked;
