package org.perrin.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.perrin.data.Synthetic;
import org.perrin.dynamics.LeimkuhlerMatthews;
import org.perrin.gradient.ControlVariate;
import org.perrin.mode.Newton;
import org.perrin.model.Curved;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.sampler.Chains;
import org.perrin.sampler.Run;
import org.perrin.sampler.Sampler;
import org.perrin.subsampling.Uniform;

/** A Gaussian posterior in its own metric, with more and more gradient noise. */
class ExcursionsTest {
  private static Excursions of(int rowsOfAStep) {
    var data = Synthetic.linear(95, 4000, new double[] {0.5, -1, 0.3}, 1);
    var model = Glm.linear(data, 1, Priors.normal(0, 3));
    var pulled = (Curved) model.in(Newton.find(model, 1e-9).metric());
    var gradient =
        new ControlVariate(
            pulled, pulled.centre(new double[3]), new Uniform(4000).size(rowsOfAStep));
    var sampler = Sampler.of(new LeimkuhlerMatthews(0.5), gradient);
    var run = Run.of(Chains.of(4).iterations(40_000).thin(16).seed(96), sampler, new double[4][3]);
    run.advance(Integer.MAX_VALUE);
    return Excursions.of(run, 0.5);
  }

  /**
   * Products of 160,000 steps with an autocorrelation time of 4 have a standard error of 0.007; the
   * spread of 2,500 draws over its robust form one of 2 %. Bounds of six of them.
   */
  @Test
  void nothing_speaks_against_draws_of_the_posterior() {
    Excursions found = of(1000);
    for (double product : found.products()) {
      assertThat(product).isCloseTo(1, within(0.05));
    }
    for (double tail : found.tails()) {
      assertThat(tail).isBetween(0.88, 1.12);
    }
    assertThat(found.trouble()).isNull();
  }

  /** Two rows a step: noise of variance V widens variances by (h/4) V / (1 − h/4). */
  @Test
  void noise_that_widens_draws_is_seen_without_reading_a_row() {
    Excursions found = of(2);
    assertThat(found.products()[0]).isGreaterThan(1.2);
    assertThat(found.trouble()).startsWith("the draws are wider than the posterior");
  }

  @Test
  void draws_far_from_all_others_are_seen() {
    var found = new Excursions(new double[] {1, 1}, 0, new double[] {1.1, 2.6});
    assertThat(found.trouble())
        .isEqualTo("some draws lie far from all others (an sd is 2.6 times its robust form)");
    assertThat(new Excursions(new double[] {1, 0.7}, 0, new double[] {1, 1}).trouble())
        .startsWith("the draws are narrower than the posterior (E[u∇f] = 0.70");
  }
}
