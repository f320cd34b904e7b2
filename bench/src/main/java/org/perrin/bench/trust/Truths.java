package org.perrin.bench.trust;

import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.data.Synthetic;
import org.perrin.math.Matrices;
import org.perrin.model.GaussianMean;
import org.perrin.model.Glm;
import org.perrin.model.NormalPrior;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;

/** Posteriors that are known: by conjugacy, by integration, by certificate. */
final class Truths {
  private static final int ROWS = 4000;
  private static final double[] BETA = {0.5, -1, 0.3, 0.2};

  private Truths() {}

  /** All of them. */
  static List<KnownPosterior> all() {
    return List.of(
        mean(),
        line(),
        unknownNoise(),
        Integrated.plane(
            "logistic",
            Glm.logistic(
                Synthetic.logistic(31, 0, ROWS, new double[] {-2, 0.7}), Priors.normal(0, 1))),
        Integrated.plane(
            "logistic, 20 rows",
            Glm.logistic(
                Synthetic.logistic(32, 0, 20, new double[] {-1, 0.7}), Priors.normal(0, 1))),
        Integrated.plane(
            "poisson",
            Glm.poisson(
                Synthetic.poisson(33, ROWS, new double[] {-0.5, 0.6}), Priors.studentT(4, 0, 1))),
        OneWay.of(150, 4, 38),
        OneWay.of(12, 170, 39),
        Certified.longley(),
        Certified.noIntercept());
  }

  private static KnownPosterior mean() {
    double[] covariance = {1, 0.5, 0.5, 2};
    var rows = Synthetic.gaussian(34, ROWS, new double[] {1, -1}, covariance);
    var model = GaussianMean.of(rows, covariance, NormalPrior.isotropic(2, 10));
    var posterior = model.posterior();
    double[] sd = {
      Math.sqrt(posterior.covariance()[0]), Math.sqrt(posterior.covariance()[3]),
    };
    return KnownPosterior.of("gaussian mean", "conjugate", model, posterior.mean(), sd);
  }

  /** {@code A = I/v + XᵀX/σ²} with v = 9 and σ = 1: normal with mean {@code A⁻¹Xᵀy} around zero. */
  private static KnownPosterior line() {
    Dataset data = Synthetic.linear(35, ROWS, BETA, 1);
    int d = BETA.length;
    double[] a = Matrices.identity(d);
    double[] right = new double[d];
    for (int k = 0; k < d; k++) {
      a[k * d + k] /= 9;
    }
    for (int i = 0; i < ROWS; i++) {
      for (int k = 0; k < d; k++) {
        right[k] += data.x().get(i, k) * data.responses().get(i);
        for (int l = 0; l < d; l++) {
          a[k * d + l] += data.x().get(i, k) * data.x().get(i, l);
        }
      }
    }
    double[] covariance = Matrices.invert(a, d);
    double[] sd = new double[d];
    for (int k = 0; k < d; k++) {
      sd[k] = Math.sqrt(covariance[k * d + k]);
    }
    double[] mean = Matrices.solve(Matrices.cholesky(a, d), right, d);
    var model = Glm.linear(data, 1, Priors.normal(0, 3));
    return KnownPosterior.of("linear, known noise", "conjugate", model, mean, sd);
  }

  private static KnownPosterior unknownNoise() {
    Dataset data = Synthetic.linear(36, ROWS, BETA, 2);
    var scale = Priors.exponential(1);
    var model = ScaledGlm.linear(data, Priors.normal(0, 3), scale);
    return Integrated.line("linear", model, data, 9, scale, Math.log(2));
  }
}
