package org.perrin.diagnostics;

import java.util.Arrays;
import java.util.function.Supplier;
import org.perrin.math.Parallel;
import org.perrin.model.Model;

/**
 * The pseudo-variance {@code V = E‖ĝ − ∇f‖²} of a stochastic gradient, Eq. (6), the trace of its
 * covariance. With {@code aᵢ = ∇fᵢ(θ)} for the plain estimator, or {@code ∇fᵢ(θ) − ∇fᵢ(θ̂)} with a
 * control variate, and n rows a step, it is
 *
 * <pre>with replacement, row i with probability pᵢ:
 *   V = (1/n) [Σ ‖aᵢ‖²/pᵢ − ‖Σ aᵢ‖²] = (1/n) Σ pᵢ ‖aᵢ/pᵢ − Σ aⱼ‖²
 * without replacement, uniformly:
 *   V = (N²/n) (1 − n/N) (1/(N−1)) Σ ‖aᵢ − ā‖²</pre>
 *
 * computed by the forms that do not subtract large numbers. Cost: two passes over the data.
 */
public final class PseudoVariance {
  private PseudoVariance() {}

  /**
   * V with replacement.
   *
   * @param centre θ̂, or null for the plain estimator
   * @param p the probabilities, or null for 1/N each
   */
  public static double withReplacement(
      Model model, double[] theta, double[] centre, double[] p, int n) {
    checkSize(n, Integer.MAX_VALUE);
    int rows = model.rows();
    checkProbabilities(p, rows);
    double[] total = total(model, theta, centre);
    double sum =
        overRows(
            model,
            theta,
            centre,
            (i, a) -> {
              double pi = p == null ? 1.0 / rows : p[i];
              return pi == 0 ? unseen(a, i) : pi * distance(a, 1 / pi, total, 1);
            });
    return sum / n;
  }

  /** V without replacement, all rows alike; {@code centre} is θ̂, or null. */
  public static double withoutReplacement(Model model, double[] theta, double[] centre, int n) {
    int rows = model.rows();
    checkSize(n, rows);
    if (n == rows) {
      return 0;
    }
    double[] total = total(model, theta, centre);
    double sum = overRows(model, theta, centre, (i, a) -> distance(a, 1, total, 1.0 / rows));
    return (double) rows * rows / n * (1 - (double) n / rows) / (rows - 1) * sum;
  }

  /** V from {@code replicates} gradients: variances with the divisor R, added over coordinates. */
  public static double empirical(int replicates, Supplier<double[]> gradient) {
    checkSize(replicates, Integer.MAX_VALUE);
    double[] mean = new double[0];
    double sum = 0;
    for (int r = 1; r <= replicates; r++) {
      double[] g = gradient.get();
      mean = r == 1 ? new double[g.length] : mean;
      for (int k = 0; k < g.length; k++) {
        double before = g[k] - mean[k];
        mean[k] += before / r;
        sum += before * (g[k] - mean[k]);
      }
    }
    return sum / replicates;
  }

  private static void checkSize(int n, int most) {
    if (n < 1 || n > most) {
      throw new IllegalArgumentException("a size must lie in 1 … %d, not %d".formatted(most, n));
    }
  }

  private static void checkProbabilities(double[] p, int rows) {
    if (p == null) {
      return;
    }
    double sum = Arrays.stream(p).sum();
    if (p.length != rows || !(Math.abs(sum - 1) < 1e-8) || Arrays.stream(p).anyMatch(v -> v < 0)) {
      throw new IllegalArgumentException(
          "%d probabilities that sum to %s do not fit %d rows".formatted(p.length, sum, rows));
    }
  }

  /** A row that is never drawn must have nothing to say. */
  private static double unseen(double[] a, int row) {
    for (double v : a) {
      if (v != 0) {
        throw new IllegalArgumentException(
            "row %d has a gradient but probability 0: the estimator is biased".formatted(row));
      }
    }
    return 0;
  }

  private static double distance(double[] a, double ca, double[] b, double cb) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      double v = ca * a[k] - cb * b[k];
      sum += v * v;
    }
    return sum;
  }

  private static double[] total(Model model, double[] theta, double[] centre) {
    double[] total = model.likelihoodGradient(theta);
    if (centre != null) {
      double[] there = model.likelihoodGradient(centre);
      Arrays.setAll(total, k -> total[k] - there[k]);
    }
    return total;
  }

  /** A number for each row and its a. */
  @FunctionalInterface
  private interface OfRow {
    double of(int row, double[] a);
  }

  private static double overRows(Model model, double[] theta, double[] centre, OfRow f) {
    double[] sum =
        Parallel.sum(
            model.rows(),
            1,
            (s, from, to) -> {
              double[] a = new double[model.dimension()];
              for (int i = from; i < to; i++) {
                Arrays.fill(a, 0);
                model.addRowGradient(theta, i, 1, a);
                if (centre != null) {
                  model.addRowGradient(centre, i, -1, a);
                }
                s[0] += f.of(i, a);
              }
            });
    return sum[0];
  }
}
