package org.perrin.diagnostics;

import java.util.Arrays;
import org.perrin.math.Kernels;

/**
 * {@code γₜ = (1/n) Σₛ (xₛ − x̄)(xₛ₊ₜ − x̄)}, averaged over chains of n draws each with its own
 * mean. Lags are computed as they are asked for, O(n) each; a chain that is still correlated after
 * {@value #DIRECT} lags gets all of them at once by the fast Fourier transform, O(n log n).
 */
final class Autocovariance {
  private static final int DIRECT = 64;

  private final double[][] centred;
  private final double[] means;
  private final int n;
  private double[] all;

  Autocovariance(double[][] chains) {
    n = chains[0].length;
    means = new double[chains.length];
    centred = new double[chains.length][];
    for (int c = 0; c < chains.length; c++) {
      double sum = 0;
      for (double x : chains[c]) {
        sum += x;
      }
      means[c] = sum / n;
      centred[c] = new double[n + Kernels.LANES];
      for (int t = 0; t < n; t++) {
        centred[c][t] = chains[c][t] - means[c];
      }
    }
  }

  /** The chains' means. */
  double[] means() {
    return means;
  }

  /** γ at {@code lag}. */
  double at(int lag) {
    if (lag < DIRECT) {
      return direct(lag);
    }
    if (all == null) {
      all = transformed();
    }
    return all[lag];
  }

  private double direct(int lag) {
    double sum = 0;
    for (double[] x : centred) {
      // what lies beyond the end is zero
      sum += Kernels.best().dot(x, 0, x, lag, Kernels.pad(n - lag));
    }
    return sum / n / centred.length;
  }

  /** Two chains at a time, one of them imaginary: their autocovariances add up. */
  private double[] transformed() {
    int m = Integer.highestOneBit(2 * n - 1) << 1;
    double[] power = new double[m];
    for (int c = 0; c < centred.length; c += 2) {
      double[] re = Arrays.copyOf(Arrays.copyOf(centred[c], n), m);
      double[] im =
          c + 1 < centred.length
              ? Arrays.copyOf(Arrays.copyOf(centred[c + 1], n), m)
              : new double[m];
      fourier(re, im);
      for (int k = 0; k < m; k++) {
        power[k] += re[k] * re[k] + im[k] * im[k];
      }
    }
    fourier(power, new double[m]);
    double scale = 1.0 / m / n / centred.length;
    return Arrays.stream(power, 0, n).map(v -> v * scale).toArray();
  }

  /** The discrete Fourier transform in place, radix two (Cooley and Tukey, 1965). */
  private static void fourier(double[] re, double[] im) {
    int m = re.length;
    int shift = Integer.numberOfLeadingZeros(m) + 1;
    for (int i = 0; i < m; i++) {
      int j = Integer.reverse(i) >>> shift;
      if (i < j) {
        swap(re, i, j);
        swap(im, i, j);
      }
    }
    double[] cos = new double[m / 2];
    double[] sin = new double[m / 2];
    for (int k = 0; k < m / 2; k++) {
      cos[k] = StrictMath.cos(2 * Math.PI * k / m);
      sin[k] = -StrictMath.sin(2 * Math.PI * k / m);
    }
    for (int half = 1; half < m; half *= 2) {
      int stride = m / (2 * half);
      for (int start = 0; start < m; start += 2 * half) {
        for (int k = 0; k < half; k++) {
          int a = start + k;
          int b = a + half;
          double c = cos[k * stride];
          double s = sin[k * stride];
          double x = re[b] * c - im[b] * s;
          double y = re[b] * s + im[b] * c;
          re[b] = re[a] - x;
          im[b] = im[a] - y;
          re[a] += x;
          im[a] += y;
        }
      }
    }
  }

  private static void swap(double[] v, int i, int j) {
    double t = v[i];
    v[i] = v[j];
    v[j] = t;
  }
}
