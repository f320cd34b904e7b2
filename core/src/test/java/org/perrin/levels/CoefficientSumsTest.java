package org.perrin.levels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.perrin.random.RandomStream;

/**
 * What all cells say of a step of the coefficients, against the values of the polynomials of the
 * cells themselves: a cubic function is known by its values, so no derivative is written twice.
 */
class CoefficientSumsTest {
  private static final int CELLS = 300;
  private static final int P = 3;
  private static final int M = 5;
  private final RandomStream random = RandomStream.of(12);

  private double[][] numbers(int count) {
    double[][] out = new double[count][CELLS];
    Arrays.stream(out).forEach(own -> random.fillGaussian(own, CELLS));
    return out;
  }

  /** Column 1 is of a coefficient and of a term, 3 and 4 of terms only. */
  @ParameterizedTest
  @CsvSource({"2,false", "3,false", "2,true", "3,true"})
  void a_step_changes_the_sum_as_it_changes_the_cells(int order, boolean follows) {
    var cells = new CellPolynomials(CELLS, M, order);
    for (double[][] part : new double[][][] {cells.slope, cells.curvature, cells.third}) {
      Arrays.stream(part).forEach(own -> random.fillGaussian(own, CELLS));
    }
    int[] moving = {1, 3, 4};
    int[] columns = {1, 4};
    double[][] follow = follows ? numbers(columns.length * P) : null;
    var sums = new CoefficientSums(cells, P, moving, follow, columns);
    CubicPolynomials out = sums.polynomial();
    for (int trial = 0; trial < 3; trial++) {
      double[][] delta = numbers(M);
      for (int x : new int[] {0, 2}) {
        Arrays.fill(delta[x], random.nextGaussian());
      }
      sums.expand(delta, new double[CELLS], out);
      double[] step = new double[P];
      random.fillGaussian(step, P);
      double before = total(cells, delta);
      move(delta, step, follow, columns);
      double change = total(cells, delta) - before;
      assertThat(out.value(0, step, 0)).isEqualTo(change, within(1e-10 * Math.abs(before)));
    }
  }

  private static void move(double[][] delta, double[] step, double[][] follow, int... columns) {
    for (int c = 0; c < CELLS; c++) {
      for (int a = 0; a < P; a++) {
        delta[a][c] += step[a];
        for (int i = 0; follow != null && i < columns.length; i++) {
          delta[columns[i]][c] += follow[i * P + a][c] * step[a];
        }
      }
    }
  }

  private static double total(CellPolynomials cells, double[][] delta) {
    return IntStream.range(0, CELLS).mapToDouble(c -> cells.value(c, delta)).sum();
  }
}
