package org.perrin.bench.truth;

import org.perrin.data.Dataset;
import org.perrin.math.Matrices;
import org.perrin.model.Density;

/**
 * A linear regression with more columns than rows, coefficients N(0, v), any prior for {@code s =
 * log σ}. Given s, {@code y ~ N(0, K)} with {@code K = v XXᵀ + σ² I}, and {@code E β = v XᵀK⁻¹y},
 * {@code var βₖ = v − v² xₖᵀK⁻¹xₖ}: all in the smaller of the two spaces, so that σ may go to 0.
 */
final class WideLine implements GivenScales {
  private final Dataset data;
  private final double v;
  private final Density scale;
  private final double[] outer;
  private final double[] y;
  private final int n;

  WideLine(Dataset data, double sd, Density scale) {
    this.data = data;
    this.v = sd * sd;
    this.scale = scale;
    this.y = data.y();
    this.n = y.length;
    this.outer = new double[n * n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        for (int k = 0; k < data.x().width(); k++) {
          outer[i * n + j] += v * data.x().get(i, k) * data.x().get(j, k);
        }
      }
    }
  }

  @Override
  public int scales() {
    return 1;
  }

  private double[] covariance(double s) {
    double[] k = outer.clone();
    for (int i = 0; i < n; i++) {
      k[i * n + i] += Math.exp(2 * s);
    }
    return k;
  }

  @Override
  public double log(double[] scales) {
    double[] lower = Matrices.cholesky(covariance(scales[0]), n);
    double[] solved = Matrices.solve(lower, y, n);
    double sum = -scale.value(scales[0]);
    for (int i = 0; i < n; i++) {
      sum -= Math.log(lower[i * n + i]) + y[i] * solved[i] / 2;
    }
    return sum;
  }

  @Override
  public double[][] moments(double[] scales) {
    int p = data.x().width();
    double[] lower = Matrices.cholesky(covariance(scales[0]), n);
    double[] solved = Matrices.solve(lower, y, n);
    double[][] moments = new double[2][p + 1];
    for (int k = 0; k < p; k++) {
      double[] column = new double[n];
      for (int i = 0; i < n; i++) {
        column[i] = data.x().get(i, k);
      }
      double[] image = Matrices.solve(lower, column, n);
      moments[1][k] = v;
      for (int i = 0; i < n; i++) {
        moments[0][k] += v * column[i] * solved[i];
        moments[1][k] -= v * v * column[i] * image[i];
      }
    }
    moments[0][p] = scales[0];
    return moments;
  }
}
