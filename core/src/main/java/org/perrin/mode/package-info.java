/** The mode of a posterior and its Gaussian approximation. */
@NullMarked
package org.perrin.mode;

import org.jspecify.annotations.NullMarked;
