package org.perrin.io.design;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.perrin.data.CodedRows;
import org.perrin.math.Matrices;
import org.perrin.math.Parallel;

/**
 * Whether columns of coded rows are clearly no combinations of each other: {@code XᵀX}, of which
 * {@code s²} elements a row are added up, has a Cholesky factor whose pivots, of columns of length
 * one, are well above what rounding leaves. What it is in doubt about takes a closer look.
 */
final class CodedDependence {
  /** Squares of what is left of a column below which nothing is clear. */
  private static final double LEAST = 1e-9;

  private static final int SAMPLE = 200_000;

  private CodedDependence() {}

  /** First of some rows, then of all. */
  static boolean none(CodedRows x) {
    int sample = Math.min(x.count(), SAMPLE);
    int[] some =
        IntStream.range(0, sample).map(i -> (int) ((long) i * x.count() / sample)).toArray();
    return clear(x.select(some)) || sample < x.count() && clear(x);
  }

  private static boolean clear(CodedRows x) {
    int d = x.width();
    int stride = x.stride();
    double[] ones = new double[x.block()];
    Arrays.fill(ones, 1);
    double[] upper =
        Parallel.sum(
            x.count(),
            stride * stride,
            (sum, from, to) -> {
              for (int first = from; first < to; first += ones.length) {
                x.addOuter(first, Math.min(ones.length, to - first), ones, sum);
              }
            });
    double[] gram = new double[d * d];
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < d; k++) {
        double length = Math.sqrt(upper[i * stride + i] * upper[k * stride + k]);
        gram[i * d + k] = upper[Math.min(i, k) * stride + Math.max(i, k)] / length;
      }
    }
    double[] lower =
        Arrays.stream(gram).allMatch(Double::isFinite) ? Matrices.choleskyOrNull(gram, d) : null;
    return lower != null
        && IntStream.range(0, d).allMatch(k -> lower[k * d + k] * lower[k * d + k] > LEAST);
  }
}
