package org.perrin.subsampling;

import org.perrin.data.Batch;
import org.perrin.data.Doubles;
import org.perrin.data.Storage;
import org.perrin.math.Parallel;
import org.perrin.mode.Mode;
import org.perrin.model.Curved;
import org.perrin.model.Model;
import org.perrin.model.Smooth;
import org.perrin.random.RandomStream;

/**
 * Rows by how much they matter: {@code p = (1−α) p* + α/N} with {@code p*} proportional to a score,
 * drawn with replacement from a table of classes of weight. O(N) once, O(n) a draw. The mixture
 * keeps every weight below {@code N/(αn)}; with α = 0 the scheme is the paper's to the letter, and
 * a row of score 0 is an error.
 */
public final class Preferential implements Subsampling {
  /** α by default. */
  public static final double MIXTURE = 0.1;

  private static final int PART = 1 << 16;

  private final ClassTable table;

  private Preferential(ClassTable table) {
    this.table = table;
  }

  /** The scheme of any scores ≥ 0, one a row, with the default mixture. */
  public static Preferential of(double[] scores) {
    return of(scores, MIXTURE);
  }

  /** The scheme of any scores ≥ 0, one a row, and a mixture α. */
  public static Preferential of(double[] scores, double mixture) {
    return of(Doubles.of(scores.clone()), mixture, Storage.heap());
  }

  /** The same where the scores may not fit the heap; they are overwritten. */
  public static Preferential of(Doubles scores, double mixture, Storage storage) {
    mix(scores, mixture);
    return new Preferential(ClassTable.of(scores, storage));
  }

  /** {@code p = (1−α) score/Σ + α/N}. */
  static double[] probabilities(double[] scores, double mixture) {
    double[] p = scores.clone();
    mix(Doubles.of(p), mixture);
    return p;
  }

  /** Scores become probabilities, in their place. */
  private static void mix(Doubles scores, double mixture) {
    if (!(mixture >= 0 && mixture <= 1)) {
      throw new IllegalArgumentException("the mixture α must be in [0, 1], not " + mixture);
    }
    int n = (int) scores.size();
    double total = 0;
    for (int i = 0; i < n; i++) {
      total += checked(i, scores.get(i), mixture);
    }
    for (int i = 0; i < n; i++) {
      double preferred = total > 0 ? scores.get(i) / total : 1.0 / n;
      scores.set(i, (1 - mixture) * preferred + mixture / n);
    }
  }

  private static double checked(int row, double score, double mixture) {
    if (!(score >= 0) || score == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "the score of row %d is %s: it must be finite and not negative".formatted(row, score));
    }
    if (score == 0 && mixture == 0) {
      throw new IllegalArgumentException(
          "row %d has weight zero, so it would never be drawn: use a mixture α > 0".formatted(row));
    }
    return score;
  }

  /** Computes scores for all rows, on all cores. */
  @FunctionalInterface
  public interface Scorer {
    /** {@code out[j]} for row {@code from + j}. */
    void score(int from, int to, double[] out);
  }

  /** The scores of all rows. */
  public static double[] scores(int rows, Scorer scorer) {
    return scores(rows, Storage.heap(), scorer).toArray();
  }

  /** The same where they may not fit the heap. */
  public static Doubles scores(int rows, Storage storage, Scorer scorer) {
    Doubles all = storage.doubles(rows);
    Parallel.overRows(
        rows,
        (from, to) -> {
          double[] part = new double[Math.min(PART, to - from)];
          for (int first = from; first < to; first += PART) {
            int last = Math.min(to, first + PART);
            scorer.score(first, last, part);
            all.put(first, last - first, part);
          }
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
  public static double[] expectedScores(Curved model, Mode mode) {
    return scores(
        model.rows(),
        (from, to, out) -> model.expectedScores(mode.theta(), mode.factor(), 1, from, to, out));
  }

  private static Preferential by(Model model, Scorer scorer, double mixture) {
    Storage storage = model.storage();
    return of(scores(model.rows(), storage, scorer), mixture, storage);
  }

  /** SGLD-PS with the default mixture. */
  public static Preferential byGradient(Model model, Mode mode) {
    return byGradient(model, mode, MIXTURE);
  }

  /** SGLD-PS, Eq. (11). */
  public static Preferential byGradient(Model model, Mode mode, double mixture) {
    return by(model, (from, to, out) -> model.gradientNorms(mode.theta(), from, to, out), mixture);
  }

  /** SGLD-CV-PS with the default mixture. */
  public static Preferential byCurvature(Curved model, Mode mode) {
    return byCurvature(model, mode, MIXTURE);
  }

  /** SGLD-CV-PS, Eq. (16). */
  public static Preferential byCurvature(Curved model, Mode mode, double mixture) {
    double[] factor = mode.factor();
    return by(
        model,
        (from, to, out) -> model.curvatureScores(mode.theta(), factor, from, to, out),
        mixture);
  }

  /** Expected weights with the default mixture. */
  public static Preferential byExpectation(Curved model, Mode mode) {
    return byExpectation(model, mode, MIXTURE);
  }

  /** Expected weights. */
  public static Preferential byExpectation(Curved model, Mode mode, double mixture) {
    double[] factor = mode.factor();
    return by(
        model,
        (from, to, out) -> model.expectedScores(mode.theta(), factor, 1, from, to, out),
        mixture);
  }

  /** Lipschitz constants with the default mixture. */
  public static Preferential byLipschitz(Smooth model) {
    return byLipschitz(model, MIXTURE);
  }

  /** Lipschitz constants. */
  public static Preferential byLipschitz(Smooth model, double mixture) {
    return by(model, model::lipschitz, mixture);
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
