package org.perrin.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.perrin.math.Special;
import org.perrin.random.RandomStream;

/** A normal mean with a normal prior: every scaled posterior is known. */
class PowerScalingTest {
  private static final int DRAWS = 20_000;

  /** Posterior mean and variance with prior N(0, 1)^α and one observation y ~ N(θ, v). */
  private static double[] posterior(double alpha, double y, double v) {
    double precision = alpha + 1 / v;
    return new double[] {y / v / precision, 1 / precision};
  }

  private static double exact(double y, double v) {
    double[] base = posterior(1, y, v);
    int n = 20_000;
    double sd = Math.sqrt(base[1]);
    double sum = 0;
    for (double alpha : new double[] {1.01, 1 / 1.01}) {
      double[] other = posterior(alpha, y, v);
      double[] p = new double[n];
      double[] q = new double[n];
      double[] width = new double[n];
      Arrays.fill(width, 8 * sd / n);
      for (int j = 0; j < n; j++) {
        double x = base[0] + sd * (8.0 * j / n - 4);
        p[j] = Special.normal((x - base[0]) / sd);
        q[j] = Special.normal((x - other[0]) / Math.sqrt(other[1]));
      }
      double below = PowerScaling.jensenShannon(p, q, width);
      Arrays.setAll(p, j -> 1 - p[j]);
      Arrays.setAll(q, j -> 1 - q[j]);
      sum += Math.max(below, PowerScaling.jensenShannon(p, q, width));
    }
    return sum / 2 / (Math.log(1.01) / Math.log(2));
  }

  /** Weak data in conflict with the prior, strong data, and data that say what the prior says. */
  @ParameterizedTest
  @CsvSource({"3, 1", "3, 0.01", "0, 1"})
  void the_sensitivity_of_a_normal_mean_is_known(double y, double v) {
    double[] known = posterior(1, y, v);
    var random = RandomStream.of(12);
    double[] draws = new double[DRAWS];
    Arrays.setAll(draws, s -> known[0] + Math.sqrt(known[1]) * random.nextGaussian());
    double[] log = Arrays.stream(draws).map(x -> -x * x / 2).toArray();
    double found = new PowerScaling(log).sensitivity(draws);
    assertThat(found).isCloseTo(exact(y, v), within(0.05 * exact(y, v) + 0.003));
  }

  @Test
  void a_prior_that_disagrees_is_felt_and_one_that_data_outweigh_is_not() {
    assertThat(exact(3, 1)).isGreaterThan(PowerScaling.LIMIT);
    assertThat(exact(3, 0.01)).isGreaterThan(exact(1, 0.0001));
    assertThat(exact(1, 0.0001)).isLessThan(PowerScaling.LIMIT);
  }
}
