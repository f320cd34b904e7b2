package org.perrin.bench.truth;

import java.util.Arrays;
import org.perrin.data.Dataset;
import org.perrin.math.Matrices;
import org.perrin.model.Density;

/**
 * A linear regression with coefficients N(0, v) and, where there are groups, an intercept τ z for
 * each. Of a group n is the size, x̄ and r̄ are means, r being what a guess b of the coefficients
 * leaves of y; ₒ marks what is left after taking off the mean of the group, or all without groups.
 * With {@code w = 1/σ²} and {@code k = n w / (1 + n w τ²)}:
 *
 * <pre>S = w XₒᵀXₒ + Σ k x̄x̄ᵀ + I/v,   h = w Xₒᵀrₒ + Σ k r̄ x̄ − b/v,   β − b ~ N(S⁻¹h, S⁻¹)
 * log p(y | σ, τ) = −N log σ − ½ log|S| − ½ Σ log(1 + n w τ²) + ½ hᵀS⁻¹h − ½ w rₒᵀrₒ − ½ Σ k r̄²
 * z | β ~ N(k τ (r̄ − x̄ᵀ(β − b)), 1 / (1 + n w τ²))</pre>
 *
 * The guess is least squares: what is left of y is small, so that nothing large cancels.
 */
final class GroupedLinear implements GivenScales {
  private final int p;
  private final int rows;
  private final double v;
  private final Density[] scale;
  private final double[] guess;
  private final double[] size;
  private final Moments moments;

  /** Sums over rows: products within groups, and the means of groups. */
  private record Moments(double[] xx, double[] xr, double rr, double[][] x, double[] r) {}

  private GroupedLinear(Dataset data, int[] group, int groups, double sd, Density... scale) {
    this.p = data.x().width();
    this.rows = data.count();
    this.v = sd * sd;
    this.scale = scale;
    this.size = new double[groups];
    for (int i = 0; i < rows && groups > 0; i++) {
      size[group[i]]++;
    }
    this.guess = new double[p];
    for (int step = 0; step < 3; step++) {
      Moments all = moments(data, null, 0);
      double[] held = all.xx;
      for (int k = 0; k < p; k++) {
        held[k * p + k] *= 1 + 1e-9;
      }
      double[] move = Matrices.solve(Matrices.cholesky(held, p), all.xr, p);
      Arrays.setAll(guess, k -> guess[k] + move[k]);
    }
    this.moments = moments(data, group, groups);
  }

  /** Without groups: a prior of log σ. */
  static Oracle line(Dataset data, double sd, Density sigma) {
    return new ScaleIntegral(new GroupedLinear(data, null, 0, sd, sigma));
  }

  /** With groups: priors of log σ and log τ. */
  static Oracle groups(Dataset data, int[] group, double sd, Density sigma, Density tau) {
    int groups = 1 + Arrays.stream(group).max().orElseThrow();
    return new ScaleIntegral(new GroupedLinear(data, group, groups, sd, sigma, tau));
  }

  /** x of a row, and behind it r. */
  private double[] row(Dataset data, int i) {
    double[] row = new double[p + 1];
    row[p] = data.responses().get(i);
    for (int k = 0; k < p; k++) {
      row[k] = data.x().get(i, k);
      row[p] -= row[k] * guess[k];
    }
    return row;
  }

  private Moments moments(Dataset data, int[] group, int groups) {
    double[][] mean = new double[Math.max(1, groups)][p + 1];
    for (int i = 0; i < rows && groups > 0; i++) {
      double[] row = row(data, i);
      for (int k = 0; k <= p; k++) {
        mean[group[i]][k] += row[k] / size[group[i]];
      }
    }
    double[] xx = new double[p * p];
    double[] xr = new double[p];
    double rr = 0;
    for (int i = 0; i < rows; i++) {
      double[] row = row(data, i);
      double[] own = mean[groups == 0 ? 0 : group[i]];
      Arrays.setAll(row, k -> row[k] - own[k]);
      for (int k = 0; k < p; k++) {
        xr[k] += row[k] * row[p];
        for (int l = 0; l < p; l++) {
          xx[k * p + l] += row[k] * row[l];
        }
      }
      rr += row[p] * row[p];
    }
    return new Moments(
        xx, xr, rr, mean, Arrays.stream(mean).mapToDouble(means -> means[p]).toArray());
  }

  @Override
  public int scales() {
    return scale.length;
  }

  /** S and h for given scales. */
  private final class At {
    private final double w;
    private final double tau;
    private final double[] precision;
    private final double[] right;
    private final double[] lower;
    private final double[] mean;

    At(double[] scales) {
      w = Math.exp(-2 * scales[0]);
      tau = scales.length > 1 ? Math.exp(scales[1]) : 0;
      precision = Arrays.stream(moments.xx).map(value -> w * value).toArray();
      right = Arrays.stream(moments.xr).map(value -> w * value).toArray();
      for (int k = 0; k < p; k++) {
        precision[k * p + k] += 1 / v;
        right[k] -= guess[k] / v;
      }
      for (int g = 0; g < size.length; g++) {
        double weight = weight(g);
        double[] x = moments.x[g];
        for (int k = 0; k < p; k++) {
          right[k] += weight * moments.r[g] * x[k];
          for (int l = 0; l < p; l++) {
            precision[k * p + l] += weight * x[k] * x[l];
          }
        }
      }
      lower = Matrices.cholesky(precision, p);
      mean = Matrices.solve(lower, right, p);
    }

    /** {@code n w τ²}: how much better the rows of a group know its intercept than the others. */
    double known(int g) {
      return size[g] * w * tau * tau;
    }

    /** k. */
    double weight(int g) {
      return size[g] * w / (1 + known(g));
    }
  }

  @Override
  public double log(double[] scales) {
    var at = new At(scales);
    double log = -rows * scales[0] - at.w * moments.rr / 2;
    for (int k = 0; k < p; k++) {
      log += at.right[k] * at.mean[k] / 2 - Math.log(at.lower[k * p + k]);
    }
    for (int g = 0; g < size.length; g++) {
      double r = moments.r[g];
      log -= at.weight(g) * r * r / 2 + Math.log1p(at.known(g)) / 2;
    }
    for (int k = 0; k < scale.length; k++) {
      log -= scale[k].value(scales[k]);
    }
    return log;
  }

  @Override
  public double[][] moments(double[] scales) {
    var at = new At(scales);
    double[] covariance = Matrices.invert(at.precision, p);
    int shared = p + scale.length;
    double[][] out = new double[2][shared + size.length];
    for (int k = 0; k < p; k++) {
      out[0][k] = guess[k] + at.mean[k];
      out[1][k] = covariance[k * p + k];
    }
    System.arraycopy(scales, 0, out[0], p, scale.length);
    for (int g = 0; g < size.length; g++) {
      double[] x = moments.x[g];
      double away = moments.r[g];
      double spread = 0;
      for (int k = 0; k < p; k++) {
        away -= x[k] * at.mean[k];
        for (int l = 0; l < p; l++) {
          spread += x[k] * covariance[k * p + l] * x[l];
        }
      }
      double slope = at.weight(g) * at.tau;
      out[0][shared + g] = slope * away;
      out[1][shared + g] = 1 / (1 + at.known(g)) + slope * slope * spread;
    }
    return out;
  }
}
