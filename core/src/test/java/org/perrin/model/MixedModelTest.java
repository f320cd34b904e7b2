package org.perrin.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.perrin.data.Dataset;
import org.perrin.family.Logistic;
import org.perrin.random.RandomStream;

class MixedModelTest {
  private static Varying correlated(int k, double lkj) {
    Density[] scales = new Density[k];
    Arrays.fill(scales, Priors.exponential(1));
    return new Varying(
        "g",
        new int[] {0, 1, 0},
        2,
        Collections.nCopies(k, "x"),
        Collections.nCopies(k, new double[] {1, 2, 3}),
        true,
        List.of(scales),
        lkj);
  }

  /**
   * LKJ with shape η in k dimensions: every correlation is a beta variable on (−1, 1) with both
   * shapes {@code η − 1 + k/2}, so its variance is {@code 1/(2η − 1 + k)}. By quadrature over w
   * with the densities of the prior and their normalising constants.
   */
  @Test
  void partial_correlations_have_the_marginals_of_lkj() {
    for (double lkj : new double[] {1, 2.5}) {
      double k2 = expectation(new Density[] {Correlation.prior(2, 0, lkj)}, 2);
      assertThat(k2).isCloseTo(1 / (2 * lkj + 1), within(1e-6));
      Density[] three = {
        Correlation.prior(3, 0, lkj), Correlation.prior(3, 0, lkj), Correlation.prior(3, 1, lkj)
      };
      assertThat(expectation(three, 3)).isCloseTo(1 / (2 * lkj + 2), within(1e-5));
    }
  }

  /** {@code E R²} of the last two columns. */
  private static double expectation(Density[] priors, int k) {
    int nodes = k == 2 ? 2001 : 121;
    double[] w = new double[priors.length];
    double total = 0;
    double sum = 0;
    int all = (int) Math.pow(nodes, priors.length);
    for (int n = 0; n < all; n++) {
      double log = 0;
      for (int m = 0, rest = n; m < w.length; m++, rest /= nodes) {
        w[m] = -9 + 18.0 * (rest % nodes) / (nodes - 1);
        log -= priors[m].value(w[m]);
      }
      double r = Correlation.matrix(k, w, 0)[k * k - 2];
      total += Math.exp(log);
      sum += Math.exp(log) * r * r;
    }
    return sum / total;
  }

  /** Against the definition: {@code det(R)^{η−1}} times {@code |∂R/∂w|}, up to a constant. */
  @Test
  void the_density_of_w_is_that_of_r_times_its_jacobian() {
    var random = RandomStream.of(18);
    double lkj = 1.7;
    double constant = Double.NaN;
    for (int t = 0; t < 5; t++) {
      double[] w = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
      double own = -Correlation.prior(3, 0, lkj).value(w[0]);
      own -= Correlation.prior(3, 0, lkj).value(w[1]) + Correlation.prior(3, 1, lkj).value(w[2]);
      double[] r = Correlation.matrix(3, w, 0);
      double gap = own - (lkj - 1) * Math.log(determinant(r)) - Math.log(jacobian(w));
      constant = t == 0 ? gap : constant;
      assertThat(gap).isCloseTo(constant, within(1e-6));
    }
  }

  private static double determinant(double[] m) {
    return m[0] * (m[4] * m[8] - m[5] * m[7])
        - m[1] * (m[3] * m[8] - m[5] * m[6])
        + m[2] * (m[3] * m[7] - m[4] * m[6]);
  }

  private static double jacobian(double[] w) {
    double[] m = new double[9];
    for (int c = 0; c < 3; c++) {
      double[] up = w.clone();
      double[] down = w.clone();
      up[c] += 1e-5;
      down[c] -= 1e-5;
      double[] a = Correlation.matrix(3, up, 0);
      double[] b = Correlation.matrix(3, down, 0);
      m[c] = (a[3] - b[3]) / 2e-5;
      m[3 + c] = (a[6] - b[6]) / 2e-5;
      m[6 + c] = (a[7] - b[7]) / 2e-5;
    }
    return Math.abs(determinant(m));
  }

  @Test
  void effects_and_z_are_each_others_inverse_and_have_the_covariance_of_the_term() {
    var data = Dataset.of(new double[][] {{1}, {1}, {1}}, new double[] {0, 1, 0});
    var model =
        MixedModel.of(
            new Logistic(), data, List.of(correlated(3, 1)), List.of(Priors.normal(0, 1)));
    double[] theta = org.perrin.Examples.point(model.dimension(), 5, 0.7);
    double[] b = new double[6];
    model.effects(theta, 0, b);
    double[] back = theta.clone();
    Arrays.fill(back, model.layout().effects(0), back.length, 0);
    model.toZ(b, 0, back);
    assertThat(back).containsExactly(theta, within(1e-12));
    double[] factor = new double[9];
    model.layout().factor(theta, 0, factor);
    double[] r = Correlation.matrix(3, theta, model.layout().correlations(0));
    double covariance = factor[6] * factor[3] + factor[7] * factor[4];
    double sds =
        Math.exp(theta[model.layout().scales(0) + 1] + theta[model.layout().scales(0) + 2]);
    assertThat(covariance).isCloseTo(r[7] * sds, within(1e-12));
  }

  @Test
  void what_does_not_fit_is_refused() {
    var data = Dataset.of(new double[][] {{1}, {1}}, new double[] {0, 1});
    assertThatThrownBy(
            () ->
                MixedModel.of(
                    new Logistic(), data, List.of(correlated(2, 1)), List.of(Priors.normal(0, 1))))
        .hasMessageContaining("levels of 3 rows, not of 2");
    assertThatThrownBy(() -> correlated(2, 0)).hasMessageContaining("must be positive");
  }
}
