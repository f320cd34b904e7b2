package org.perrin.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FourierTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8, 64, 256})
  void values_of_the_polynomial_at_the_roots_of_one(int m) {
    var random = new SplittableRandom(m);
    double[] re = random.doubles(m, -1, 1).toArray();
    double[] im = random.doubles(m, -1, 1).toArray();
    double[] valuesRe = re.clone();
    double[] valuesIm = im.clone();
    new Fourier(m).forward(valuesRe, valuesIm);
    for (int k = 0; k < m; k++) {
      double angle = 2 * Math.PI * reversed(k, m) / m;
      double x = 0;
      double y = 0;
      for (int t = 0; t < m; t++) {
        double c = Math.cos(angle * t);
        double s = Math.sin(angle * t);
        x += re[t] * c - im[t] * s;
        y += re[t] * s + im[t] * c;
      }
      assertThat(valuesRe[k]).isCloseTo(x, within(1e-10));
      assertThat(valuesIm[k]).isCloseTo(y, within(1e-10));
    }
  }

  private static int reversed(int k, int m) {
    return m == 1 ? 0 : Integer.reverse(k) >>> (Integer.numberOfLeadingZeros(m) + 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 1 << 10, 1 << 18})
  void there_and_back_again(int m) {
    var random = new SplittableRandom(m);
    double[] re = random.doubles(m, -1, 1).toArray();
    double[] im = random.doubles(m, -1, 1).toArray();
    double[] x = re.clone();
    double[] y = im.clone();
    var fourier = new Fourier(m);
    fourier.forward(x, y);
    fourier.backward(x, y);
    assertThat(x).containsExactly(re, within(1e-13));
    assertThat(y).containsExactly(im, within(1e-13));
  }
}
