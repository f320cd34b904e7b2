package org.perrin.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.perrin.Examples;
import org.perrin.data.Dataset;
import org.perrin.family.BetaFamily;
import org.perrin.family.BoundedScaledLikelihood;
import org.perrin.family.Family;
import org.perrin.family.GammaFamily;
import org.perrin.family.InverseGaussian;
import org.perrin.family.LogNormal;
import org.perrin.family.NormalNoise;
import org.perrin.family.OverdispersedCounts;
import org.perrin.family.RemainderIntegral;
import org.perrin.family.ScaledLikelihood;
import org.perrin.family.StudentNoise;
import org.perrin.family.WeibullTimes;
import org.perrin.mode.Newton;

/** Rows that see a predictor and a shared scale: third derivatives, bounds, sums. */
class ScaledRemainderTest {
  static List<BoundedScaledLikelihood> families() {
    return List.of(
        new StudentNoise(),
        new OverdispersedCounts(),
        new GammaFamily(),
        new LogNormal(),
        new InverseGaussian(),
        new BetaFamily(),
        new WeibullTimes());
  }

  /** What a family may have as a response: some of its losses depend on little else. */
  private static double[] responses(BoundedScaledLikelihood family) {
    return switch (family) {
      case BetaFamily _ -> new double[] {0.3, 0.97};
      case WeibullTimes _ -> new double[] {1, -1, -0.2};
      default -> new double[] {1, 3};
    };
  }

  /** Whether η is the middle of y, or of log y. */
  private static boolean noise(BoundedScaledLikelihood family) {
    return family instanceof StudentNoise || family instanceof LogNormal;
  }

  @ParameterizedTest
  @MethodSource("families")
  void third_derivatives_are_those_of_the_second(BoundedScaledLikelihood family) {
    double h = 1e-5;
    double[] third = new double[4];
    for (double eta = -3; eta < 4; eta += 0.7) {
      for (double s = -1; s < 1.5; s += 0.4) {
        for (double y : responses(family)) {
          family.third(eta, s, y, third);
          double[] differences = {
            family.curvature(eta + h, s, y) - family.curvature(eta - h, s, y),
            family.curvature(eta, s + h, y) - family.curvature(eta, s - h, y),
            family.crossCurvature(eta, s + h, y) - family.crossCurvature(eta, s - h, y),
            family.scaleCurvature(eta, s + h, y) - family.scaleCurvature(eta, s - h, y)
          };
          for (int k = 0; k < 4; k++) {
            double expected = differences[k] / (2 * h);
            assertThat(third[k]).isCloseTo(expected, within(1e-6 * (1 + Math.abs(expected))));
          }
        }
      }
    }
  }

  /** A search over boxes for a point above the bound; each bound is nearly reached in some box. */
  @ParameterizedTest
  @MethodSource("families")
  void no_third_derivative_in_a_box_exceeds_its_bound(BoundedScaledLikelihood family) {
    double[] most = new double[4];
    double[] third = new double[4];
    double[] share = new double[4];
    for (double eta = -6; eta < 6; eta += 0.9) {
      for (double s = -1; s < 1.5; s += 0.6) {
        for (double reach : new double[] {0.1, 1, 5}) {
          for (double y : responses(family)) {
            family.most(eta, reach, s, reach / 5, y, most);
            for (int p = -20; p <= 20; p++) {
              for (int q = -20; q <= 20; q++) {
                family.third(eta + reach * p / 20, s + reach / 5 * q / 20, y, third);
                for (int k = 0; k < 4; k++) {
                  double size = Math.abs(third[k]);
                  share[k] = Math.max(share[k], size == most[k] ? 1 : size / most[k]);
                }
              }
            }
          }
        }
      }
    }
    for (double s : share) {
      assertThat(s).isBetween(family instanceof StudentNoise ? 0.9 : 0.2, 1 + 1e-12);
    }
  }

  private static ScaledGlm pulled(ScaledLikelihood family) {
    Dataset data =
        family instanceof OverdispersedCounts
            ? Examples.overdispersed(300, 3)
            : Examples.weighted(Examples.fit((Family) family, 300, 3));
    var model = ScaledGlm.of(family, data, Independent.all(4, Priors.normal(0, 3)));
    return model.in(Newton.find(model).metric());
  }

