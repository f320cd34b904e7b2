package org.perrin.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.perrin.Examples;
import org.perrin.Perrin;
import org.perrin.data.Synthetic;
import org.perrin.diagnostics.Convergence;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;
import org.perrin.random.RandomStream;

/** Independent draws of linear regressions, against NUTS and against Stein's identities. */
class DirectTest {
  /** Weights, offsets, few rows, a prior that matters and one that is not around 0. */
  private static final ScaledGlm MODEL =
      ScaledGlm.linear(
          Examples.weighted(Examples.real(30, 4)), Priors.normal(0.4, 0.3), Priors.halfNormal(1));

  private static final Posterior DIRECT =
      Perrin.sample(MODEL, Options.standard().draws(10_000).seed(21));

  @Test
  void auto_takes_it_and_says_why() {
    assertThat(DIRECT.account().sampler()).isEqualTo("direct");
    assertThat(DIRECT.account().reason())
        .isEqualTo("exact: given sigma the coefficients are normal, so draws are independent");
    assertThat(DIRECT.account().exact()).isTrue();
    assertThat(DIRECT.trust().level()).isEqualTo(Trust.Level.GOOD);
  }

  /**
   * For draws of the posterior {@code E[(θₖ − θ̄ₖ) ∂f/∂θₖ] = 1} and {@code E[∂f/∂θₖ] = 0}. Each of
   * ten means of 4,000 draws is within five of its standard errors: alarm below 1e-5. Draws 8 %
   * wider are found, so the test can fail.
   */
  @Test
  void the_draws_are_those_of_the_posterior() {
    assertThat(worst(1)).isLessThan(5);
    assertThat(worst(1.08)).isGreaterThan(5);
  }

  private static double worst(double widen) {
    int d = MODEL.dimension();
    int count = 4000;
    double[] mean = new double[d];
    Arrays.setAll(mean, k -> Convergence.mean(DIRECT.draws().coordinate(k)));
    double[][] slopes = new double[2 * d][count];
    for (int t = 0; t < count; t++) {
      double[] theta = DIRECT.draws().draw(10 * t);
      for (int k = 0; k < d; k++) {
        theta[k] = mean[k] + widen * (theta[k] - mean[k]);
      }
      double[] gradient = MODEL.gradient(theta);
      for (int k = 0; k < d; k++) {
        slopes[k][t] = gradient[k];
        slopes[d + k][t] = (theta[k] - mean[k]) * gradient[k] - 1;
      }
    }
    return Arrays.stream(slopes).mapToDouble(DirectTest::z).max().orElseThrow();
  }

  private static double z(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double square = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return Math.abs(mean) / Math.sqrt(square / values.length / values.length);
  }

  /** Both have some 4,000 effective draws: 6 standard errors of a difference of means. */
  @Test
  void nuts_agrees() {
    Posterior nuts = Perrin.sample(MODEL, Options.standard().sampler("nuts").seed(22));
    for (int k = 0; k < MODEL.dimension(); k++) {
      double[][] a = DIRECT.draws().coordinate(k);
      double[][] b = nuts.draws().coordinate(k);
      double error = Math.hypot(Convergence.mcseMean(a), Convergence.mcseMean(b));
      assertThat(Convergence.mean(a)).isCloseTo(Convergence.mean(b), within(6 * error));
      assertThat(Convergence.sd(a) / Convergence.sd(b)).isBetween(0.9, 1.1);
    }
  }

  /**
   * Noise of a millionth, and an intercept of a million: sums of squares cancel, the answer must
   * not. The mean of log σ is known to 1/√(2N) = 0.016 and so is the truth from data; bound of
   * five.
   */
  @Test
  void small_noise_and_far_intercepts_keep_their_digits() {
    for (double far : new double[] {0, 1e6}) {
      double noise = far == 0 ? 1e-6 : 1;
      var data = Synthetic.linear(99, 2000, new double[] {far, 1, -0.5}, noise);
      var model = ScaledGlm.linear(data, Priors.normal(0, 2e6), Priors.exponential(1));
      Posterior posterior = Perrin.sample(model, Options.standard().seed(2));
      double mean = Convergence.mean(posterior.draws().coordinate(3));
      assertThat(mean).isCloseTo(Math.log(noise), within(0.08));
      assertThat(Convergence.mean(posterior.draws().coordinate(1)))
          .isCloseTo(1, within(0.15 * noise));
    }
  }

  /** The Gaussian beside the draws: u has mean 0 and sd 1, to what 40,000 draws allow. */
  @Test
  void the_approximation_is_that_of_the_draws() {
    double[] u = new double[MODEL.dimension()];
    double[] theta = new double[MODEL.dimension()];
    DIRECT.mode().metric().toU(DIRECT.draws().draw(5), u);
    DIRECT.mode().metric().toTheta(u, theta);
    assertThat(theta).containsExactly(DIRECT.draws().draw(5), within(1e-9));
    for (int k = 0; k < MODEL.dimension(); k++) {
      double sd = DIRECT.mode().sd()[k];
      double[][] draws = DIRECT.draws().coordinate(k);
      assertThat(Convergence.mean(draws)).isCloseTo(DIRECT.mode().theta()[k], within(0.1 * sd));
      assertThat(Convergence.sd(draws) / sd).isBetween(0.85, 1.15);
    }
  }

  @Test
  void another_posterior_is_refused_with_what_to_use() {
    var logistic = Glm.logistic(Examples.binary(60, 5), Priors.normal(0, 2));
    var options = Options.standard().sampler("direct");
    assertThatThrownBy(() -> Perrin.sample(logistic, options))
        .hasMessageContaining("sample with nuts or auto instead");
    var data = Synthetic.linear(97, 100, new double[] {1, 2}, 1);
    var heavy = ScaledGlm.linear(data, Priors.cauchy(0, 1), Priors.exponential(1));
    assertThat(Perrin.sample(heavy, Options.standard().draws(10)).account().sampler())
        .isEqualTo("nuts");
  }

  /** A normal of mean 3 and sd 0.01, and an exponential tail: quantiles of 100,000 draws. */
  @Test
  void a_density_on_a_line_is_drawn_from() {
    var normal = LineDensity.of(x -> -(x - 3) * (x - 3) / 2e-4, 0);
    var tail = LineDensity.of(x -> x - Math.exp(x), 1);
    var random = RandomStream.of(98);
    double[] a = new double[100_000];
    double[] b = new double[100_000];
    for (int t = 0; t < a.length; t++) {
      a[t] = normal.draw(random);
      b[t] = Math.exp(tail.draw(random));
    }
    Arrays.sort(a);
    Arrays.sort(b);
    // standard errors: 0.0005 sd-units × 0.01 for the normal, about 0.7 % for the exponential
    assertThat(a[50_000]).isCloseTo(3, within(2.5e-4));
    assertThat(a[84_134]).isCloseTo(3.01, within(4e-4));
    assertThat(b[50_000]).isCloseTo(Math.log(2), within(0.02));
    assertThat(b[90_000]).isCloseTo(Math.log(10), within(0.06));
  }
}
