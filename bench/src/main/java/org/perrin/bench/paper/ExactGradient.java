package org.perrin.bench.paper;

import org.perrin.family.Linear;
import org.perrin.math.Matrices;
import org.perrin.model.Curved;
import org.perrin.model.Glm;
import org.perrin.model.Model;

/**
 * ∇f from all rows. Where f is quadratic (linear regression with known noise, a normal prior) two
 * passes give it everywhere: {@code ∇f(θ) = ∇f(0) + Hθ}, O(d²) a point.
 */
final class ExactGradient {
  private final Model model;
  private final double[] atZero;
  private final double[] hessian;

  private ExactGradient(Model model, double[] atZero, double[] hessian) {
    this.model = model;
    this.atZero = atZero;
    this.hessian = hessian;
  }

  static ExactGradient of(Model model) {
    if (model instanceof Glm glm && glm.family() instanceof Linear) {
      double[] zero = new double[model.dimension()];
      return new ExactGradient(model, model.gradient(zero), ((Curved) model).hessian(zero));
    }
    return new ExactGradient(model, null, null);
  }

  /** Rows that one point costs. */
  int rows() {
    return hessian == null ? model.rows() : 0;
  }

  double[] at(double[] theta) {
    if (hessian == null) {
      return model.gradient(theta);
    }
    double[] out = new double[theta.length];
    Matrices.apply(hessian, theta, out, theta.length);
    for (int k = 0; k < out.length; k++) {
      out[k] += atZero[k];
    }
    return out;
  }
}
