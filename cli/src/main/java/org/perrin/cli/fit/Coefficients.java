package org.perrin.cli.fit;

import java.util.List;

/**
 * Coefficients of the user's columns, and a scale in place of its logarithm.
 *
 * @param scaling between the user's columns and the sampler's
 * @param names of all parameters
 * @param scaled whether the last one is a scale
 */
record Coefficients(Scaling scaling, List<String> names, boolean scaled) implements Shown {
  @Override
  public void toUser(double[] inner, double[] out) {
    scaling.toUser(inner, out);
    if (scaled) {
      out[out.length - 1] = Math.exp(inner[inner.length - 1]);
    }
  }

  @Override
  public void toInner(double[] user, double[] out) {
    scaling.toInner(user, out);
    if (scaled) {
      out[out.length - 1] = Math.log(user[user.length - 1]);
    }
  }

  @Override
  public double[] sd(double[] inner, double[] covariance) {
    int d = inner.length;
    double[] sd = scaling.userSd(covariance, d);
    if (scaled) {
      sd[d - 1] *= Math.exp(inner[d - 1]);
    }
    return sd;
  }
}
