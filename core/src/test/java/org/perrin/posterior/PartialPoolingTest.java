package org.perrin.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.perrin.Perrin;
import org.perrin.data.Dataset;
import org.perrin.family.NormalNoise;
import org.perrin.model.MixedModel;
import org.perrin.model.Priors;
import org.perrin.model.Varying;
import org.perrin.random.RandomStream;

/** Partial pooling: the scale of the groups comes out right, however many there are. */
class PartialPoolingTest {
  private static final int GROUPS = Integer.getInteger("perrin.groups", 2_000);

  /** {@code y = 1 + 2x + u_g + noise}, sds 0.8 and 0.5. */
  private static MixedModel world(int rows, int groups) {
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
    return MixedModel.of(
        new NormalNoise(),
        Dataset.of(x, y),
        List.of(Varying.intercepts("g", group, groups, Priors.exponential(1))),
        List.of(Priors.normal(0, 5), Priors.normal(0, 5), Priors.exponential(1)));
  }

  /** Both means within 5 standard deviations of the truth: 1 in 10⁶ seeds. */
  @Test
  void two_thousand_groups_have_the_scale_they_were_drawn_with() {
    var posterior = Perrin.sample(world(20 * GROUPS, GROUPS), Options.standard().draws(200));
    assertThat(posterior.account().sampler()).isEqualTo("levels");
    var tau = posterior.summary().rows().get(3);
    assertThat(tau.mean()).isCloseTo(Math.log(0.8), within(5 * tau.sd()));
    assertThat(tau.sd()).isBetween(0.8 / Math.sqrt(2.0 * GROUPS), 1.25 / Math.sqrt(2.0 * GROUPS));
    var slope = posterior.summary().rows().get(1);
    assertThat(slope.mean()).isCloseTo(2, within(5 * slope.sd()));
  }

  /** Groups of ten rows, of thirty, and very few. */
  @ParameterizedTest
  @CsvSource({"300, 30", "360, 12", "60, 3"})
  void levels_and_nuts_agree(int rows, int groups) {
    var model = world(rows, groups);
    var levels = Perrin.sample(model, Options.standard().sampler("levels").draws(500)).summary();
    var nuts = Perrin.sample(model, Options.standard().sampler("nuts").draws(250)).summary();
    for (int k = 0; k < levels.rows().size(); k++) {
      var a = levels.rows().get(k);
      var b = nuts.rows().get(k);
      double error = Math.hypot(a.mcseMean(), b.mcseMean());
      // 57 numbers: alarm 3e-5
      assertThat(a.mean()).as(a.name()).isCloseTo(b.mean(), within(5 * error));
      assertThat(a.sd() / b.sd()).as(a.name()).isBetween(0.75, 1.33);
    }
  }
}
