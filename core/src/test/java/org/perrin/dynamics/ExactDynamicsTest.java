package org.perrin.dynamics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.perrin.data.DenseRows;
import org.perrin.gradient.FullGradient;
import org.perrin.gradient.PlainGradient;
import org.perrin.gradient.Workspace;
import org.perrin.math.Matrices;
import org.perrin.model.GaussianMean;
import org.perrin.model.NormalPrior;
import org.perrin.random.Streams;
import org.perrin.subsampling.Uniform;

/** MALA by its acceptance probability, NUTS by its moments, trajectories and tuning. */
class ExactDynamicsTest {
  private static final double[] START = {0.7, -1.2};

  private final GaussianMean model =
      GaussianMean.of(
          DenseRows.of(new double[][] {{1, 0}, {0.5, -2}, {-1, 1}}),
          Matrices.diagonal(2, 0.5),
          NormalPrior.isotropic(2, 3));
  private final FullGradient full = new FullGradient(model);
  private final Workspace workspace = new Workspace();

  private State start(Dynamics dynamics, Streams random) {
    var state = new State(START, dynamics.auxiliary(2));
    dynamics.start(state, full, random, workspace);
    assertThat(state.potential()).isCloseTo(model.potential(START), within(1e-12));
    assertThat(state.gradient()).containsExactly(model.gradient(START), within(1e-12));
    return state;
  }

  /** log q(to | from), up to a constant. */
  private double log(double[] to, double[] from, double epsilon) {
    double[] g = model.gradient(from);
    double sum = 0;
    for (int k = 0; k < 2; k++) {
      double gap = to[k] - from[k] + epsilon / 2 * g[k];
      sum -= gap * gap / (2 * epsilon);
    }
    return sum;
  }

  @Test
  void mala_accepts_by_the_ratio_of_densities() {
    double epsilon = 0.4;
    var random = Streams.of(6, 0);
    var same = Streams.of(6, 0);
    State state = start(new Mala(epsilon), random);
    int accepted = 0;
    for (int t = 0; t < 200; t++) {
      double[] from = state.position().clone();
      double[] to = new double[2];
      double[] g = model.gradient(from);
      for (int k = 0; k < 2; k++) {
        to[k] = from[k] - epsilon / 2 * g[k] + Math.sqrt(epsilon) * same.noise().nextGaussian();
      }
      double ratio = model.potential(from) - model.potential(to);
      double probability =
          Math.min(1, Math.exp(ratio + log(from, to, epsilon) - log(to, from, epsilon)));
      new Mala(epsilon).step(state, full, random, workspace);
      boolean accept = same.noise().nextDouble() < probability;
      accepted += accept ? 1 : 0;
      assertThat(state.acceptance()).isCloseTo(probability, within(1e-10));
      assertThat(state.position()).containsExactly(accept ? to : from, within(1e-13));
      assertThat(state.gradient()).containsExactly(model.gradient(state.position()), within(1e-10));
      assertThat(state.potential()).isCloseTo(model.potential(state.position()), within(1e-10));
      assertThat(state.rows()).isEqualTo(3);
    }
    assertThat(accepted).isBetween(60, 195);
  }

  /**
   * 40,000 draws that are close to independent: 6 standard errors are 0.03 sd, 4.3 % of a variance
   * and 0.15 of a kurtosis; one false alarm in 10⁸ seeds.
   */
  @Test
  void nuts_has_the_moments_of_the_posterior_and_trajectories_of_half_a_turn() {
    var random = Streams.of(7, 0);
    var nuts = new Nuts(0.25);
    State state = start(nuts, random);
    double[] mean = model.posterior().mean();
    double[] covariance = model.posterior().covariance();
    double[] moments = new double[6];
    double rows = 0;
    double acceptance = 0;
    int steps = 40_000;
    for (int t = 0; t < steps; t++) {
      nuts.step(state, full, random, workspace);
      rows += state.rows() / 3.0 / steps;
      acceptance += state.acceptance() / steps;
      for (int k = 0; k < 2; k++) {
        double z = (state.position()[k] - mean[k]) / Math.sqrt(covariance[3 * k]);
        moments[k] += z / steps;
        moments[2 + k] += z * z / steps;
        moments[4 + k] += z * z * z * z / steps;
      }
      if (t % 1000 == 0) {
        assertThat(state.potential()).isCloseTo(model.potential(state.position()), within(1e-9));
        assertThat(state.gradient())
            .containsExactly(model.gradient(state.position()), within(1e-9));
      }
    }
    assertThat(Arrays.copyOf(moments, 2)).containsExactly(new double[2], within(0.03));
    assertThat(Arrays.copyOfRange(moments, 2, 4))
        .containsExactly(new double[] {1, 1}, within(0.043));
    assertThat(Arrays.copyOfRange(moments, 4, 6)).containsExactly(new double[] {3, 3}, within(0.4));
    assertThat(acceptance).isBetween(0.94, 0.999);
    // half a period of the wider coordinate is some eight leaps
    assertThat(rows).isBetween(5.0, 12.0);
  }

