package org.perrin.regression.parameters;

import java.util.List;

/**
 * Coefficients, and behind them scales that some of them share, of which the sampler has the
 * logarithms.
 *
 * @param coefficients and parameters that all rows share
 * @param names of all
 */
public record SharedScaleParameters(CoefficientParameters coefficients, List<String> names)
    implements UserParameters {
  private int first() {
    return coefficients.names().size();
  }

  @Override
  public void toUser(double[] inner, double[] out) {
    coefficients.toUser(inner, out);
    for (int k = first(); k < inner.length; k++) {
      out[k] = Math.exp(inner[k]);
    }
  }

  @Override
  public void toInner(double[] user, double[] out) {
    coefficients.toInner(user, out);
    for (int k = first(); k < user.length; k++) {
      out[k] = Math.log(user[k]);
    }
  }

  @Override
  public double[] combination(int k, int d) {
    return coefficients.combination(k, d);
  }

  @Override
  public double[] sd(double[] inner, double[] covariance) {
    double[] sd = coefficients.sd(inner, covariance);
    for (int k = first(); k < inner.length; k++) {
      sd[k] *= Math.exp(inner[k]);
    }
    return sd;
  }
}
