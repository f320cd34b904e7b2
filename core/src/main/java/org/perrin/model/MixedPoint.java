package org.perrin.model;

/** What rows of a {@link MixedModel} need of θ: the factors {@code A = D L} of every term. */
final class MixedPoint {
  final double[] theta;
  final double[][] factor;

  MixedPoint(MixedModel model, double[] theta) {
    this.theta = theta;
    MixedLayout layout = model.layout();
    this.factor = new double[layout.terms().size()][];
    for (int g = 0; g < factor.length; g++) {
      int k = layout.terms().get(g).width();
      factor[g] = new double[k * k];
      layout.factor(theta, g, factor[g]);
    }
  }
}
