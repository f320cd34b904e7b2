package org.perrin.model;

/** A function of u that stands for rows and is cheap. */
public interface RowApproximation {
  /**
   * Adds the gradient at u to {@code out} and returns the value.
   *
   * @param beyond whether u lies beyond the reach: then what is not bounded below is left out
   */
  double addGradient(double[] u, boolean beyond, double[] out);
}
