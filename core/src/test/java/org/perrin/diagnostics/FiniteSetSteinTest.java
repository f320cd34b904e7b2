package org.perrin.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.perrin.random.RandomStream;

class FiniteSetSteinTest {
  private static final FiniteSetStein STEIN =
      FiniteSetStein.imq(1.5, -0.4, new double[] {0.3, -1}, new double[] {-0.2, 0.8});

  private static double[] noise(long seed, int n, double mean) {
    double[] out = new double[n];
    RandomStream.of(seed).fillGaussian(out, n);
    return Arrays.stream(out).map(x -> x + mean).toArray();
  }

  /** {@code s k + ∂k/∂x}, the derivative by differences. */
  private static double xi(double[] x, double[] g, double[] v, int k) {
    double[] up = x.clone();
    double[] down = x.clone();
    up[k] += 1e-5;
    down[k] -= 1e-5;
    return -g[k] * kernel(x, v) + (kernel(up, v) - kernel(down, v)) / 2e-5;
  }

  private static double kernel(double[] x, double[] v) {
    return Math.pow(2.25 + Math.pow(x[0] - v[0], 2) + Math.pow(x[1] - v[1], 2), -0.4);
  }

  @Test
  void equalsTheSumOverPairsForEveryBeginning() {
    double[] values = noise(1, 40, 0.5);
    double[] gradients = noise(2, 40, 0);
    double[] curve = STEIN.of(values, gradients);
    assertThat(curve[0]).isNaN();
    double sum = 0;
    for (int i = 1; i < 20; i++) {
      for (int j = 0; j < i; j++) {
        for (double[] v : STEIN.points()) {
          for (int k = 0; k < 2; k++) {
            double a = xi(draw(values, i), draw(gradients, i), v, k);
            sum += 2 * a * xi(draw(values, j), draw(gradients, j), v, k);
          }
        }
      }
      assertThat(curve[i]).isCloseTo(sum / 4 / (i * (i + 1)), within(1e-9));
    }
  }

  private static double[] draw(double[] values, int i) {
    return new double[] {values[2 * i], values[2 * i + 1]};
  }

  @Test
  void isNearZeroForDrawsOfThePosteriorOnly() {
    double[] good = noise(3, 10_000, 0);
    double[] moved = noise(3, 10_000, 0.3);
    // ∇f = x for a standard normal; over 300 seeds 0.0000 ± 0.0001, and 0.027 ± 0.002
    assertThat(STEIN.of(good, good)[4999]).isCloseTo(0, within(0.001));
    assertThat(STEIN.of(moved, moved)[4999]).isGreaterThan(0.01);
  }

  @Test
  void namesWhatIsWrong() {
    assertThatThrownBy(() -> FiniteSetStein.imq(1, -0.5)).hasMessageContaining("exist");
    assertThatThrownBy(() -> FiniteSetStein.imq(1, 0.5, new double[1])).hasMessageContaining("0.5");
    assertThatThrownBy(() -> STEIN.of(new double[3], new double[3])).hasMessageContaining("3");
  }
}
