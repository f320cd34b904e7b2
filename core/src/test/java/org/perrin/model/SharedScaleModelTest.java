package org.perrin.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.Examples;
import org.perrin.Perrin;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.diagnostics.Summary;
import org.perrin.family.Families;
import org.perrin.family.Family;
import org.perrin.family.Linear;
import org.perrin.family.Support;
import org.perrin.math.Matrices;
import org.perrin.mode.Mode;
import org.perrin.mode.Newton;
import org.perrin.posterior.Options;
import org.perrin.random.RandomStream;

/** Coefficients that share an unknown scale, against integrals over it. */
class SharedScaleModelTest {
  private static final double NOISE = 0.7;
  private static final int WIDTH = 8;
  private static final Density TAU = Priors.exponential(1);

  /** Two plain columns, and six whose coefficients share τ; the data know some of them well. */
  private static Dataset data(int rows) {
    var random = RandomStream.of(17);
    double[][] x = new double[rows][WIDTH];
    double[] y = new double[rows];
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < WIDTH; k++) {
        x[i][k] = k == 0 ? 1 : random.nextGaussian() * (k < 2 ? 1 : Math.pow(0.4, k - 2));
      }
      y[i] = 1 + x[i][1] + 0.6 * x[i][2] - 0.8 * x[i][3] + NOISE * random.nextGaussian();
    }
    return Dataset.of(x, y);
  }

  private static SharedScaleModel smooth(Dataset data) {
    int[] columns = IntStream.range(2, WIDTH).toArray();
    double[] units = new double[columns.length];
    Arrays.fill(units, 1);
    List<Density> own = new ArrayList<>(Collections.nCopies(WIDTH, Priors.flat()));
    own.set(0, Priors.normal(0, 3));
    own.set(1, Priors.normal(0, 3));
    return SharedScaleModel.of(
        Glm.of(new Linear(NOISE), data, new Independent(own)),
        List.of(new ShrunkCoefficients(columns, units, new CommonScale("sd(s(x))", TAU))));
  }

  /** What is known of β and log τ for one τ: the normal of β, and the density of log τ. */
  private record Given(double log, double[] mean, double[] covariance) {
    static Given of(Curved.Expansion flat, double t, Density tau) {
      double[] a = flat.hessian().clone();
      double log = -tau.value(t);
      for (int k = 0; k < WIDTH; k++) {
        double sd = k < 2 ? 3 : Math.exp(t);
        a[k * WIDTH + k] += 1 / (sd * sd);
        log -= Math.log(sd);
      }
      double[] lower = Matrices.cholesky(a, WIDTH);
      double[] mean = Matrices.solve(lower, flat.gradient(), WIDTH);
      for (int k = 0; k < WIDTH; k++) {
        log += mean[k] * flat.gradient()[k] / 2 - Math.log(lower[k * WIDTH + k]);
        mean[k] = -mean[k];
      }
      return new Given(log, mean, Matrices.invert(a, WIDTH));
    }
  }

  /** Rows alone, at β = 0. */
  private static Curved.Expansion flat(Dataset data) {
    return Glm.linear(data, NOISE, Priors.flat()).expand(new double[WIDTH]);
  }

  /** Means and sds of β and log τ, from a sum over a grid of log τ. */
  private record Known(double[] mean, double[] sd) {
    /** By the density of log τ that is given, so that a wrong one shows. */
    static Known of(Dataset data, Density tau) {
      double[] first = new double[WIDTH + 1];
      double[] second = new double[WIDTH + 1];
      double total = 0;
      Curved.Expansion flat = flat(data);
      for (double t = -12; t < 5; t += 0.005) {
        Given given = Given.of(flat, t, tau);
        double weight = Math.exp(given.log() - fit(flat));
        total += weight;
        for (int k = 0; k <= WIDTH; k++) {
          double mean = k == WIDTH ? t : given.mean()[k];
          first[k] += weight * mean;
          second[k] += weight * mean * mean;
          second[k] += k == WIDTH ? 0 : weight * given.covariance()[k * WIDTH + k];
        }
      }
      double[] sd = new double[first.length];
      for (int k = 0; k < sd.length; k++) {
        first[k] /= total;
        sd[k] = Math.sqrt(second[k] / total - first[k] * first[k]);
      }
      return new Known(first, sd);
    }
  }

  /** How far the plain fit lies below the start: near the greatest logarithm of a weight. */
  private static double fit(Curved.Expansion at) {
    double[] step = Matrices.solve(Matrices.cholesky(at.hessian(), WIDTH), at.gradient(), WIDTH);
    return IntStream.range(0, WIDTH).mapToDouble(k -> step[k] * at.gradient()[k] / 2).sum();
  }

  /** The largest |z| of means, and of sds, by their effective sizes. */
  private static double worst(Summary summary, Known known) {
    double worst = 0;
    for (int k = 0; k <= WIDTH; k++) {
      var row = summary.rows().get(k);
      double error = known.sd()[k] / Math.sqrt(row.essBulk());
      worst = Math.max(worst, Math.abs(row.mean() - known.mean()[k]) / error);
      // the tail of log τ is longer than a normal's: twice the error of a normal's sd
      worst = Math.max(worst, Math.abs(row.sd() - known.sd()[k]) / (2 * error));
    }
    return worst;
  }

  /**
   * 18 numbers, each off by more than 5 of its errors in 1 of 1.7 million seeds: a false alarm in
   * fewer than 1 of 10,000. A prior of τ with twice the rate, or without the Jacobian of log τ, is
   * noticed.
   */
  @ParameterizedTest
  @ValueSource(ints = {30, 3000})
  void the_posterior_is_that_of_the_integral(int rows) {
    Dataset data = data(rows);
    var posterior = Perrin.sample(smooth(data), Options.standard().draws(4000).seed(5));
    assertThat(posterior.account().sampler()).isEqualTo("nuts");
    var summary = posterior.summary();
    assertThat(worst(summary, Known.of(data, TAU))).isLessThan(5);
    assertThat(worst(summary, Known.of(data, Priors.exponential(3)))).isGreaterThan(8);
    assertThat(worst(summary, Known.of(data, new Density.Exponential(1)))).isGreaterThan(8);
    summary.rows().forEach(row -> assertThat(row.essBulk()).as(row.name()).isGreaterThan(4000));
  }

  /** Where β given τ is normal the centre is the mode of the marginal, and its sd by V exact. */
  @Test
  void the_centre_is_the_mode_of_the_marginal_of_the_scale() {
    Dataset data = data(300);
    Mode mode = Newton.find(smooth(data));
    double t = mode.theta()[WIDTH];
    Curved.Expansion flat = flat(data);
    double here = Given.of(flat, t, TAU).log();
    double step = 1e-3;
    double up = Given.of(flat, t + step, TAU).log();
    double down = Given.of(flat, t - step, TAU).log();
    double curvature = (2 * here - up - down) / (step * step);
    assertThat(mode.sd()[WIDTH]).isCloseTo(1 / Math.sqrt(curvature), within(1e-3));
    // within the tolerance of a fiftieth of an sd a dimension
    assertThat((up - down) / (2 * step)).isCloseTo(0, within(0.1 * Math.sqrt(curvature)));
    double[] best = Given.of(flat, t, TAU).mean();
    for (int k = 0; k < WIDTH; k++) {
      assertThat(mode.theta()[k]).isCloseTo(best[k], within(0.1 * mode.sd()[k]));
    }
  }

  /** {@code ρⱼ (vⱼ − β̂ⱼ − 2wⱼ β̂ⱼ δⱼ) + ρⱼ² β̂ⱼ} with {@code ρⱼ² = 1 / (1 − wⱼ + wⱼ e^{−2δⱼ})}. */
  private static double[] byFormula(
      SharedScaleModel model, double[] centre, double[] w, double[] straight) {
    double[] scale = new double[w.length];
    model.prior().each(centre, (j, from, own) -> scale[j] = own.value());
    double[] theta = straight.clone();
    model
        .prior()
        .each(
            straight,
            (j, from, own) -> {
              double delta = own.value() - scale[j];
              double square = 1 / (1 - w[j] + w[j] * Math.exp(-2 * delta));
              double moved = straight[j] - centre[j] - 2 * w[j] * centre[j] * delta;
              theta[j] = Math.sqrt(square) * moved + square * centre[j];
            });
    return theta;
  }

  @ParameterizedTest
  @ValueSource(strings = {"smooth, logistic", "horseshoe"})
  void straight_coordinates_are_the_same_posterior(String name) {
    var model = (SharedScaleModel) Examples.model(name);
    int d = model.dimension();
    double[] centre = Newton.find(model).theta();
    double[] w = new double[model.coefficients()];
    Arrays.setAll(w, k -> (k % 3) / 2.0);
    var straight = PartlyCentredCoefficients.of(model, centre, w);
    double[] at = Examples.point(d, 8, 0.5);
    Arrays.setAll(at, k -> centre[k] + at[k]);
    double[] theta = new double[d];
    straight.toTheta(at, theta);
    assertThat(theta).containsExactly(byFormula(model, centre, w, at), within(1e-12));
    double[] gradient = new double[d];
    double value = straight.potentialAndGradient(at, gradient);
    double[] slopes = new double[d];
    double[] jacobian = new double[d * d];
    for (int k = 0; k < d; k++) {
      double[] up = at.clone();
      double[] down = at.clone();
      up[k] += 1e-5;
      down[k] -= 1e-5;
      slopes[k] = (straight.potential(up) - straight.potential(down)) / 2e-5;
      double[] high = new double[d];
      straight.toTheta(up, high);
      double[] low = new double[d];
      straight.toTheta(down, low);
      for (int i = 0; i < d; i++) {
        jacobian[i * d + k] = (high[i] - low[i]) / 2e-5;
      }
    }
    assertThat(gradient).containsExactly(slopes, within(1e-5));
    assertThat(straight.gradient(at)).containsExactly(gradient, within(1e-10));
    // the scales come last and depend on themselves alone: the determinant is the diagonal's
    double log = IntStream.range(0, d).mapToDouble(k -> Math.log(jacobian[k * d + k])).sum();
    assertThat(value).isCloseTo(model.potential(theta) - log, within(1e-6));
    double[] there = new double[d];
    straight.toTheta(centre, there);
    assertThat(there).containsExactly(centre, within(1e-12));
    // and to first order nothing changes around it
    double[] near = Examples.point(d, 9, 1e-4);
    double largest = Arrays.stream(centre).map(Math::abs).max().orElseThrow();
    Arrays.setAll(near, k -> centre[k] + near[k]);
    straight.toTheta(near, there);
    assertThat(there).containsExactly(near, within(1e-6 * (1 + largest)));
    assertBends(straight.prior(), at);
  }

  /** The last diagonal element, that of a scale. */
  private static void assertBends(Prior prior, double[] at) {
    int d = at.length;
    double[] hessian = new double[d * d];
    prior.addHessian(at, hessian);
    double[] up = at.clone();
    double[] down = at.clone();
    up[d - 1] += 1e-3;
    down[d - 1] -= 1e-3;
    double bend = (prior.value(up) + prior.value(down) - 2 * prior.value(at)) / 1e-6;
    assertThat(hessian[d * d - 1]).isCloseTo(bend, within(1e-3 * (1 + Math.abs(bend))));
  }

  static List<String> families() {
    return Families.all().stream()
        .filter(family -> family.support() != Support.CLASS)
        .map(Family::name)
        .toList();
  }

  /** Every family whose parameters but the first are the same for all rows. */
  @ParameterizedTest
  @MethodSource("families")
  void any_family_has_smooths(String name) {
    Family family = Families.named(name);
    Dataset data = Examples.fit(family, 80, 5);
    if (family.support() == Support.ORDERED) {
      family = family.given(3);
      double[] y = new double[80];
      Arrays.setAll(y, i -> (double) (i * 7 % 3));
      data = new Dataset(data.x(), Doubles.of(y), null, null, data.names());
    }
    int d = 5 + family.parameters().size() - 1;
    List<Density> own = new ArrayList<>(Collections.nCopies(d, Priors.normal(0, 2)));
    for (int k = 2; k < 5; k++) {
      own.set(k, Priors.flat());
    }
    var rows = (Curved) FamilyModels.of(family, data, new Independent(own));
    var block =
        new ShrunkCoefficients(
            new int[] {2, 3, 4}, new double[] {1, 1, 1}, new CommonScale("sd", TAU));
    var posterior =
        Perrin.sample(
            SharedScaleModel.of(rows, List.of(block)),
            Options.standard().draws(150).chains(2).seed(1));
    posterior
        .summary()
        .rows()
        .forEach(row -> assertThat(row.essBulk()).as(row.name()).isGreaterThan(30));
  }

  @Test
  void other_samplers_say_why_they_are_not_for_it() {
    var model = smooth(data(30));
    assertThatThrownBy(() -> Perrin.sample(model, Options.standard().sampler("natural")))
        .hasMessageContaining("share an unknown scale")
        .hasMessageContaining("sample with nuts");
    assertThatThrownBy(() -> Perrin.sample(model, Options.standard().sampler("exact")))
        .hasMessageContaining("share an unknown scale");
  }

  @Test
  void a_coefficient_has_one_prior() {
    var block = new ShrunkCoefficients(new int[] {1}, new double[] {1}, new CommonScale("sd", TAU));
    var rows = Glm.linear(data(30), NOISE, Priors.normal(0, 1));
    assertThatThrownBy(() -> SharedScaleModel.of(rows, List.of(block)))
        .hasMessageContaining("coefficient 1 has two priors");
  }
}
