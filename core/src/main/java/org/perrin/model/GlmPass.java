package org.perrin.model;

import org.jspecify.annotations.Nullable;
import org.perrin.data.Rows;
import org.perrin.family.Likelihood;
import org.perrin.math.Matrices;
import org.perrin.math.SpareArrays;

/**
 * Passes over ranges of a {@link Glm}'s rows: sums of {@code vᵢℓᵢ}, {@code vᵢℓ'ᵢxᵢ} and {@code
 * vᵢℓ''ᵢxᵢxᵢᵀ}, a block of rows at a time that stays in cache. A range costs O(d) a row, with
 * Hessians O(d²).
 */
final class GlmPass {
  private final Likelihood family;
  private final LinearPredictors predictors;
  private final Rows x;

  GlmPass(Likelihood family, LinearPredictors predictors, Rows x) {
    this.family = family;
    this.predictors = predictors;
    this.x = x;
  }

  /** ℓ or a derivative of it, for many rows. */
  @FunctionalInterface
  private interface Derivative {
    void of(double[] eta, double[] responses, int count, double[] out);
  }

  /** Something done with the weighted derivatives of a block of rows. */
  @FunctionalInterface
  private interface Block {
    void accept(int first, int count, double[] values);
  }

  /** Hands out {@code vᵢ ℓᵢ} or derivatives of rows {@code from ≤ i < to} in blocks. */
  private void each(Derivative derivative, double[] theta, int from, int to, Block body) {
    predictors.overBlocks(
        theta,
        from,
        to,
        x.block(),
        (first, count, eta, responses) -> {
          derivative.of(eta, responses, count, eta);
          predictors.timesWeight(eta, first, count);
          body.accept(first, count, eta);
        });
  }

  /** {@code out[i] = vᵢ ℓ'ᵢ} of rows {@code from ≤ i < to}. */
  void slopes(double[] theta, int from, int to, double[] out) {
    each(family::slopes, theta, from, to, (i, n, slopes) -> System.arraycopy(slopes, 0, out, i, n));
  }

  /** {@code Σ vᵢ ℓᵢ}. */
  double loss(double[] theta, int from, int to) {
    double[] sum = new double[1];
    each(family::losses, theta, from, to, (first, n, losses) -> addTo(sum, losses, n));
    return sum[0];
  }

  private static void addTo(double[] sum, double[] values, int n) {
    for (int j = 0; j < n; j++) {
      sum[0] += values[j];
    }
  }

  /** {@code out += Σ vᵢ ℓ'ᵢ xᵢ}. */
  void addGradient(double[] theta, int from, int to, double[] out) {
    double[] sum = new double[x.stride()];
    each(family::slopes, theta, from, to, (first, n, slopes) -> x.add(first, n, slopes, sum));
    addTo(out, sum);
  }

  /** Adds a padded sum of rows to a gradient. */
  void addTo(double[] out, double[] sum) {
    for (int k = 0; k < x.width(); k++) {
      out[k] += sum[k];
    }
  }

  /** One visit: each row is fetched, and its predictor computed, once for all three. */
  double add(double[] theta, int from, int to, double[] gradient, double @Nullable [] hessian) {
    double[] sum = new double[x.stride()];
    double[] upper = hessian == null ? null : new double[x.stride() * x.stride()];
    double loss = visit(theta, from, to, sum, upper);
    addTo(gradient, sum);
    if (upper != null) {
      addOuters(upper, hessian);
    }
    return loss;
  }

  /** Adds to a padded gradient and to outer products of rows as they are stored; the loss. */
  private double visit(
      double[] theta, int from, int to, double[] gradient, double @Nullable [] upper) {
    double[] loss = new double[1];
    double[] values = SpareArrays.take(x.block());
    predictors.overBlocks(
        theta,
        from,
        to,
        x.block(),
        (first, n, eta, y) -> {
          addLoss(first, n, eta, y, values, loss);
          addSlopes(first, n, eta, y, values, gradient);
          if (upper != null) {
            addOuter(first, n, eta, y, values, upper);
          }
        });
    SpareArrays.give(values);
    return loss[0];
  }

  /** Elements that {@link #addStored} adds to. */
  int storedSize() {
    return x.stride() * x.stride() + x.stride() + 1;
  }

  /**
   * Adds {@code Σ vᵢℓ''ᵢrᵢrᵢᵀ} of rows as they are stored, {@code Σ vᵢℓ'ᵢxᵢ} and {@code Σ vᵢℓᵢ}.
   */
  void addStored(double[] theta, int from, int to, double[] out) {
    double[] sum = new double[x.stride()];
    double loss = visit(theta, from, to, sum, out);
    int at = x.stride() * x.stride();
    for (int k = 0; k < sum.length; k++) {
      out[at + k] += sum[k];
    }
    out[at + sum.length] += loss;
  }

  /** Such a sum as {@link Curved#expansionSum} has it. */
  double[] expanded(double[] stored) {
    int d = x.width();
    int at = x.stride() * x.stride();
    double[] hessian = new double[d * d];
    addOuters(stored, hessian);
    double[] all = new double[1 + d + d * d];
    all[0] = stored[at + x.stride()];
    System.arraycopy(stored, at, all, 1, d);
    System.arraycopy(hessian, 0, all, 1 + d, d * d);
    return all;
  }

  /** A method of its own, as its siblings: small enough for the family's loop to be inlined. */
  private void addLoss(int first, int n, double[] eta, double[] y, double[] room, double[] sum) {
    family.losses(eta, y, n, room);
    predictors.timesWeight(room, first, n);
    addTo(sum, room, n);
  }

  private void addSlopes(int first, int n, double[] eta, double[] y, double[] room, double[] sum) {
    family.slopes(eta, y, n, room);
    predictors.timesWeight(room, first, n);
    x.add(first, n, room, sum);
  }

  private void addOuter(int first, int n, double[] eta, double[] y, double[] room, double[] sum) {
    family.curvatures(eta, y, n, room);
    predictors.timesWeight(room, first, n);
    x.stored().addOuter(first, n, room, sum);
  }

  /** {@code h += Σ vᵢ ℓ''ᵢ xᵢxᵢᵀ}. */
  void addHessian(double[] theta, int from, int to, double[] h) {
    double[] upper = new double[x.stride() * x.stride()];
    Rows stored = x.stored();
    each(family::curvatures, theta, from, to, (first, n, c) -> stored.addOuter(first, n, c, upper));
    addOuters(upper, h);
  }

  /** Adds a sum of outer products of stored rows to a Hessian. */
  private void addOuters(double[] sum, double[] h) {
    double[] upper = sum;
    if (x.stored() != x) {
      upper = new double[sum.length];
      x.addOuterImage(sum, upper);
    }
    Matrices.addSymmetric(upper, x.stride(), x.width(), h, 0, x.width());
  }

  /** {@code sumₖ += Σ vᵢ ℓ''ᵢ xᵢₖ²}. */
  void addDiagonal(double[] theta, int from, int to, double[] sum) {
    double[] row = new double[sum.length];
    each(
        family::curvatures,
        theta,
        from,
        to,
        (first, count, curvatures) -> {
          for (int j = 0; j < count; j++) {
            x.copy(first + j, row);
            for (int k = 0; k < row.length; k++) {
              sum[k] = Math.fma(curvatures[j] * row[k], row[k], sum[k]);
            }
          }
        });
  }
}
