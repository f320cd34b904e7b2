package org.perrin.diagnostics;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Kernels;

/**
 * The autocovariance of numbers. Lags are computed as they are asked for, O(n) each; chains that
 * are still correlated after {@value #DIRECT} lags get all of them at once by the fast Fourier
 * transform, O(n log n).
 */
final class NumberAutocovariance implements Autocovariance {
  private static final int DIRECT = 64;

  private final double[][] centred;
  private final double[] means;
  private final int n;
  private double @Nullable [] all;

  NumberAutocovariance(double[][] chains) {
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

  @Override
  public int length() {
    return n;
  }

  @Override
  public double[] means() {
    return means;
  }

  @Override
  public double at(int lag) {
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
    var fourier = new Fourier(m);
    double[] power = new double[m];
    double[] re = new double[m];
    double[] im = new double[m];
    for (int c = 0; c < centred.length; c += 2) {
      fill(re, centred[c]);
      fill(im, c + 1 < centred.length ? centred[c + 1] : new double[0]);
      fourier.forward(re, im);
      for (int k = 0; k < m; k++) {
        power[k] += re[k] * re[k] + im[k] * im[k];
      }
    }
    Arrays.fill(im, 0);
    fourier.backward(power, im);
    double scale = 1.0 / n / centred.length;
    for (int t = 0; t < n; t++) {
      power[t] *= scale;
    }
    return power;
  }

  private void fill(double[] to, double[] from) {
    int count = Math.min(n, from.length);
    System.arraycopy(from, 0, to, 0, count);
    Arrays.fill(to, count, to.length, 0);
  }
}
