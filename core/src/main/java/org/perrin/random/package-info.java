/** Streams of random numbers, one for each chain and purpose. */
@NullMarked
package org.perrin.random;

import org.jspecify.annotations.NullMarked;
