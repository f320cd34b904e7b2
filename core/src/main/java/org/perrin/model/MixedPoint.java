package org.perrin.model;

import java.util.Arrays;

/**
 * What rows of a {@link MixedModel} need of θ: coefficients, how far those of smooths are
 * stretched, and the factors {@code A = D L} of every term.
 */
final class MixedPoint {
  final double[] theta;
  final double[] shared;
  final double[] stretch;
  final double[][] factor;

  MixedPoint(MixedModel model, double[] theta) {
    this.theta = theta;
    MixedLayout layout = model.layout();
    this.shared = Arrays.copyOf(theta, layout.shared());
    layout.stretch(shared);
    this.stretch = new double[shared.length];
    Arrays.fill(stretch, 1);
    for (int b = 0; b < layout.smooths().size(); b++) {
      stretch[layout.smoothScale(b)] = theta[layout.smoothScale(b)];
      for (int column : layout.smooths().get(b).columns()) {
        stretch[column] = 1;
      }
    }
    layout.stretch(stretch);
    this.factor = new double[layout.terms().size()][];
    for (int g = 0; g < factor.length; g++) {
      int k = layout.terms().get(g).width();
      factor[g] = new double[k * k];
      layout.factor(theta, g, factor[g]);
    }
  }
}
