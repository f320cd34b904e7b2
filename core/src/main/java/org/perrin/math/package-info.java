/** Kernels on SIMD registers and without, special functions, and work on all cores. */
@NullMarked
package org.perrin.math;

import org.jspecify.annotations.NullMarked;
