package org.perrin.regression.parameters;

import java.util.List;

/** Parameters that are shown as the sampler has them. */
public record IdentityParameters(List<String> names) implements UserParameters {
  @Override
  public void toUser(double[] inner, double[] out) {
    System.arraycopy(inner, 0, out, 0, inner.length);
  }

  @Override
  public void toInner(double[] user, double[] out) {
    System.arraycopy(user, 0, out, 0, user.length);
  }

  @Override
  public double[] combination(int k, int d) {
    double[] unit = new double[d];
    unit[k] = 1;
    return unit;
  }

  @Override
  public double[] sd(double[] inner, double[] covariance) {
    double[] sd = new double[inner.length];
    for (int k = 0; k < sd.length; k++) {
      sd[k] = Math.sqrt(covariance[k * sd.length + k]);
    }
    return sd;
  }
}
