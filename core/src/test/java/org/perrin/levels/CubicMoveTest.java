package org.perrin.levels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.random.RandomStream;

/** Moves of one and two coefficients, whose loops are written out, against those of any number. */
class CubicMoveTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void written_out_moves_are_those_of_loops(int k) {
    var random = RandomStream.of(4);
    var of = new CubicPolynomials(1, k, 3);
    for (int trial = 0; trial < 50; trial++) {
      double[] w = new double[k];
      of.clearLow();
      java.util.Arrays.fill(of.third, 0);
      for (int row = 0; row < 5; row++) {
        random.fillGaussian(w, k);
        add(of, w, random.nextGaussian(), random.nextExponential(), random.nextGaussian() / 4);
      }
      double[] omega = k == 1 ? new double[] {1.3} : new double[] {1.3, 0.4, 0.4, 0.9};
      double[] start = new double[k];
      double[] now = new double[k];
      random.fillGaussian(start, k);
      random.fillGaussian(now, k);
      var quick = new CubicMove(k);
      var slow = new CubicMove(k);
      double gap = quick.propose(of, 0, omega, null, start, now, 0, random.copy());
      double same = slow.propose(of, 0, omega, new double[k], start, now, 0, random.copy());
      if (Double.isInfinite(same)) {
        assertThat(gap).isEqualTo(same);
        continue;
      }
      assertThat(gap).isEqualTo(same, within(1e-9 * (1 + Math.abs(same))));
      for (int i = 0; i < k; i++) {
        assertThat(quick.next[i])
            .isEqualTo(slow.next[i], within(1e-9 * (1 + Math.abs(slow.next[i]))));
      }
    }
  }

  private static void add(
      CubicPolynomials of, double[] w, double first, double second, double third) {
    int k = w.length;
    for (int i = 0; i < k; i++) {
      of.slope[i] += first * w[i];
      for (int l = 0; l < k; l++) {
        of.curvature[i * k + l] += second * w[i] * w[l];
        for (int n = 0; n < k; n++) {
          of.third[(i * k + l) * k + n] += third * w[i] * w[l] * w[n];
        }
      }
    }
  }
}
