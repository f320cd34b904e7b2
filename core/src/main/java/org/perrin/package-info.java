/** Bayesian inference on large data by preferential subsampling. */
package org.perrin;
