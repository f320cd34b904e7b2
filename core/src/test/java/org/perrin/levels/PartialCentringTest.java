package org.perrin.levels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.math.SmallMatrices;
import org.perrin.random.RandomStream;

/** Levels that follow their scales, of one and two coefficients (written out) and of three. */
class PartialCentringTest {
  private static final int LEVELS = 7;

  private static CubicPolynomials some(int k, double third, RandomStream random) {
    var of = new CubicPolynomials(LEVELS, k, 3);
    double[] w = new double[k];
    for (int j = 0; j < LEVELS; j++) {
      for (int row = 0; row < 6; row++) {
        random.fillGaussian(w, k);
        double first = random.nextGaussian();
        double second = random.nextExponential();
        double cube = third * random.nextGaussian();
        for (int i = 0; i < k; i++) {
          of.slope[j * k + i] += first * w[i];
          for (int l = 0; l < k; l++) {
            of.curvature[(j * k + i) * k + l] += second * w[i] * w[l];
            for (int n = 0; n < k; n++) {
              of.third[((j * k + i) * k + l) * k + n] += cube * w[i] * w[l] * w[n];
            }
          }
        }
      }
    }
    return of;
  }

  private static double[] factor(int k, double size) {
    double[] factor = new double[k * k];
    for (int i = 0; i < k; i++) {
      for (int l = 0; l <= i; l++) {
        factor[i * k + l] = size * (i == l ? 1 + 0.2 * i : 0.3 - 0.1 * l);
      }
    }
    return factor;
  }

  private static double[] normals(int n, double by, RandomStream random) {
    double[] x = new double[n];
    random.fillGaussian(x, n);
    return Arrays.stream(x).map(v -> by * v).toArray();
  }

  /** {@code Σⱼ [Sⱼ(bⱼ) + ½ bⱼᵀΩ bⱼ] + J log det A} by definition. */
  private static double joint(CubicPolynomials of, double[] factor, double[] b) {
    int k = of.k;
    double[] omega = new double[k * k];
    SmallMatrices.precision(factor, omega, k);
    double sum = SmallMatrices.forms(omega, b, k) / 2;
    for (int j = 0; j < LEVELS; j++) {
      sum += of.value(j, b, j * k);
    }
    for (int i = 0; i < k; i++) {
      sum += LEVELS * Math.log(factor[i * k + i]);
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void a_move_is_that_of_the_formula_and_leads_back(int k) {
    var random = RandomStream.of(5, k);
    CubicPolynomials of = some(k, 0.05, random);
    double[] point = normals(LEVELS * k, 0.3, random);
    double[] b = normals(LEVELS * k, 0.3, random);
    double[] here = factor(k, 0.5);
    double[] there = factor(k, 0.8);
    var levels = new PartialCentring(point, of);
    assertThat(levels.begin(of, here, b)).isTrue();
    double before = levels.potential(here);
    assertThat(levels.levels).containsExactly(b, within(1e-12));
    double after = levels.potential(there);
    double[] next = levels.levels.clone();
    double change = joint(of, there, next) - joint(of, here, b);
    change += volume(of, point, there) - volume(of, point, here);
    assertThat(after - before).isEqualTo(change, within(1e-10));
    assertThat(levels.begin(of, there, next)).isTrue();
    levels.potential(here);
    assertThat(levels.levels).containsExactly(b, within(1e-12));
  }

  /** {@code Σ log det L}, {@code LLᵀ = H + Ω}. */
  private static double volume(CubicPolynomials of, double[] point, double[] factor) {
    int k = of.k;
    double[] omega = new double[k * k];
    SmallMatrices.precision(factor, omega, k);
    double[] gradient = new double[k];
    double[] hessian = new double[k * k];
    double sum = 0;
    for (int j = 0; j < LEVELS; j++) {
      of.expand(j, point, j * k, gradient, hessian);
      for (int i = 0; i < k * k; i++) {
        hessian[i] += omega[i];
      }
      assertThat(SmallMatrices.cholesky(hessian, 0, k)).isTrue();
      for (int i = 0; i < k; i++) {
        sum += Math.log(hessian[i * k + i]);
      }
    }
    return sum;
  }

  /** If S is quadratic what is said of scales does not depend on the levels' places. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void levels_of_a_quadratic_are_integrated_out(int k) {
    var random = RandomStream.of(6, k);
    CubicPolynomials of = some(k, 0, random);
    double[] here = factor(k, 0.5);
    double[] there = factor(k, 0.9);
    var levels = new PartialCentring(normals(LEVELS * k, 0.3, random), of);
    levels.begin(of, here, null);
    double marginal = levels.potential(there) - levels.potential(here);
    levels.begin(of, here, normals(LEVELS * k, 1, random));
    double given = levels.potential(there) - levels.potential(here);
    assertThat(given).isEqualTo(marginal, within(1e-9));
  }
}
