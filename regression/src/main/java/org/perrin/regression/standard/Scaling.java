package org.perrin.regression.standard;

import java.util.Arrays;
import java.util.List;
import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.data.Rows;
import org.perrin.io.design.Encoding;
import org.perrin.regression.model.Predictors;

/**
 * Columns centred and scaled while the sampler works, so that a metre beside a millimetre costs no
 * digits; users see coefficients of their own columns only. With {@code xₖ' = (xₖ − mₖ)/sₖ}, {@code
 * βₖ = βₖ'/sₖ} and {@code α = α' − Σ βₖ mₖ}, where α' is the predictor at the mean of its columns.
 * Without an intercept nothing is centred. Each predictor has an intercept and columns of its own.
 *
 * @param anchor for each column the intercept of its predictor, or −1 if there is none
 * @param centre m, 0 for intercepts
 * @param scale s, 1 for intercepts and for constant columns
 */
public record Scaling(int[] anchor, double[] centre, double[] scale) {
  /** Of no columns. */
  public static Scaling none() {
    return new Scaling(new int[0], new double[0], new double[0]);
  }

  /** Columns as they are. */
  public static Scaling identity(int columns) {
    int[] anchor = new int[columns];
    double[] ones = new double[columns];
    Arrays.fill(anchor, -1);
    Arrays.fill(ones, 1);
    return new Scaling(anchor, new double[columns], ones);
  }

  /** Of one predictor, by means and standard deviations. */
  public static Scaling of(List<String> names, ColumnStatistics columns) {
    return of(names, List.of(new Predictors.Span(0, names.size())), columns);
  }

  /** Of predictors that have these columns. */
  public static Scaling of(
      List<String> names, List<Predictors.Span> spans, ColumnStatistics columns) {
    int[] anchor = new int[names.size()];
    for (Predictors.Span span : spans) {
      String first = names.get(span.from());
      boolean intercept =
          first.equals(Encoding.INTERCEPT)
              || span.from() > 0 && first.endsWith(": " + Encoding.INTERCEPT);
      Arrays.fill(anchor, span.from(), span.to(), intercept ? span.from() : -1);
    }
    double[] centre = columns.mean().clone();
    double[] scale = columns.sd().clone();
    for (int k = 0; k < scale.length; k++) {
      boolean constant = !(scale[k] > 1e-12 * Math.abs(centre[k]));
      scale[k] = constant || anchor[k] == k ? 1 : scale[k];
      centre[k] = anchor[k] < 0 || anchor[k] == k ? 0 : centre[k];
    }
    return new Scaling(anchor, centre, scale);
  }

  /** Whether a column is the intercept of its predictor. */
  public boolean intercept(int k) {
    return anchor[k] == k;
  }

  /** The rows as the sampler sees them. */
  public Dataset apply(Dataset data) {
    return with(data.x().standardised(centre, scale, false), data);
  }

  /** The same in the memory of the rows, which must not be read any more. */
  public Dataset overwrite(Dataset data) {
    return with(data.x().standardised(centre, scale, true), data);
  }

  private static Dataset with(Rows rows, Dataset data) {
    return new Dataset(rows, data.responses(), data.offsets(), data.weights(), data.names());
  }

  /** The rows in the user's columns again: {@link #apply} backwards. */
  public Dataset undo(Dataset data) {
    if (data.x() instanceof CodedRows coded) {
      double[] back = new double[scale.length];
      double[] factor = new double[scale.length];
      Arrays.setAll(back, k -> -centre[k] / scale[k]);
      Arrays.setAll(factor, k -> 1 / scale[k]);
      return with(coded.standardised(back, factor, false), data);
    }
    return with(
        data.x()
            .map(
                scale.length,
                (row, out) -> {
                  for (int k = 0; k < scale.length; k++) {
                    out[k] = row[k] * scale[k] + centre[k];
                  }
                }),
        data);
  }

  /** Coefficients of the user's columns; numbers beyond the coefficients are left alone. */
  public void toUser(double[] inner, double[] out) {
    System.arraycopy(inner, 0, out, 0, inner.length);
    for (int k = 0; k < scale.length; k++) {
      out[k] = inner[k] / scale[k];
    }
    for (int k = 0; k < scale.length; k++) {
      if (centre[k] != 0) {
        out[anchor[k]] -= out[k] * centre[k];
      }
    }
  }

  /** Coefficients of the sampler's columns: {@link #toUser} backwards. */
  public void toInner(double[] user, double[] out) {
    System.arraycopy(user, 0, out, 0, user.length);
    for (int k = 0; k < scale.length; k++) {
      out[k] = user[k] * scale[k];
    }
    for (int k = 0; k < scale.length; k++) {
      if (centre[k] != 0) {
        out[anchor[k]] += user[k] * centre[k];
      }
    }
  }

  /** Standard deviations of the user's coefficients under a covariance of the inner ones. */
  public double[] userSd(double[] covariance, int d) {
    double[] sd = new double[d];
    for (int k = 0; k < d; k++) {
      double s = k < scale.length ? scale[k] : 1;
      boolean sum = k < scale.length && intercept(k);
      sd[k] = Math.sqrt(sum ? interceptVariance(k, covariance, d) : covariance[k * d + k]) / s;
    }
    return sd;
  }

  /** The k-th of the user's coefficients as a linear combination of the sampler's. */
  public double[] combination(int k, int d) {
    double[] row = new double[d];
    row[k] = 1 / scale[k];
    for (int j = 0; j < scale.length; j++) {
      if (j != k && anchor[j] == k) {
        row[j] = -centre[j] / scale[j];
      }
    }
    return row;
  }

  private double interceptVariance(int intercept, double[] covariance, int d) {
    double[] row = combination(intercept, d);
    double sum = 0;
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < d; k++) {
        sum += row[i] * covariance[i * d + k] * row[k];
      }
    }
    return sum;
  }
}
