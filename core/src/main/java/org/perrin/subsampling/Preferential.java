package org.perrin.subsampling;

import org.perrin.data.Batch;
import org.perrin.math.Parallel;
import org.perrin.mode.Mode;
import org.perrin.model.Curved;
import org.perrin.model.Model;
import org.perrin.model.Predicted;
import org.perrin.model.Smooth;
import org.perrin.random.RandomStream;

/**
 * Rows by how much they matter: {@code p = (1−α) p* + α/N} with {@code p*} proportional to a score,
 * drawn with replacement from an alias table. O(N) once, O(n) a draw. The mixture keeps every
 * weight below {@code N/(αn)}; with α = 0 the scheme is the paper's to the letter, and a row of
 * score 0 is an error.
 */
public final class Preferential implements Subsampling {
  /** α unless told otherwise. */
  public static final double MIXTURE = 0.1;

  private final AliasTable table;

  private Preferential(AliasTable table) {
    this.table = table;
  }

  /** The scheme of any scores ≥ 0, one a row, with the default mixture. */
  public static Preferential of(double[] scores) {
    return of(scores, MIXTURE);
  }

  /** The scheme of any scores ≥ 0, one a row, and a mixture α. */
  public static Preferential of(double[] scores, double mixture) {
    return new Preferential(AliasTable.of(probabilities(scores, mixture)));
  }

  /** {@code p = (1−α) score/Σ + α/N}. */
  static double[] probabilities(double[] scores, double mixture) {
    if (!(mixture >= 0 && mixture <= 1)) {
      throw new IllegalArgumentException("the mixture α must be in [0, 1], not " + mixture);
    }
    double total = 0;
    for (int i = 0; i < scores.length; i++) {
      if (!(scores[i] >= 0) || scores[i] == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "the score of row %d is %s: it must be finite and not negative"
                .formatted(i, scores[i]));
      }
      if (scores[i] == 0 && mixture == 0) {
        throw new IllegalArgumentException(
            "row %d has weight zero, so it would never be drawn: use a mixture α > 0".formatted(i));
      }
      total += scores[i];
    }
    double[] p = new double[scores.length];
    for (int i = 0; i < p.length; i++) {
      double preferred = total > 0 ? scores[i] / total : 1.0 / p.length;
      p[i] = (1 - mixture) * preferred + mixture / p.length;
    }
    return p;
  }

  /** Computes scores for all rows, on all cores. */
  @FunctionalInterface
  public interface Scorer {
    /** {@code out[j]} for row {@code from + j}. */
    void score(int from, int to, double[] out);
  }

  /** The scores of all rows. */
  public static double[] scores(int rows, Scorer scorer) {
    double[] all = new double[rows];
    Parallel.overRows(
        rows,
        (from, to) -> {
          double[] part = new double[to - from];
          scorer.score(from, to, part);
          System.arraycopy(part, 0, all, from, part.length);
        });
    return all;
  }

  /** SGLD-PS, Eq. (11): {@code p* ∝ ‖∇fᵢ(θ̂)‖}. */
  public static double[] gradientScores(Model model, double[] theta) {
    return scores(model.rows(), (from, to, out) -> model.gradientNorms(theta, from, to, out));
  }

  /** SGLD-CV-PS, Eq. (16): {@code p* ∝ √tr(HᵢΣ̂Hᵢ)}. */
  public static double[] curvatureScores(Curved model, Mode mode) {
    return scores(
        model.rows(),
        (from, to, out) -> model.curvatureScores(mode.theta(), mode.factor(), from, to, out));
  }

  /** {@code p* ∝ √E‖∇fᵢ(θ) − ∇fᵢ(θ̂)‖²}, the expectation over the Gaussian at the mode. */
  public static double[] expectedScores(Predicted model, Mode mode) {
    return scores(
        model.rows(),
        (from, to, out) -> model.expectedScores(mode.theta(), mode.factor(), 1, from, to, out));
  }

  /** {@code p* ∝ Lᵢ}, the Lipschitz constants (Zhao and Zhang, 2015). */
  public static double[] lipschitzScores(Smooth model) {
    return scores(model.rows(), model::lipschitz);
  }

  /** SGLD-PS with the default mixture. */
  public static Preferential byGradient(Model model, Mode mode) {
    return of(gradientScores(model, mode.theta()));
  }

  /** SGLD-CV-PS with the default mixture. */
  public static Preferential byCurvature(Curved model, Mode mode) {
    return of(curvatureScores(model, mode));
  }

  /** Expected weights with the default mixture. */
  public static Preferential byExpectation(Predicted model, Mode mode) {
    return of(expectedScores(model, mode));
  }

  /** Lipschitz constants with the default mixture. */
  public static Preferential byLipschitz(Smooth model) {
    return of(lipschitzScores(model));
  }

  @Override
  public int rows() {
    return table.size();
  }

  @Override
  public void draw(int n, double[] theta, RandomStream random, Batch batch) {
    batch.resize(n);
    table.draw(n, random, 1.0 / n, batch.rows(), batch.weights());
  }

  @Override
  public double probability(int row) {
    return table.probability(row);
  }
}
