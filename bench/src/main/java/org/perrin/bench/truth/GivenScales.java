package org.perrin.bench.truth;

/** A posterior that is normal once its scales are given, on a logarithmic scale. */
interface GivenScales {
  /** How many scales: 1 or 2. */
  int scales();

  /** The log density of the scales, all else integrated out, up to a constant. */
  double log(double[] scales);

  /** Mean and variance of every parameter given the scales; they have a place of their own. */
  double[][] moments(double[] scales);
}
