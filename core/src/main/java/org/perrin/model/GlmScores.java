package org.perrin.model;

import static org.perrin.model.LinearPredictors.BLOCK;

import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.family.Likelihood;

/** How much each row of a GLM matters: {@code ∇fᵢ = ℓ' xᵢ} and {@code Hᵢ = ℓ'' xᵢxᵢᵀ}. */
record GlmScores(Likelihood family, LinearPredictors predictors) {
  private Dataset data() {
    return predictors.data();
  }

  /** {@code out[j] = ‖∇fᵢ(θ)‖}, {@code i = from + j}. */
  void gradients(double[] theta, RowImages images, int from, int to, double[] out) {
    double[] norms = new double[BLOCK];
    predictors.overBlocks(
        theta,
        from,
        to,
        (first, count, eta, responses) -> {
          family.slopes(eta, responses, count, eta);
          predictors.timesWeight(eta, first, count);
          images.squaredNorms(first, count, norms);
          for (int j = 0; j < count; j++) {
            out[first - from + j] = Math.abs(eta[j]) * Math.sqrt(norms[j]);
          }
        });
  }

  /** {@link Curved#curvatureScores}. */
  void curvatures(
      double[] theta,
      RowImages images,
      double @Nullable [] factor,
      int from,
      int to,
      double[] out) {
    double[] norms = new double[BLOCK];
    double[] spread = new double[BLOCK];
    double[] padded = predictors.padded(factor);
    predictors.overBlocks(
        theta,
        from,
        to,
        (first, count, eta, responses) -> {
          family.curvatures(eta, responses, count, eta);
          predictors.timesWeight(eta, first, count);
          predictors.norms(first, count, images, padded, norms, spread);
          for (int j = 0; j < count; j++) {
            out[first - from + j] = eta[j] * Math.sqrt(norms[j] * spread[j]);
          }
        });
  }

  /** {@link Curved#expectedScores}. */
  void expected(
      double[] theta,
      RowImages images,
      double @Nullable [] factor,
      double widen,
      int from,
      int to,
      double[] out) {
    var quadrature = new Quadrature(family, widen);
    double[] padded = predictors.padded(factor);
    predictors.overBlocks(
        theta,
        from,
        to,
        (first, count, eta, responses) -> {
          System.arraycopy(eta, 0, quadrature.eta, 0, count);
          System.arraycopy(responses, 0, quadrature.responses, 0, count);
          predictors.norms(first, count, images, padded, quadrature.norms, quadrature.spread);
          quadrature.score(count, out, first - from);
        });
    timesWeight(from, to, out);
  }

  /** The same at 0 with the identity for L, where predictors are offsets and norms are known. */
  void expected(Doubles norms, double widen, int from, int to, double[] out) {
    var quadrature = new Quadrature(family, widen);
    for (int first = from; first < to; first += BLOCK) {
      int count = Math.min(BLOCK, to - first);
      data().offsets().copy(first, count, quadrature.eta, 0);
      data().responses().copy(first, count, quadrature.responses, 0);
      norms.copy(first, count, quadrature.norms, 0);
      norms.copy(first, count, quadrature.spread, 0);
      quadrature.score(count, out, first - from);
    }
    timesWeight(from, to, out);
  }

  private void timesWeight(int from, int to, double[] out) {
    predictors.timesWeight(out, from, to - from);
  }

  /** {@code vᵢ sup ℓ'' ‖xᵢ‖²}. */
  void lipschitz(RowImages images, int from, int to, double[] out) {
    if (Double.isInfinite(family.maxCurvature())) {
      throw new IllegalArgumentException(
          "the %s family has no Lipschitz constants: its curvature is unbounded"
              .formatted(family.name()));
    }
    double[] norms = new double[to - from];
    images.squaredNorms(from, to - from, norms);
    for (int j = 0; j < to - from; j++) {
      out[j] = data().weight(from + j) * family.maxCurvature() * norms[j];
    }
  }
}
