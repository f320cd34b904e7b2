package org.perrin.math;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;

/**
 * {@link Picking} by registers, column blocks one after the other so that all else stays put.
 * Numbers times 0 add up to 0 if all are finite; a largest one is slower to find.
 */
final class Picks {
  private static final int L = VectorKernels.S.length();

  private Picks() {}

  /** One run of columns in one register, of all rows: a sum that is 0 if all of it is finite. */
  @FunctionalInterface
  private interface Run {
    double pick(int at, int shift, int run);
  }

  static boolean doubles(Picking picking, double[] raw, int gap, int n, double[] out) {
    return each(
        picking, n, out, (at, shift, run) -> doubles(picking, raw, gap, n, out, at, shift, run));
  }

  static boolean singles(Picking picking, float[] raw, int gap, int n, double[] out) {
    return each(
        picking, n, out, (at, shift, run) -> singles(picking, raw, gap, n, out, at, shift, run));
  }

  private static boolean each(Picking picking, int n, double[] out, Run body) {
    double nothing = 0;
    for (int at = 0; at < picking.stride(); at += L) {
      int r = at / Kernels.LANES;
      int runs = picking.shifts[r].length;
      if (runs == 0) {
        fill(picking, at, n, out);
      }
      for (int run = 0; run < runs; run++) {
        nothing += body.pick(at, Picking.MARGIN + at + picking.shifts[r][run], run);
      }
    }
    return nothing == 0;
  }

  private static VectorMask<Double> mask(Picking picking, int at, int run) {
    long bits = picking.lanes[at / Kernels.LANES][run] >>> at % Kernels.LANES;
    return VectorMask.fromLong(VectorKernels.S, bits & (1L << L) - 1);
  }

  private static double doubles(
      Picking picking, double[] raw, int gap, int n, double[] out, int at, int shift, int run) {
    VectorMask<Double> mask = mask(picking, at, run);
    DoubleVector ones = DoubleVector.fromArray(VectorKernels.S, picking.ones, at);
    DoubleVector zero = DoubleVector.zero(VectorKernels.S);
    DoubleVector nothing = zero;
    int stride = picking.stride();
    for (int j = 0; j < n; j++) {
      int to = j * stride + at;
      DoubleVector before = run == 0 ? ones : DoubleVector.fromArray(VectorKernels.S, out, to);
      DoubleVector row =
          before.blend(DoubleVector.fromArray(VectorKernels.S, raw, j * gap + shift), mask);
      row.intoArray(out, to);
      nothing = row.fma(zero, nothing);
    }
    return nothing.reduceLanes(VectorOperators.ADD);
  }

  private static double singles(
      Picking picking, float[] raw, int gap, int n, double[] out, int at, int shift, int run) {
    VectorMask<Double> mask = mask(picking, at, run);
    DoubleVector ones = DoubleVector.fromArray(VectorKernels.S, picking.ones, at);
    DoubleVector zero = DoubleVector.zero(VectorKernels.S);
    DoubleVector nothing = zero;
    int stride = picking.stride();
    for (int j = 0; j < n; j++) {
      int to = j * stride + at;
      DoubleVector before = run == 0 ? ones : DoubleVector.fromArray(VectorKernels.S, out, to);
      DoubleVector row = before.blend(Singles.load(raw, j * gap + shift), mask);
      row.intoArray(out, to);
      nothing = row.fma(zero, nothing);
    }
    return nothing.reduceLanes(VectorOperators.ADD);
  }

  private static void fill(Picking picking, int at, int n, double[] out) {
    DoubleVector ones = DoubleVector.fromArray(VectorKernels.S, picking.ones, at);
    for (int j = 0; j < n; j++) {
      ones.intoArray(out, j * picking.stride() + at);
    }
  }
}
