package org.perrin.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.diagnostics.Summary;
import org.perrin.family.Logistic;
import org.perrin.family.NormalNoise;
import org.perrin.posterior.Options;
import org.perrin.posterior.Sampling;
import org.perrin.posterior.Watcher;
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

  /**
   * One factor: against {@link VaryingIntercepts}, the same posterior in the same coordinates.
   * 4,000 draws each; means within 5 standard errors of their difference in 9 coordinates, alarm
   * 5e-6.
   */
  @Test
  void nuts_agrees_with_varying_intercepts() {
    var random = RandomStream.of(3);
    int n = 60;
    int[] level = new int[n];
    double[][] x = new double[n][];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      level[i] = i % 5;
      x[i] = new double[] {1, random.nextGaussian()};
      y[i] = 0.3 + x[i][1] + 0.5 * (level[i] - 2) + random.nextGaussian();
    }
    var data = Dataset.of(DenseRows.of(x), y);
    List<Density> shared = List.of(Priors.normal(0, 2), Priors.normal(0, 2), Priors.exponential(1));
    var mixed =
        MixedModel.of(
            new NormalNoise(),
            data,
            List.of(Varying.intercepts("g", level, 5, Priors.exponential(1))),
            shared);
    var plain =
        VaryingIntercepts.of(
            new NormalNoise(),
            data,
            level,
            List.of(shared.get(0), shared.get(1), shared.get(2), Priors.exponential(1)));
    Options options = Options.standard().sampler("nuts");
    Summary a = Sampling.run(mixed, options, Watcher.NONE).summary();
    Summary b = Sampling.run(plain, options, Watcher.NONE).summary();
    for (int k = 0; k < mixed.dimension(); k++) {
      var one = a.rows().get(k);
      var other = b.rows().get(k);
      double error =
          Math.hypot(one.sd() / Math.sqrt(one.essBulk()), other.sd() / Math.sqrt(other.essBulk()));
      assertThat(one.mean()).isCloseTo(other.mean(), within(5 * error));
      assertThat(one.sd() / other.sd()).isCloseTo(1, within(0.15));
    }
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
