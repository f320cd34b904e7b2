package org.perrin.model;

import java.util.Arrays;
import org.perrin.family.Likelihood;
import org.perrin.math.GaussHermite;

/** {@code ‖xᵢ‖ √E(ℓ'(η̂ᵢ + t) − ℓ'(η̂ᵢ))²}, {@code t ~ N(0, widen² spreadᵢ)}, for a block. */
final class Quadrature {
  private static final GaussHermite NODES = GaussHermite.of(9);

  private final Likelihood family;
  private final double widen;
  final double[] eta = new double[LinearPredictors.BLOCK];
  final double[] responses = new double[LinearPredictors.BLOCK];
  final double[] norms = new double[LinearPredictors.BLOCK];
  final double[] spread = new double[LinearPredictors.BLOCK];
  private final double[] base = new double[LinearPredictors.BLOCK];
  private final double[] moved = new double[LinearPredictors.BLOCK];
  private final double[] squares = new double[LinearPredictors.BLOCK];

  Quadrature(Likelihood family, double widen) {
    this.family = family;
    this.widen = widen;
  }

  void score(int count, double[] out, int at) {
    family.slopes(eta, responses, count, base);
    Arrays.fill(squares, 0);
    for (int j = 0; j < count; j++) {
      spread[j] = widen * Math.sqrt(spread[j]);
    }
    for (int k = 0; k < NODES.nodes().length; k++) {
      double t = NODES.nodes()[k];
      for (int j = 0; j < count; j++) {
        moved[j] = eta[j] + t * spread[j];
      }
      family.slopes(moved, responses, count, moved);
      for (int j = 0; j < count; j++) {
        double change = moved[j] - base[j];
        squares[j] += NODES.weights()[k] * change * change;
      }
    }
    for (int j = 0; j < count; j++) {
      out[at + j] = Math.min(Math.sqrt(norms[j] * squares[j]), Double.MAX_VALUE);
    }
  }
}
