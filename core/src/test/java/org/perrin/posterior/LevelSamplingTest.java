package org.perrin.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.diagnostics.Convergence;
import org.perrin.draws.Draws;
import org.perrin.family.Logistic;
import org.perrin.family.NormalNoise;
import org.perrin.family.OverdispersedCounts;
import org.perrin.family.Poisson;
import org.perrin.math.Parallel;
import org.perrin.model.Density;
import org.perrin.model.MixedModel;
import org.perrin.model.Priors;
import org.perrin.model.Varying;
import org.perrin.random.RandomStream;

class LevelSamplingTest {
  static final Density UNIT = Priors.exponential(1);

  /** Rows with a slope, levels of a factor g, of h crossed with it, and of cells inside of g. */
  record World(Dataset data, int[] g, int[] h, int[] inside, double[] x) {}

  static World world(int n, long seed, java.util.function.DoubleBinaryOperator response) {
    var random = RandomStream.of(seed);
    int[] g = new int[n];
    int[] h = new int[n];
    int[] inside = new int[n];
    double[] x = new double[n];
    double[][] rows = new double[n][];
    double[] y = new double[n];
    double[] a = new double[6];
    double[] slope = new double[6];
    double[] b = new double[9];
    random.fillGaussian(a, 6);
    random.fillGaussian(slope, 6);
    random.fillGaussian(b, 9);
    for (int i = 0; i < n; i++) {
      g[i] = random.nextIndex(6);
      h[i] = random.nextIndex(9);
      inside[i] = 3 * g[i] + random.nextIndex(3);
      x[i] = random.nextGaussian();
      rows[i] = new double[] {1, x[i]};
      double eta = 0.3 + 0.5 * x[i] + 0.7 * a[g[i]] + 0.4 * slope[g[i]] * x[i] + 0.6 * b[h[i]];
      y[i] = response.applyAsDouble(eta, random.nextDouble());
    }
    return new World(Dataset.of(DenseRows.of(rows), y), g, h, inside, x);
  }

  static World normal(int n, long seed) {
    return world(n, seed, (eta, u) -> eta + org.perrin.math.Special.normalQuantile(u));
  }

  static Varying slopes(World world, boolean correlated) {
    return new Varying(
        "g",
        world.g(),
        6,
        List.of("1", "x"),
        Arrays.asList(null, world.x()),
        correlated,
        List.of(UNIT, UNIT),
        1.5);
  }

  private static final List<Density> SHARED =
      List.of(Priors.normal(0, 2), Priors.studentT(4, 0, 1), UNIT);

  /**
   * Every parameter and square of it: means of two samplers differ by at most 5 standard errors.
   * Some 80 numbers: alarm 5e-5.
   */
  static void agree(MixedModel model, int thin) {
    Options options = Options.standard().seed(18);
    Draws one = Sampling.run(model, options.sampler("levels").thin(thin), Watcher.NONE).draws();
    Draws other =
        Sampling.run(model, options.draws(500).sampler("nuts").thin(1), Watcher.NONE).draws();
    for (int k = 0; k < model.dimension(); k++) {
      double[][] a = one.coordinate(k);
      double[][] b = other.coordinate(k);
      double middle = Convergence.mean(b);
      same(model.names().get(k), a, b);
      same(
          model.names().get(k) + " squared",
          Convergence.map(a, v -> (v - middle) * (v - middle)),
          Convergence.map(b, v -> (v - middle) * (v - middle)));
    }
  }

  private static void same(String name, double[][] a, double[][] b) {
    double error = Math.hypot(Convergence.mcseMean(a), Convergence.mcseMean(b));
    assertThat(Convergence.mean(a)).as(name).isCloseTo(Convergence.mean(b), within(5 * error));
  }

  @Test
  void linear_slopes_and_a_crossed_factor_are_those_of_nuts() {
    World world = normal(60, 1);
    agree(
        MixedModel.of(
            new NormalNoise(),
            world.data(),
            List.of(slopes(world, true), Varying.intercepts("h", world.h(), 9, UNIT)),
            SHARED),
        2);
  }

  @Test
  void one_seed_gives_the_same_bits_on_any_number_of_threads() {
    World world = normal(300, 2);
    var model =
        MixedModel.of(
            new NormalNoise(),
            world.data(),
            List.of(
                Varying.intercepts("g", world.g(), 6, UNIT),
                Varying.intercepts("inside", world.inside(), 18, UNIT)),
            SHARED);
    Options options = Options.standard().draws(50).sampler("levels");
    Draws one = Parallel.with(1, () -> Sampling.run(model, options, Watcher.NONE).draws());
    Draws three = Parallel.with(3, () -> Sampling.run(model, options, Watcher.NONE).draws());
    for (int c = 0; c < one.chains().size(); c++) {
      assertThat(three.chains().get(c).values()).isEqualTo(one.chains().get(c).values());
    }
  }

  @Test
  void auto_takes_levels_and_says_how_many_effective_draws_there_are() {
    World world = normal(300, 3);
    var model =
        MixedModel.of(
            new NormalNoise(),
            world.data(),
            List.of(Varying.intercepts("h", world.h(), 9, UNIT)),
            SHARED);
    Posterior posterior = Sampling.run(model, Options.standard().draws(250), Watcher.NONE);
    assertThat(posterior.account().sampler()).isEqualTo("levels");
    assertThat(posterior.account().remarks().toString()).contains("effective draws or more");
    for (int k = 0; k < model.layout().head(); k++) {
      assertThat(Convergence.essBulk(posterior.draws().coordinate(k))).isGreaterThan(400);
    }
  }

