package org.perrin.bench.truth;

import java.util.Arrays;
import org.perrin.data.Dataset;
import org.perrin.math.Matrices;
import org.perrin.model.Density;

/**
 * A linear regression with coefficients N(0, v) and, where there are groups, an intercept τ z_g for
 * each. With residuals r from a guess b of the coefficients, {@code w = 1/σ²}, and of a group its
 * size n, the sums q of r and x̄ of x, {@code c = τ² / (1 + n w τ²)}:
 *
 * <pre>S = w XᵀX + I/v − w² Σ c x̄x̄ᵀ,   h = w Xᵀr − b/v − w² Σ c q x̄,   β − b ~ N(S⁻¹h, S⁻¹)
 * log p(y | σ, τ) = −N log σ − ½ log|S| − ½ Σ log(1 + n w τ²) + ½ hᵀS⁻¹h + ½ w² Σ c q² − ½ w rᵀr
 * z | β ~ N(w c (q − x̄ᵀ(β − b)) / τ, c / τ²)</pre>
 *
 * The guess is least squares: what is left of y is small, so that nothing large cancels.
 */
final class Layered implements GivenScales {
  private final int p;
  private final int rows;
  private final double v;
  private final Density[] scale;
  private final double[] guess;
  private final double[] xx;
  private final double[] xr;
  private double rr;
  private final double[] size;
  private final double[] sum;
  private final double[][] sums;

  private Layered(Dataset data, int[] group, int groups, double sd, Density... scale) {
    this.p = data.x().width();
    this.rows = data.count();
    this.v = sd * sd;
    this.scale = scale;
    this.guess = new double[p];
    this.xx = new double[p * p];
    this.xr = new double[p];
    this.size = new double[groups];
    this.sum = new double[groups];
    this.sums = new double[groups][p];
    double[] x = new double[p];
    for (int i = 0; i < rows; i++) {
      read(data, i, x);
      for (int k = 0; k < p; k++) {
        for (int l = 0; l < p; l++) {
          xx[k * p + l] += x[k] * x[l];
        }
        if (groups > 0) {
          sums[group[i]][k] += x[k];
        }
      }
      if (groups > 0) {
        size[group[i]]++;
      }
    }
    for (int step = 0; step < 3; step++) {
      double[] off = residuals(data, group);
      double[] move = Matrices.solve(Matrices.cholesky(plus(xx, 1e-9), p), off, p);
      Arrays.setAll(guess, k -> guess[k] + move[k]);
    }
    System.arraycopy(residuals(data, group), 0, xr, 0, p);
  }

  /** Without groups: a prior of log σ. */
  static Oracle line(Dataset data, double sd, Density sigma) {
    return new ScaleIntegral(new Layered(data, null, 0, sd, sigma));
  }

  /** With groups: priors of log σ and log τ. */
  static Oracle groups(Dataset data, int[] group, double sd, Density sigma, Density tau) {
    int groups = 1 + Arrays.stream(group).max().orElseThrow();
    return new ScaleIntegral(new Layered(data, group, groups, sd, sigma, tau));
  }

  private void read(Dataset data, int row, double[] x) {
    for (int k = 0; k < p; k++) {
      x[k] = data.x().get(row, k);
    }
  }

  /** Sums of residuals and of their squares; returns Xᵀr. */
  private double[] residuals(Dataset data, int[] group) {
    double[] out = new double[p];
    double[] x = new double[p];
    rr = 0;
    Arrays.fill(sum, 0);
    for (int i = 0; i < rows; i++) {
      read(data, i, x);
      double r = data.responses().get(i);
      for (int k = 0; k < p; k++) {
        r -= x[k] * guess[k];
      }
      for (int k = 0; k < p; k++) {
        out[k] += x[k] * r;
      }
      rr += r * r;
      if (sum.length > 0) {
        sum[group[i]] += r;
      }
    }
    return out;
  }

  private double[] plus(double[] a, double share) {
    double[] out = a.clone();
    for (int k = 0; k < p; k++) {
      out[k * p + k] += share * a[k * p + k];
    }
    return out;
  }

  @Override
  public int scales() {
    return scale.length;
  }

  /** S and h for given scales. */
  private final class At {
    private final double w;
    private final double tau;
    private final double[] precision = xx.clone();
    private final double[] right = xr.clone();
    private final double[] lower;
    private final double[] mean;

    At(double[] scales) {
      w = Math.exp(-2 * scales[0]);
      tau = scales.length > 1 ? Math.exp(scales[1]) : 0;
      for (int k = 0; k < p; k++) {
        right[k] = w * right[k] - guess[k] / v;
        for (int l = 0; l < p; l++) {
          precision[k * p + l] = w * precision[k * p + l] + (k == l ? 1 / v : 0);
        }
      }
      for (int g = 0; g < size.length; g++) {
        double share = w * w * open(g);
        for (int k = 0; k < p; k++) {
          right[k] -= share * sum[g] * sums[g][k];
          for (int l = 0; l < p; l++) {
            precision[k * p + l] -= share * sums[g][k] * sums[g][l];
          }
        }
      }
      lower = Matrices.cholesky(precision, p);
      mean = Matrices.solve(lower, right, p);
    }

    /** c of a group. */
    double open(int g) {
      return tau * tau / (1 + size[g] * w * tau * tau);
    }
  }

  @Override
  public double log(double[] scales) {
    var at = new At(scales);
    double log = -rows * scales[0] - at.w * rr / 2;
    for (int k = 0; k < p; k++) {
      log += at.right[k] * at.mean[k] / 2 - Math.log(at.lower[k * p + k]);
    }
    for (int g = 0; g < size.length; g++) {
      log += at.w * at.w * at.open(g) * sum[g] * sum[g] / 2;
      log -= Math.log1p(size[g] * at.w * at.tau * at.tau) / 2;
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
    double[][] moments = new double[2][shared + size.length];
    for (int k = 0; k < p; k++) {
      moments[0][k] = guess[k] + at.mean[k];
      moments[1][k] = covariance[k * p + k];
    }
    System.arraycopy(scales, 0, moments[0], p, scale.length);
    for (int g = 0; g < size.length; g++) {
      double away = sum[g];
      double spread = 0;
      for (int k = 0; k < p; k++) {
        away -= sums[g][k] * at.mean[k];
        for (int l = 0; l < p; l++) {
          spread += sums[g][k] * covariance[k * p + l] * sums[g][l];
        }
      }
      double slope = at.w * at.open(g) / at.tau;
      moments[0][shared + g] = slope * away;
      moments[1][shared + g] = at.open(g) / (at.tau * at.tau) + slope * slope * spread;
    }
    return moments;
  }
}
