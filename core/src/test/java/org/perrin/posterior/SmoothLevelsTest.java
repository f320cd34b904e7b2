package org.perrin.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.diagnostics.Convergence;
import org.perrin.family.Logistic;
import org.perrin.family.NormalNoise;
import org.perrin.family.OverdispersedCounts;
import org.perrin.math.Special;
import org.perrin.model.CommonScale;
import org.perrin.model.Density;
import org.perrin.model.Horseshoe;
import org.perrin.model.MixedModel;
import org.perrin.model.Priors;
import org.perrin.model.ShrunkCoefficients;
import org.perrin.model.Varying;
import org.perrin.random.RandomStream;

/** Smooths beside levels: blocks against NUTS, by {@link LevelSamplingTest#agree}. */
class SmoothLevelsTest {
  private static final int[] BENDS = {2, 3, 4, 5};
  private static final double[] UNITS = {1, 0.5, 1, 2};

  /**
   * An intercept, a line, four bends of it, and a factor whose levels are stretches of the line.
   */
  private record World(Dataset data, int[] g, int[] stretch) {}

  private static World world(
      int n, int levels, long seed, DoubleUnaryOperator curve, DoubleBinaryOperator response) {
    var random = RandomStream.of(seed);
    int[] g = new int[n];
    int[] stretch = new int[n];
    double[][] rows = new double[n][];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      double x = 2 * random.nextDouble() - 1;
      g[i] = random.nextIndex(levels);
      stretch[i] = (int) (4 * (x + 1) / 2);
      rows[i] = new double[] {1, x, bend(x, -0.6), bend(x, -0.2), bend(x, 0.2), bend(x, 0.6)};
      double effect = 0.8 * Special.normalQuantile((g[i] + 0.5) / levels);
      y[i] = response.applyAsDouble(curve.applyAsDouble(x) + effect, random.nextDouble());
    }
    return new World(Dataset.of(DenseRows.of(rows), y), g, stretch);
  }

  private static double bend(double x, double at) {
    return 3 * Math.max(0, x - at) - 0.7;
  }

  private static double normal(double eta, double u) {
    return eta + 0.5 * Special.normalQuantile(u);
  }

  private static double binary(double eta, double u) {
    return u < 1 / (1 + Math.exp(-eta)) ? 1 : 0;
  }

  private static List<Density> priors(Density... more) {
    List<Density> priors = new ArrayList<>(List.of(Priors.normal(0, 2), Priors.studentT(4, 0, 2)));
    IntStream.of(BENDS).forEach(k -> priors.add(Priors.flat()));
    priors.addAll(List.of(more));
    return priors;
  }

  private static List<ShrunkCoefficients> smooth() {
    var scale = new CommonScale("sd(s(x))", Priors.exponential(1));
    return List.of(new ShrunkCoefficients(BENDS, UNITS, scale));
  }

  private static Varying levels(World world, int levels) {
    return Varying.intercepts("g", world.g(), levels, Priors.exponential(1));
  }

  /** One factor is crossed with the line, the other's levels are parts of it. */
  @Test
  void linear_smooths_are_those_of_nuts() {
    World world = world(90, 6, 1, x -> Math.sin(3 * x), SmoothLevelsTest::normal);
    var parts = Varying.intercepts("parts", world.stretch(), 4, Priors.exponential(2));
    LevelSamplingTest.agree(
        MixedModel.of(
                new NormalNoise(),
                world.data(),
                List.of(levels(world, 6), parts),
                priors(Priors.exponential(1)))
            .with(smooth()),
        3);
  }

  @Test
  void logistic_smooths_are_those_of_nuts() {
    World world = world(400, 6, 2, x -> 2 * Math.sin(3 * x), SmoothLevelsTest::binary);
    LevelSamplingTest.agree(
        MixedModel.of(new Logistic(), world.data(), List.of(levels(world, 6)), priors())
            .with(smooth()),
        3);
  }

  /** A line: the scale of its bends may be 0. */
  @Test
  void bends_of_a_line_are_those_of_nuts() {
    World world = world(150, 5, 3, x -> x - 0.5, SmoothLevelsTest::binary);
    LevelSamplingTest.agree(
        MixedModel.of(new Logistic(), world.data(), List.of(levels(world, 5)), priors())
            .with(smooth()),
        4);
  }

  @Test
  void smooths_of_a_family_with_a_shape_are_those_of_nuts() {
    World world =
        world(80, 5, 4, x -> Math.sin(3 * x), (eta, u) -> Math.floor(-Math.exp(eta) * Math.log(u)));
    LevelSamplingTest.agree(
        MixedModel.of(
                new OverdispersedCounts(),
                world.data(),
                List.of(levels(world, 5)),
                priors(Priors.normal(1, 1)))
            .with(smooth()),
        4);
  }

  /** Twenty thousand rows and 500 levels: what a user waits for. */
  @Test
  void many_rows_beside_a_smooth_have_enough_effective_draws() {
    MixedModel model = many(20_000, 500);
    Posterior posterior = Sampling.run(model, Options.standard().draws(500), Watcher.NONE);
    assertThat(posterior.account().sampler()).isEqualTo("levels");
    for (int k = 0; k < model.layout().head(); k++) {
      assertThat(Convergence.essBulk(posterior.draws().coordinate(k)))
          .as(model.names().get(k))
          .isGreaterThan(400);
    }
  }

  static MixedModel many(int rows, int levels) {
    World world = world(rows, levels, 5, x -> 2 * Math.sin(3 * x), SmoothLevelsTest::binary);
    return MixedModel.of(new Logistic(), world.data(), List.of(levels(world, levels)), priors())
        .with(smooth());
  }

  @Test
  void coefficients_have_one_prior_and_one_scale() {
    World world = world(20, 3, 6, x -> x, SmoothLevelsTest::binary);
    List<Density> proper = new ArrayList<>(priors());
    proper.set(BENDS[1], Priors.normal(0, 1));
    var twice = MixedModel.of(new Logistic(), world.data(), List.of(levels(world, 3)), proper);
    assertThatThrownBy(() -> twice.with(smooth()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("coefficient 3 has two priors");
    var flat = MixedModel.of(new Logistic(), world.data(), List.of(levels(world, 3)), priors());
    var horseshoe = new ShrunkCoefficients(BENDS, UNITS, new Horseshoe(1));
    assertThatThrownBy(() -> flat.with(List.of(horseshoe)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("together with levels, coefficients share one scale or none");
  }

  @Test
  void coefficients_and_z_are_each_others_inverse() {
    World world = world(20, 3, 6, x -> x, SmoothLevelsTest::binary);
    var model =
        MixedModel.of(new Logistic(), world.data(), List.of(levels(world, 3)), priors())
            .with(smooth());
    double[] theta = org.perrin.Examples.point(model.dimension(), 5, 0.7);
    double[] values = Arrays.copyOf(theta, model.layout().shared());
    model.layout().stretch(values);
    double scale = Math.exp(theta[model.layout().smoothScale(0)]);
    assertThat(values[BENDS[1]]).isEqualTo(theta[BENDS[1]] * scale * UNITS[1]);
    assertThat(values[0]).isEqualTo(theta[0]);
    model.layout().relax(values);
    assertThat(values)
        .containsExactly(
            Arrays.copyOf(theta, values.length), org.assertj.core.api.Assertions.within(1e-15));
  }
}
