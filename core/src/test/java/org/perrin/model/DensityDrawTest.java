package org.perrin.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.perrin.random.RandomStream;

/** Draws of priors against the densities themselves. */
class DensityDrawTest {
  private static final int DRAWS = 20_000;

  /** Kolmogorov's statistic is above it once in ten thousand tests. */
  private static final double MOST = 2.23 / Math.sqrt(DRAWS);

  static Stream<Density> densities() {
    return Stream.of(
        Priors.normal(1, 2),
        Priors.studentT(3, -1, 0.5),
        Priors.studentT(0.8, 0, 1),
        Priors.cauchy(0, 2),
        Priors.laplace(2, 3),
        Priors.exponential(0.3),
        Priors.halfNormal(2),
        Priors.halfStudentT(4, 3),
        Priors.halfCauchy(1),
        Priors.inverseChi(3, 2),
        new Density.PartialCorrelation(1),
        new Density.PartialCorrelation(0.4));
  }

  /** False alarms: one in ten thousand runs with another seed, for each density. */
  @ParameterizedTest
  @MethodSource("densities")
  void draws_have_the_density(Density density) {
    var random = RandomStream.of(7);
    double[] drawn = new double[DRAWS];
    Arrays.setAll(drawn, t -> density.draw(random));
    assertThat(distance(density, drawn)).isLessThan(MOST);
  }

  /** A density of another scale is noticed. */
  @Test
  void the_test_can_fail() {
    var random = RandomStream.of(7);
    double[] drawn = new double[DRAWS];
    Arrays.setAll(drawn, t -> 1.05 * random.nextGaussian());
    assertThat(distance(Priors.normal(0, 1), drawn)).isGreaterThan(MOST / 2);
    Arrays.setAll(drawn, t -> 1.2 * random.nextGaussian());
    assertThat(distance(Priors.normal(0, 1), drawn)).isGreaterThan(MOST);
  }

  /**
   * Kolmogorov's distance, the distribution function integrated by the trapezoidal rule in u,
   * {@code x = sinh(u)}, which reaches far into heavy tails.
   */
  private static double distance(Density density, double[] drawn) {
    int grid = 400_000;
    double end = 60;
    double[] sum = new double[grid + 1];
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i <= grid; i++) {
      least = Math.min(least, value(density, Math.sinh(end * (2.0 * i / grid - 1))));
    }
    double before = 0;
    for (int i = 0; i <= grid; i++) {
      double u = end * (2.0 * i / grid - 1);
      double x = Math.sinh(u);
      double own = Math.exp(least - value(density, x)) * Math.cosh(u);
      sum[i] = i == 0 ? 0 : sum[i - 1] + (own + before) / 2;
      before = own;
    }
    double[] sorted = drawn.clone();
    Arrays.sort(sorted);
    double most = 0;
    for (int t = 0; t < sorted.length; t++) {
      double u = Math.log(Math.abs(sorted[t]) + Math.hypot(sorted[t], 1));
      double at = (Math.copySign(u, sorted[t]) / end + 1) / 2 * grid;
      int i = (int) at;
      double p = (sum[i] + (at - i) * (sum[i + 1] - sum[i])) / sum[grid];
      most = Math.max(most, Math.max(p - (double) t / DRAWS, (t + 1.0) / DRAWS - p));
    }
    return most;
  }

  /** Far out, where terms overflow, the density is 0. */
  private static double value(Density density, double x) {
    double value = density.value(x);
    return Double.isNaN(value) ? Double.POSITIVE_INFINITY : value;
  }

  /**
   * Coefficients of a block over their scales are standard normal, and their scales have their own
   * prior. False alarms: two in ten thousand.
   */
  @Test
  void coefficients_are_drawn_given_their_scales() {
    var block =
        new ShrunkCoefficients(
            new int[] {1}, new double[] {2}, new CommonScale("s", Priors.exponential(1)));
    var prior =
        new ScaleMixture(
            new Independent(List.of(Priors.normal(0, 1), Priors.flat())), List.of(block));
    var random = RandomStream.of(8);
    double[] over = new double[DRAWS];
    double[] scale = new double[DRAWS];
    double[] theta = new double[3];
    for (int t = 0; t < DRAWS; t++) {
      prior.draw(random, theta);
      scale[t] = theta[2];
      over[t] = theta[1] / (2 * Math.exp(theta[2]));
    }
    assertThat(distance(Priors.exponential(1), scale)).isLessThan(MOST);
    assertThat(distance(Priors.normal(0, 1), over)).isLessThan(MOST);
  }

  @Test
  void what_is_flat_is_named() {
    var prior = new Independent(List.of(Priors.normal(0, 1), Priors.flat()));
    assertThat(prior.improper()).hasValue(1);
    assertThatThrownBy(() -> Priors.flat().draw(RandomStream.of(1))).hasMessageContaining("flat");
  }
}
