package org.perrin.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.perrin.Examples;
import org.perrin.Perrin;
import org.perrin.data.Dataset;
import org.perrin.family.NormalNoise;
import org.perrin.family.Poisson;
import org.perrin.mode.Mode;
import org.perrin.mode.Newton;
import org.perrin.posterior.Options;
import org.perrin.random.RandomStream;

/** Partial pooling: the scale of the groups comes out right, however many there are. */
class VaryingInterceptsTest {
  private static final int GROUPS = Integer.getInteger("perrin.groups", 2_000);

  /** {@code y = 1 + 2x + u_g + noise}, sds 0.8 and 0.5. */
  private static VaryingIntercepts world(int rows, int groups) {
    var random = RandomStream.of(41);
    double[] u = new double[groups];
    random.fillGaussian(u, groups);
    double[][] x = new double[rows][];
    double[] y = new double[rows];
    int[] group = new int[rows];
    for (int i = 0; i < rows; i++) {
      group[i] = i < groups ? i : random.nextIndex(groups);
      x[i] = new double[] {1, random.nextGaussian()};
      y[i] = 1 + 2 * x[i][1] + 0.8 * u[group[i]] + 0.5 * random.nextGaussian();
    }
    List<Density> priors =
        List.of(
            Priors.normal(0, 5), Priors.normal(0, 5), Priors.exponential(1), Priors.exponential(1));
    return VaryingIntercepts.of(new NormalNoise(), Dataset.of(x, y), group, priors);
  }

  /** The centre itself: log τ within 5 of its standard deviations of the truth, 1 in 10⁶ seeds. */
  @Test
  void the_scale_is_found_as_the_mode_of_its_own_marginal() {
    var model = world(10 * GROUPS, GROUPS);
    Mode mode = Newton.find(model);
    double sd = Math.sqrt(java.util.Arrays.stream(mode.row(3)).map(v -> v * v).sum());
    assertThat(sd).isCloseTo(1 / Math.sqrt(2.0 * GROUPS), within(0.2 / Math.sqrt(2.0 * GROUPS)));
    assertThat(mode.theta()[3]).isCloseTo(Math.log(0.8), within(5 * sd));
    assertThat(mode.theta()[1]).isCloseTo(2, within(0.1));
  }

  /** Both means within 5 standard deviations of the truth: 1 in 10⁶ seeds. */
  @Test
  void the_natural_sampler_draws_from_two_thousand_groups() {
    var model = world(20 * GROUPS, GROUPS);
    var options = Options.standard().sampler("natural").draws(20).chains(2).tolerance(0.02);
    var summary = Perrin.sample(model, options).summary();
    var tau = summary.rows().get(3);
    assertThat(tau.mean()).isCloseTo(Math.log(0.8), within(5 * tau.sd()));
    assertThat(tau.sd()).isBetween(0.4 / Math.sqrt(2.0 * GROUPS), 2 / Math.sqrt(2.0 * GROUPS));
    var slope = summary.rows().get(1);
    assertThat(slope.mean()).isCloseTo(2, within(5 * slope.sd()));
  }

  /** Groups of ten rows and of two thousand: z is free in one, and tied to 1/τ in the other. */
  @ParameterizedTest
  @CsvSource({"600, 60", "24000, 12"})
  void natural_and_exact_agree(int rows, int groups) {
    var model = world(rows, groups);
    var natural = Perrin.sample(model, Options.standard().sampler("natural").draws(300)).summary();
    var exact = Perrin.sample(model, Options.standard().sampler("nuts").draws(250)).summary();
    for (int k = 0; k < natural.rows().size(); k++) {
      var a = natural.rows().get(k);
      var b = exact.rows().get(k);
      // some 1,000 draws each: 0.05 sd by chance, so 0.3 is 6 times that
      assertThat(Math.abs(a.mean() - b.mean()) / b.sd()).as(a.name()).isLessThan(0.3);
      assertThat(a.sd() / b.sd()).as(a.name()).isBetween(0.8, 1.25);
    }
  }

  @Test
  void very_few_groups_are_left_to_the_exact_sampler() {
    var model = world(2_000, 3);
    assertThatThrownBy(() -> Perrin.sample(model, Options.standard().sampler("natural").draws(20)))
        .hasMessageContaining("the scale of 3 groups is far from Gaussian");
    var automatic = Perrin.sample(model, Options.standard().draws(20));
    assertThat(automatic.account().sampler()).isEqualTo("nuts");
  }

  @Test
  void what_does_not_fit_is_named() {
    assertThatThrownBy(
            () ->
                VaryingIntercepts.of(
                    new Poisson(),
                    Examples.counts(10, 2),
                    new int[9],
                    List.of(Priors.normal(0, 1), Priors.normal(0, 1), Priors.exponential(1))))
        .hasMessage("3 priors for 3 parameters, 9 groups for 10 rows");
  }
}
