package org.perrin.bench;

import org.perrin.autodiff.Num;
import org.perrin.autodiff.Parameters;
import org.perrin.autodiff.Row;
import org.perrin.autodiff.RowModel;
import org.perrin.autodiff.Vec;
import org.perrin.data.Dataset;
import org.perrin.math.Scalars;

/** Logistic regression as a user would write it, and its gradient as one would write it by hand. */
final class HandwrittenLogistic implements RowModel {
  private final Vec beta;

  HandwrittenLogistic(Parameters parameters, Dataset data) {
    beta = parameters.real("beta", data.names());
  }

  @Override
  public Num row(Row row) {
    Num eta = beta.dot(row.x());
    return eta.softplus().minus(eta.times(row.y()));
  }

  @Override
  public Num prior() {
    return beta.squares().over(20);
  }

  /** {@code out += Σ (p − y) x}, plain loops over a copy of each row. */
  static void byHand(Dataset data, double[] theta, double[] out) {
    int d = theta.length;
    double[] x = new double[d];
    for (int i = 0; i < data.count(); i++) {
      data.x().copy(i, x);
      double eta = 0;
      for (int k = 0; k < d; k++) {
        eta = Math.fma(x[k], theta[k], eta);
      }
      double slope = Scalars.expit(eta) - data.y()[i];
      for (int k = 0; k < d; k++) {
        out[k] = Math.fma(slope, x[k], out[k]);
      }
    }
  }
}
