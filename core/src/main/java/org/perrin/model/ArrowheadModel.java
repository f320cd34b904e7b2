package org.perrin.model;

/**
 * A model whose Hessian is an arrow: its first parameters are in all rows, and of the others no two
 * meet in a row. Then Newton's method and the natural metric cost O(d), not O(d³) and O(d²).
 */
public interface ArrowheadModel extends Curved {
  /** q, how many parameters all rows share; they come first, the scale of the others last. */
  int shared();

  /** How many of the shared parameters, the last, are scales: of the others, and of noise. */
  default int scales() {
    return 1;
  }

  /**
   * f, ∇f and ∇²f with the prior, from one pass.
   *
   * @param value f
   * @param gradient ∇f
   * @param corner q × q: shared by shared
   * @param border J × q: others by shared
   * @param diagonal of the others
   */
  record Arrow(
      double value, double[] gradient, double[] corner, double[] border, double[] diagonal) {}

  /** The expansion at a point. */
  Arrow arrow(double[] theta);
}
