/** From a table to a fit, and from a fit to predictions and to a folder. */
@NullMarked
package org.perrin.regression;

import org.jspecify.annotations.NullMarked;