  @ParameterizedTest
  @MethodSource("families")
  void no_row_exceeds_its_bound(BoundedScaledLikelihood family) {
    ScaledGlm model = pulled(family);
    double reach = 4;
    Remainder remainder = model.remainder(2, reach);
    double[] lambda = new double[300];
    remainder.bounds(0, 300, lambda);
    double[] rise = new double[1];
    double worst = 0;
    for (int i = 0; i < 300; i++) {
      for (int trial = 0; trial < 30; trial++) {
        double[] u = Examples.point(4, 37 * i + trial, 1);
        double norm = Math.sqrt(Arrays.stream(u).map(v -> v * v).sum());
        double length = reach * (trial + 1) / 30;
        for (int k = 0; k < 4; k++) {
          u[k] *= length / norm;
        }
        remainder.rises(new double[4], u, new int[] {i}, 1, rise);
        double bound = lambda[i] * length * length * length;
        assertThat(Math.abs(rise[0])).isLessThanOrEqualTo(bound + 1e-15);
        worst = bound > 0 ? Math.max(worst, Math.abs(rise[0]) / bound) : worst;
      }
    }
    assertThat(worst).isGreaterThan(family instanceof StudentNoise ? 0.05 : 0.001);
  }

  /** Where the integral gives way to the difference, both agree. */
  @ParameterizedTest
  @MethodSource("families")
  void the_integral_and_the_difference_agree(BoundedScaledLikelihood family) {
    for (double eta = -2; eta < 3; eta += 0.5) {
      double at =
          noise(family) ? Math.exp(0.3) * RemainderIntegral.SMALL : RemainderIntegral.SMALL - 0.2;
      if (family instanceof WeibullTimes) {
        at = Math.exp(-0.3) * RemainderIntegral.SMALL;
      }
      double y = responses(family)[0];
      assertThat(family.near(at * (1 - 1e-12), 0.2, 0.3, y)).isTrue();
      assertThat(family.near(at * (1 + 1e-12), 0.2, 0.3, y)).isFalse();
      double inside = family.remainder(eta, at * (1 - 1e-12), 0.3, 0.2, y);
      double outside = family.remainder(eta, at * (1 + 1e-12), 0.3, 0.2, y);
      assertThat(inside).isCloseTo(outside, within(1e-11 * (1 + Math.abs(outside))));
      double small = family.remainder(eta, 1e-6, 0.3, -2e-6, y);
      double[] third = new double[4];
      family.third(eta, 0.3, y, third);
      double leading = BoundedScaledLikelihood.cube(third, 1e-6, -2e-6) / 6;
      assertThat(small).isCloseTo(leading, within(1e-4 * Math.abs(leading) + 1e-23));
    }
  }

  @ParameterizedTest
  @MethodSource("families")
  void surrogate_and_remainders_add_up_to_the_posterior(BoundedScaledLikelihood family) {
    ScaledGlm model = pulled(family);
    var surrogate = Surrogate.of(model, null, 2, 9);
    Remainder remainder = model.remainder(2, 9);
    double[] u = Examples.point(4, 3, 1);
    double sum = surrogate.potential(u);
    double[] rise = new double[1];
    for (int i = 0; i < 300; i++) {
      remainder.rises(new double[4], u, new int[] {i}, 1, rise);
      sum += rise[0];
    }
    assertThat(sum).isCloseTo(model.potential(u), within(1e-9));
  }

  /** Sums stand for all rows of a linear regression, offsets and weights included. */
  @Test
  void the_summary_of_normal_noise_is_its_posterior() {
    ScaledGlm model = pulled(new NormalNoise());
    var summary = Surrogate.of(model, model.summary());
    assertThat(summary.rows()).isZero();
    for (int point = 0; point < 5; point++) {
      double[] u = Examples.point(4, point, 2);
      double[] gradient = new double[4];
      assertThat(summary.potentialAndGradient(u, gradient))
          .isCloseTo(model.potential(u), within(1e-8));
      assertThat(gradient).containsExactly(model.gradient(u), within(1e-8));
    }
  }
}
