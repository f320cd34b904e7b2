package org.perrin.levels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.random.RandomStream;

/** Polynomials of all cells at once against one at a time, and derivatives against differences. */
class CellPolynomialsTest {
  private static final int CELLS = 300;
  private static final int M = 3;
  private final RandomStream random = RandomStream.of(3);

  private CellPolynomials some(int order) {
    var sums = new CellPolynomials(CELLS, M, order);
    for (double[][] part : new double[][][] {sums.slope, sums.curvature, sums.third}) {
      Arrays.stream(part).forEach(own -> random.fillGaussian(own, CELLS));
    }
    return sums;
  }

  private double[][] points() {
    double[][] at = new double[M][CELLS];
    Arrays.stream(at).forEach(own -> random.fillGaussian(own, CELLS));
    return at;
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void all_cells_have_the_values_that_one_has(int order) {
    CellPolynomials sums = some(order);
    double[][] at = points();
    double[] out = new double[CELLS];
    sums.value(at, out, 0, 256, new CellPolynomials.Scratch());
    sums.value(at, out, 256, CELLS, new CellPolynomials.Scratch());
    for (int c = 0; c < CELLS; c++) {
      assertThat(out[c]).isEqualTo(sums.value(c, at), within(1e-12 * (1 + Math.abs(out[c]))));
    }
  }

  /** {@code γᵀΔ + ½ ΔᵀHΔ + ⅙ T(Δ, Δ, Δ)}, all sums written out. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void a_value_is_that_of_the_formula(int order) {
    CellPolynomials sums = some(order);
    double[][] at = points();
    double sum = 0;
    for (int a = 0; a < M; a++) {
      sum += sums.slope[a][7] * at[a][7];
      for (int b = 0; b < M; b++) {
        double both = at[a][7] * at[b][7];
        sum += sums.curvature[CellPolynomials.pair(a, b)][7] * both / 2;
        for (int d = 0; order > 2 && d < M; d++) {
          sum += sums.third[CellPolynomials.triple(a, b, d)][7] * both * at[d][7] / 6;
        }
      }
    }
    assertThat(sums.value(7, at)).isEqualTo(sum, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void shifted_derivatives_give_the_same_differences(int order) {
    CellPolynomials sums = some(order);
    double[][] at = points();
    int[] columns = {2, 0};
    double[][] gradient = new double[2][CellPolynomials.BLOCK];
    double[][] hessian = new double[3][CellPolynomials.BLOCK];
    sums.expand(columns, at, 0, 256, gradient, hessian, new CellPolynomials.Scratch());
    int[] owner = new int[CELLS];
    Arrays.setAll(owner, c -> c);
    var own = new CubicPolynomials(CELLS, 2, order);
    own.addLow(gradient, hessian, owner, 0, 256);
    own.mirror();
    double[] now = {0.3, -0.7};
    double[] then = {1.1, 0.2};
    for (int c = 0; c < 256; c += 17) {
      own.addThird(c, sums, c, columns);
      own.shift(c, now, 0);
      double before = sums.value(c, at);
      at[2][c] += then[0] - now[0];
      at[0][c] += then[1] - now[1];
      double change = sums.value(c, at) - before;
      assertThat(own.value(c, then, 0) - own.value(c, now, 0)).isEqualTo(change, within(1e-11));
    }
  }

  /** The loops for one and two variables do what the general one does. */
  @ParameterizedTest
  @CsvSource({"1,2", "1,3", "2,2", "2,3", "3,3"})
  void all_are_shifted_as_each_is(int k, int order) {
    var random = RandomStream.of(8, k);
    var each = new CubicPolynomials(50, k, order);
    random.fillGaussian(each.slope, each.slope.length);
    double[] now = new double[50 * k];
    random.fillGaussian(now, now.length);
    for (int j = 0; j < 50; j++) {
      for (int i = 0; i < k; i++) {
        for (int l = 0; l <= i; l++) {
          double second = random.nextGaussian();
          each.curvature[(j * k + i) * k + l] = second;
          each.curvature[(j * k + l) * k + i] = second;
          for (int n = 0; order > 2 && n < k; n++) {
            // symmetric: a function of the set of places
            int sum = i + l + n;
            int most = Math.max(i, Math.max(l, n));
            int least = Math.min(i, Math.min(l, n));
            double third = Math.sin(j + 3 * sum + 7 * most + 11 * least);
            each.third[((j * k + i) * k + l) * k + n] = third;
            each.third[((j * k + l) * k + i) * k + n] = third;
          }
        }
      }
    }
    CubicPolynomials all = each.copy();
    all.shiftAll(now);
    for (int j = 0; j < 50; j++) {
      each.shift(j, now, j * k);
    }
    assertThat(all.slope).containsExactly(each.slope, within(1e-12));
    assertThat(all.curvature).containsExactly(each.curvature, within(1e-12));
  }

  /** {@code q = ΔᵀHΔ + Σ (ridge_a H_aa + floor_a) Δ_a²}. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void a_distance_is_that_of_the_formula(int order) {
    CellPolynomials sums = some(order);
    double[][] at = points();
    double[] out = new double[CELLS];
    double[] ridge = {0.1, 20, 0.3};
    double[] floor = {0.7, 0, 0.3};
    sums.distance(
        new int[] {0, 1, 2}, at, ridge, floor, out, 256, CELLS, new CellPolynomials.Scratch());
    double sum = 0;
    for (int a = 0; a < M; a++) {
      for (int b = 0; b < M; b++) {
        double own = sums.curvature[CellPolynomials.pair(a, b)][290];
        sum += (a == b ? 1 + ridge[a] : 1) * own * at[a][290] * at[b][290];
      }
      sum += floor[a] * at[a][290] * at[a][290];
    }
    assertThat(out[290]).isEqualTo(sum, within(1e-12));
  }
}
