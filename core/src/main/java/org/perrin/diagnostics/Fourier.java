package org.perrin.diagnostics;

/**
 * The discrete Fourier transform of m = 2ᵏ complex numbers in place, radix two (Cooley and Tukey,
 * 1965). A vector is a polynomial; each level takes its remainders modulo {@code xʰ − r} and {@code
 * xʰ + r}, until what is left are its values at the m-th roots of one. They come out in the order
 * of the reversed bits of their index, which the way back takes them in: nothing is ever permuted,
 * and every block of a level has a single r, so inner loops run along memory.
 */
final class Fourier {
  /** r of block b, {@code exp(iπ Σ b_k 2⁻ᵏ⁻¹)} with b_k the bits of b; the same at every level. */
  private final double[] cos;

  private final double[] sin;
  private final int m;

  Fourier(int m) {
    this.m = m;
    int blocks = Math.max(1, m / 2);
    cos = new double[blocks];
    sin = new double[blocks];
    cos[0] = 1;
    for (int bit = 1; bit < blocks; bit *= 2) {
      double c = StrictMath.cos(Math.PI / 2 / bit);
      double s = StrictMath.sin(Math.PI / 2 / bit);
      for (int b = 0; b < bit; b++) {
        cos[bit + b] = cos[b] * c - sin[b] * s;
        sin[bit + b] = cos[b] * s + sin[b] * c;
      }
    }
  }

  /** From coefficients to values. */
  void forward(double[] re, double[] im) {
    for (int half = m / 2; half >= 1; half /= 2) {
      for (int block = 0; block < m / 2 / half; block++) {
        split(re, im, 2 * half * block, half, cos[block], sin[block]);
      }
    }
  }

  /** From values to coefficients. */
  void backward(double[] re, double[] im) {
    for (int half = 1; half < m; half *= 2) {
      for (int block = 0; block < m / 2 / half; block++) {
        join(re, im, 2 * half * block, half, cos[block] / 2, -sin[block] / 2);
      }
    }
  }

  /** {@code (a, b) → (a + rb, a − rb)}. */
  private static void split(double[] re, double[] im, int from, int half, double c, double s) {
    for (int i = from; i < from + half; i++) {
      double x = re[i + half] * c - im[i + half] * s;
      double y = re[i + half] * s + im[i + half] * c;
      re[i + half] = re[i] - x;
      im[i + half] = im[i] - y;
      re[i] += x;
      im[i] += y;
    }
  }

  /** {@code (a, b) → ((a + b)/2, (a − b)/(2r))}, {@code c + is = 1/(2r)}. */
  private static void join(double[] re, double[] im, int from, int half, double c, double s) {
    for (int i = from; i < from + half; i++) {
      double x = re[i] - re[i + half];
      double y = im[i] - im[i + half];
      re[i] = (re[i] + re[i + half]) * 0.5;
      im[i] = (im[i] + im[i + half]) * 0.5;
      re[i + half] = x * c - y * s;
      im[i + half] = x * s + y * c;
    }
  }
}
