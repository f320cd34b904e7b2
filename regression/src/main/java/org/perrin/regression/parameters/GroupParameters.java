package org.perrin.regression.parameters;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.io.design.FittedFactor;

/**
 * Coefficients, the scale of varying intercepts, and the intercepts themselves, {@code uⱼ = τ zⱼ},
 * where the sampler has log τ and z.
 *
 * @param shared coefficients and scale
 * @param names of all
 */
public record GroupParameters(CoefficientParameters shared, List<String> names)
    implements UserParameters {
  public static GroupParameters of(CoefficientParameters shared, FittedFactor.Levels group) {
    List<String> names = new ArrayList<>(shared.names());
    names.add("sd(1 | " + group.column() + ")");
    names.addAll(group.names());
    return new GroupParameters(shared, names);
  }

  /** Where τ stands. */
  private int tau() {
    return shared.names().size();
  }

  private double[] first(double[] values) {
    return java.util.Arrays.copyOf(values, tau());
  }

  @Override
  public void toUser(double[] inner, double[] out) {
    double[] part = new double[tau()];
    shared.toUser(first(inner), part);
    System.arraycopy(part, 0, out, 0, part.length);
    double tau = Math.exp(inner[tau()]);
    out[tau()] = tau;
    for (int j = tau() + 1; j < inner.length; j++) {
      out[j] = tau * inner[j];
    }
  }

  @Override
  public void toInner(double[] user, double[] out) {
    double[] part = new double[tau()];
    shared.toInner(first(user), part);
    System.arraycopy(part, 0, out, 0, part.length);
    out[tau()] = Math.log(user[tau()]);
    for (int j = tau() + 1; j < user.length; j++) {
      out[j] = user[j] / user[tau()];
    }
  }

  @Override
  public double[] combination(int k, int d) {
    return shared.combination(k, d);
  }

  /** There are too many for a covariance. */
  @Override
  public double @Nullable [] sd(double[] inner, double[] covariance) {
    return null;
  }
}
