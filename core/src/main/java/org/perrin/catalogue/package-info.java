/** Samplers by name. */
@NullMarked
package org.perrin.catalogue;

import org.jspecify.annotations.NullMarked;