  /** A trajectory of depth one is one leapfrog step, and the choice one coin. */
  @Test
  void a_single_doubling_is_a_leapfrog_step() {
    var nuts = new Nuts(0.3, 1);
    int moved = 0;
    for (int seed = 0; seed < 300; seed++) {
      var random = Streams.of(seed, 0);
      var same = Streams.of(seed, 0);
      State state = start(nuts, random);
      nuts.step(state, full, random, workspace);
      double[] p = new double[2];
      same.noise().fillGaussian(p, 2);
      double step = same.noise().nextDouble() < 0.5 ? 0.3 : -0.3;
      double[] g = model.gradient(START);
      double[] to = new double[2];
      double before = model.potential(START) + (p[0] * p[0] + p[1] * p[1]) / 2;
      for (int k = 0; k < 2; k++) {
        p[k] -= step / 2 * g[k];
        to[k] = START[k] + step * p[k];
      }
      double[] after = model.gradient(to);
      for (int k = 0; k < 2; k++) {
        p[k] -= step / 2 * after[k];
      }
      double gap = before - model.potential(to) - (p[0] * p[0] + p[1] * p[1]) / 2;
      boolean move = Math.log(same.noise().nextDouble()) < gap;
      moved += move ? 1 : 0;
      assertThat(state.position()).containsExactly(move ? to : START, within(1e-12));
      assertThat(state.acceptance()).isCloseTo(Math.min(1, Math.exp(gap)), within(1e-10));
      assertThat(state.rows()).isEqualTo(3);
    }
    assertThat(moved).isBetween(150, 299);
  }

  /** Dual averaging, Algorithm 6 of Hoffman and Gelman (2014), by hand. */
  @Test
  void nuts_tunes_its_step_while_it_may() {
    var random = Streams.of(8, 0);
    var nuts = new Nuts(0.05);
    State state = start(nuts, random);
    state.adapting(true);
    double statistic = 0;
    double average = Math.log(0.05);
    for (int m = 1; m <= 400; m++) {
      nuts.step(state, full, random, workspace);
      statistic += (0.8 - state.acceptance() - statistic) / (m + 10);
      double log = Math.log(0.5) - Math.sqrt(m) / 0.05 * statistic;
      average += Math.pow(m, -0.75) * (log - average);
      assertThat(state.auxiliary()[0]).isCloseTo(Math.exp(log), within(1e-9 * Math.exp(log)));
      assertThat(state.auxiliary()[1]).isCloseTo(average, within(1e-9));
    }
    state.adapting(false);
    double sum = 0;
    for (int m = 0; m < 2000; m++) {
      nuts.step(state, full, random, workspace);
      sum += state.acceptance() / 2000;
    }
    assertThat(sum).isCloseTo(0.8, within(0.12));
    assertThat(state.auxiliary()[1]).isCloseTo(average, within(1e-9));
  }

  /** A step far too long leaves the energy behind: the trajectory ends and the chain stays. */
  @Test
  void nuts_stays_where_a_leap_leads_nowhere() {
    var random = Streams.of(9, 0);
    var nuts = new Nuts(1e4);
    State state = start(nuts, random);
    nuts.step(state, full, random, workspace);
    assertThat(state.position()).containsExactly(START);
    assertThat(state.rows()).isEqualTo(3);
    assertThat(state.acceptance()).isZero();
    assertThat(state.statistic(StepStatistic.DIVERGENT)).isOne();
    assertThat(state.statistic(StepStatistic.TREE_DEPTH)).isZero();
    assertThat(state.statistic(StepStatistic.LEAPFROGS)).isOne();
    assertThat(state.statistic(StepStatistic.FULL_TREE)).isZero();
  }

  /** A step far too short never turns back: every tree is full, none diverges. */
  @Test
  void nuts_says_what_its_steps_were_like() {
    var random = Streams.of(10, 0);
    var nuts = new Nuts(1e-3, 3);
    State state = start(nuts, random);
    for (int t = 0; t < 20; t++) {
      nuts.step(state, full, random, workspace);
      assertThat(state.statistic(StepStatistic.TREE_DEPTH)).isEqualTo(3);
      assertThat(state.statistic(StepStatistic.FULL_TREE)).isOne();
      assertThat(state.statistic(StepStatistic.LEAPFROGS)).isEqualTo(7);
      assertThat(state.statistic(StepStatistic.DIVERGENT)).isZero();
      assertThat(state.statistic(StepStatistic.STEP_SIZE)).isCloseTo(1e-3, within(1e-15));
      assertThat(state.statistic(StepStatistic.ACCEPTANCE)).isEqualTo(state.acceptance());
      double lp = state.statistic(StepStatistic.LOG_DENSITY);
      assertThat(lp).isCloseTo(-model.potential(state.position()), within(1e-9));
      // kinetic energy of two normal momenta: positive, and below 20 but in e⁻²⁰ of the steps
      assertThat(state.statistic(StepStatistic.ENERGY) + lp).isBetween(0.0, 20.0);
    }
    State other = start(new Mala(0.4), random);
    new Mala(0.4).step(other, full, random, workspace);
    assertThat(other.statistic(StepStatistic.LOG_DENSITY))
        .isCloseTo(-model.potential(other.position()), within(1e-9));
    assertThat(other.statistic(StepStatistic.ACCEPTANCE)).isEqualTo(other.acceptance());
    assertThat(new Langevin(1).statistics()).isEmpty();
  }

  @Test
  void exact_dynamics_refuse_estimates() {
    var plain = PlainGradient.of(model, new Uniform(3).size(2));
    assertThat(new Mala(1).refuse(plain)).startsWith("MALA accepts or rejects by f itself");
    assertThat(new Nuts(1).refuse(plain)).startsWith("NUTS follows f exactly");
    assertThat(new Mala(1).refuse(full)).isNull();
    assertThat(new Nuts(1).refuse(full)).isNull();
    assertThat(Nuts.standard(16).firstStep()).isEqualTo(0.5);
  }
}
