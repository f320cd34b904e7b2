package org.perrin.spark;

/**
 * Logistic errors whose curvature is a number near 0 alone: Newton's steps go nowhere from afar,
 * and single rows have to be read.
 */
public final class NarrowErrors extends LogisticErrors {
  @Override
  public String name() {
    return "narrow-errors";
  }

  @Override
  public double curvature(double eta, double y) {
    return Math.abs(y - eta) < 25 ? super.curvature(eta, y) : Double.NaN;
  }
}
