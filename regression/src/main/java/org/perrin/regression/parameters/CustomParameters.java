package org.perrin.regression.parameters;

import java.util.List;
import java.util.stream.IntStream;
import org.perrin.autodiff.Differentiated;

/** The parameters that a model of one's own declares, constrained as it says. */
public record CustomParameters(Differentiated model) implements UserParameters {
  private static final double STEP = 1e-5;

  @Override
  public List<String> names() {
    return model.parameterNames();
  }

  @Override
  public void toUser(double[] inner, double[] out) {
    model.constrain(inner, out);
  }

  @Override
  public void toInner(double[] user, double[] out) {
    model.release(user, out);
  }

  /** {@code √diag(J Σ̂ Jᵀ)}, J by differences. */
  @Override
  public double[] sd(double[] inner, double[] covariance) {
    int d = inner.length;
    int n = names().size();
    double[][] jacobian = new double[d][n];
    double[] down = new double[n];
    for (int k = 0; k < d; k++) {
      double[] moved = inner.clone();
      moved[k] += STEP;
      toUser(moved, jacobian[k]);
      moved[k] -= 2 * STEP;
      toUser(moved, down);
      for (int i = 0; i < n; i++) {
        jacobian[k][i] = (jacobian[k][i] - down[i]) / (2 * STEP);
      }
    }
    double[] sd = new double[n];
    for (int i = 0; i < n; i++) {
      int parameter = i;
      int[] touched = IntStream.range(0, d).filter(k -> jacobian[k][parameter] != 0).toArray();
      double variance = 0;
      for (int k : touched) {
        for (int l : touched) {
          variance += jacobian[k][i] * covariance[k * d + l] * jacobian[l][i];
        }
      }
      sd[i] = Math.sqrt(Math.max(0, variance));
    }
    return sd;
  }
}
