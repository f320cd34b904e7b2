/** Bayesian inference on large data by preferential subsampling. */
@NullMarked
package org.perrin;

import org.jspecify.annotations.NullMarked;