  /** Levels inside of others, whose scale is next to 0. */
  @Test
  void poisson_levels_inside_of_others_are_those_of_nuts() {
    World world = world(60, 4, (eta, u) -> quantile(Math.exp(0.7 * eta), u));
    agree(
        MixedModel.of(
            new Poisson(),
            world.data(),
            List.of(
                Varying.intercepts("g", world.g(), 6, UNIT),
                Varying.intercepts("inside", world.inside(), 18, Priors.exponential(10))),
            SHARED.subList(0, 2)),
        3);
  }

  @Test
  void negative_binomial_slopes_are_those_of_nuts() {
    World world = world(60, 5, (eta, u) -> quantile(Math.exp(0.7 * eta), u));
    agree(
        MixedModel.of(
            new OverdispersedCounts(),
            world.data(),
            List.of(slopes(world, false)),
            List.of(Priors.normal(0, 2), Priors.studentT(4, 0, 1), Priors.normal(1, 1))),
        3);
  }

  /**
   * Differences at levels drawn far out said that the mode of a log scale lies 5e7 lower, where it
   * is 0 in floating point.
   */
  @Test
  void logistic_levels_inside_of_others_are_those_of_nuts() {
    World world = world(150, 271, (eta, u) -> u < org.perrin.math.Scalars.expit(eta) ? 1 : 0);
    agree(
        MixedModel.of(
            new Logistic(),
            world.data(),
            List.of(
                Varying.intercepts("g", world.g(), 6, UNIT),
                Varying.intercepts("inside", world.inside(), 18, UNIT)),
            List.of(Priors.normal(0, 1), Priors.normal(0, 1))),
        5);
  }

  /**
   * Coefficients and levels that share a column creep in turns: the centre had an intercept of −4
   * with levels around 4, and chains from these sums had 14 and 19 effective draws of 400.
   */
  @ParameterizedTest
  @ValueSource(longs = {24, 37})
  void poisson_slopes_mix_whatever_the_counts_are(long seed) {
    World world = world(150, seed, (eta, u) -> quantile(Math.exp(1.5 * eta), u));
    var model =
        MixedModel.of(
            new Poisson(),
            world.data(),
            List.of(slopes(world, true)),
            List.of(Priors.normal(0, 2), Priors.normal(0, 2)));
    Options options = Options.standard().sampler("levels").draws(100).thin(5);
    Draws draws = Sampling.run(model, options, Watcher.NONE).draws();
    for (int k = 0; k < model.layout().head(); k++) {
      assertThat(Convergence.essBulk(draws.coordinate(k)))
          .as(model.names().get(k))
          .isGreaterThan(150);
    }
  }

  /** A scale that is 0 in floating point: blocks divide by it, NUTS multiplies. */
  @Test
  void auto_takes_nuts_where_blocks_leave_the_finite_numbers() {
    World world = world(60, 6, (eta, u) -> quantile(Math.exp(0.7 * eta), u));
    var model =
        MixedModel.of(
            new Poisson(),
            world.data(),
            List.of(Varying.intercepts("g", world.g(), 6, Priors.normal(-800, 1))),
            SHARED.subList(0, 2));
    Options options = Options.standard().draws(50);
    Posterior posterior = Sampling.run(model, options, Watcher.NONE);
    assertThat(posterior.account().sampler()).isEqualTo("nuts");
    assertThat(posterior.account().reason()).contains("left the finite numbers");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Sampling.run(model, options.sampler("levels"), Watcher.NONE))
        .withMessageContaining("sample with nuts instead");
  }

  /** Of a Poisson variable. */
  private static double quantile(double rate, double u) {
    double mass = Math.exp(-rate);
    double sum = mass;
    int k = 0;
    while (sum < u && k < 1000) {
      mass *= rate / ++k;
      sum += mass;
    }
    return k;
  }

  /**
   * A correlation of slopes whose scale is next to 0: in some seeds the first run has fewer than
   * 400 effective draws in its middle or its tails. Then there is a second one, which has.
   */
  @Test
  void too_few_effective_draws_are_drawn_again_with_more_sweeps() {
    World world = world(600, 3, (eta, u) -> u < 1 / (1 + Math.exp(-eta)) ? 1 : 0);
    double[] flat = new double[600];
    Arrays.setAll(flat, i -> world.data().x().get(i, 1) * (i % 7 - 3));
    var slopes =
        new Varying(
            "g",
            world.g(),
            6,
            List.of("1", "flat"),
            Arrays.asList(null, flat),
            true,
            List.of(UNIT, UNIT),
            1);
    var model = MixedModel.of(new Logistic(), world.data(), List.of(slopes), SHARED.subList(0, 2));
    int again = 0;
    for (int seed = 1; seed <= 8; seed++) {
      var posterior = Sampling.run(model, Options.standard().draws(250).seed(seed), Watcher.NONE);
      assertThat(posterior.account().sampler()).isEqualTo("levels");
      for (int k = 0; k < model.layout().head(); k++) {
        double[][] chains = posterior.draws().coordinate(k);
        double least = Math.min(Convergence.essBulk(chains), Convergence.essTail(chains));
        assertThat(least).as("seed %d, parameter %d", seed, k).isGreaterThan(400);
      }
      again +=
          posterior.account().remarks().stream().anyMatch(r -> r.contains("were too few")) ? 1 : 0;
    }
    assertThat(again).isBetween(1, 7);
  }
}
