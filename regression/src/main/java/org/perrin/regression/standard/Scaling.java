package org.perrin.regression.standard;

import java.util.Arrays;
import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.io.design.Encoding;

/**
 * Columns centred and scaled while the sampler works, so that a metre beside a millimetre costs no
 * digits; users see coefficients of their own columns only. With {@code xₖ' = (xₖ − mₖ)/sₖ}, {@code
 * βₖ = βₖ'/sₖ} and {@code α = α' − Σ βₖ mₖ}, where α' is the predictor at the mean of all columns.
 * Without an intercept nothing is centred.
 *
 * @param intercept whether the first column is one
 * @param centre m, 0 for the intercept
 * @param scale s, 1 for the intercept and for constant columns
 */
public record Scaling(boolean intercept, double[] centre, double[] scale) {
  /** By means and standard deviations. */
  public static Scaling of(List<String> names, ColumnStatistics columns) {
    boolean intercept = names.getFirst().equals(Encoding.INTERCEPT);
    double[] centre = columns.mean().clone();
    double[] scale = columns.sd().clone();
    for (int k = 0; k < scale.length; k++) {
      boolean constant = !(scale[k] > 1e-12 * Math.abs(centre[k]));
      scale[k] = constant ? 1 : scale[k];
    }
    if (intercept) {
      centre[0] = 0;
      scale[0] = 1;
    } else {
      Arrays.fill(centre, 0);
    }
    return new Scaling(intercept, centre, scale);
  }

  /** The rows as the sampler sees them. */
  public Dataset apply(Dataset data) {
    var rows =
        data.x()
            .map(
                scale.length,
                (row, out) -> {
                  for (int k = 0; k < scale.length; k++) {
                    out[k] = (row[k] - centre[k]) / scale[k];
                  }
                });
    return new Dataset(rows, data.responses(), data.offsets(), data.weights(), data.names());
  }

  /** Coefficients of the user's columns; numbers beyond the coefficients are left alone. */
  public void toUser(double[] inner, double[] out) {
    System.arraycopy(inner, 0, out, 0, inner.length);
    for (int k = 0; k < scale.length; k++) {
      out[k] = inner[k] / scale[k];
    }
    if (intercept) {
      for (int k = 1; k < scale.length; k++) {
        out[0] -= out[k] * centre[k];
      }
    }
  }

  /** Coefficients of the sampler's columns: {@link #toUser} backwards. */
  public void toInner(double[] user, double[] out) {
    System.arraycopy(user, 0, out, 0, user.length);
    for (int k = 0; k < scale.length; k++) {
      out[k] = user[k] * scale[k];
    }
    if (intercept) {
      for (int k = 1; k < scale.length; k++) {
        out[0] += user[k] * centre[k];
      }
    }
  }

  /** Standard deviations of the user's coefficients under a covariance of the inner ones. */
  public double[] userSd(double[] covariance, int d) {
    double[] sd = new double[d];
    for (int k = 0; k < d; k++) {
      double s = k < scale.length ? scale[k] : 1;
      sd[k] = Math.sqrt(covariance[k * d + k]) / s;
    }
    if (intercept) {
      sd[0] = Math.sqrt(interceptVariance(covariance, d));
    }
    return sd;
  }

  /** The k-th of the user's coefficients as a linear combination of the sampler's. */
  public double[] combination(int k, int d) {
    double[] row = new double[d];
    row[k] = 1 / scale[k];
    for (int j = 1; k == 0 && intercept && j < scale.length; j++) {
      row[j] = -centre[j] / scale[j];
    }
    return row;
  }

  private double interceptVariance(double[] covariance, int d) {
    double[] row = combination(0, d);
    double sum = 0;
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < d; k++) {
        sum += row[i] * covariance[i * d + k] * row[k];
      }
    }
    return sum;
  }
}
