/** Estimates of the gradient from a few rows. */
@NullMarked
package org.perrin.gradient;

import org.jspecify.annotations.NullMarked;
