package org.perrin.math;

import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels on SIMD registers. Eight lanes are one 512-bit register, two of 256 bits or four of
 * 128; the property {@code perrin.simd} (128, 256, 512) narrows the choice, for tests.
 *
 * <p>The wide path keeps several rows in flight so that their cache misses overlap: that, not
 * arithmetic, is what a random row costs.
 *
 * <p>One long file: all of these share the canonical order of sums, and each stands beside its
 * tail.
 */
final class VectorKernels extends Kernels {
  static final VectorSpecies<Double> S = species();
  private static final int L = S.length();
  private static final VectorShuffle<Double> HALF = rotate(4);
  private static final VectorShuffle<Double> QUARTER = rotate(2);
  private static final VectorShuffle<Double> EIGHTH = rotate(1);

  static Kernels widest() {
    return L > 1 ? new VectorKernels() : new ScalarKernels();
  }

  private static VectorSpecies<Double> species() {
    int bits = Math.min(512, DoubleVector.SPECIES_PREFERRED.vectorBitSize());
    return switch (Math.min(bits, Integer.getInteger("perrin.simd", 512))) {
      case 512 -> DoubleVector.SPECIES_512;
      case 256 -> DoubleVector.SPECIES_256;
      case 128 -> DoubleVector.SPECIES_128;
      default -> DoubleVector.SPECIES_64;
    };
  }

  private static VectorShuffle<Double> rotate(int by) {
    return VectorShuffle.fromOp(S, k -> (k + by) % L);
  }

  private static DoubleVector load(double[] a, int from) {
    return DoubleVector.fromArray(S, a, from);
  }

  /** The canonical tree, on a register of eight lanes. */
  static double tree(DoubleVector v) {
    DoubleVector half = v.add(v.rearrange(HALF));
    DoubleVector quarter = half.add(half.rearrange(QUARTER));
    return quarter.add(quarter.rearrange(EIGHTH)).lane(0);
  }

  @Override
  public String name() {
    return S.vectorBitSize() + " bit";
  }

  @Override
  public double dot(double[] a, int aFrom, double[] b, int bFrom, int n) {
    int whole = n & -LANES;
    if (L == LANES) {
      DoubleVector acc = DoubleVector.zero(S);
      for (int k = 0; k < whole; k += LANES) {
        acc = load(a, aFrom + k).fma(load(b, bFrom + k), acc);
      }
      if (whole < n) {
        VectorMask<Double> rest = S.indexInRange(whole, n);
        DoubleVector last = DoubleVector.fromArray(S, a, aFrom + whole, rest);
        acc = last.fma(DoubleVector.fromArray(S, b, bFrom + whole, rest), acc);
      }
      return tree(acc);
    }
    double[] lanes = new double[LANES];
    for (int part = 0; part < LANES; part += L) {
      DoubleVector acc = DoubleVector.zero(S);
      for (int k = part; k < whole; k += LANES) {
        acc = load(a, aFrom + k).fma(load(b, bFrom + k), acc);
      }
      acc.intoArray(lanes, part);
    }
    for (int k = whole; k < n; k++) {
      lanes[k - whole] = Math.fma(a[aFrom + k], b[bFrom + k], lanes[k - whole]);
    }
    return tree(lanes, 0);
  }

  @Override
  public void dots(double[] x, int stride, int[] rows, int from, int to, double[] v, double[] out) {
    int j = from;
    if (L == LANES) {
      for (; j + 3 < to; j += 4) {
        four(
            x,
            stride,
            rows[j] * stride,
            rows[j + 1] * stride,
            rows[j + 2] * stride,
            rows[j + 3] * stride,
            v,
            out,
            j);
      }
    }
    for (; j < to; j++) {
      out[j] = dot(x, rows[j] * stride, v, 0, stride);
    }
  }

  @Override
  public void dots(double[] x, int stride, int first, int count, double[] v, double[] out) {
    int j = 0;
    if (L == LANES) {
      for (; j + 3 < count; j += 4) {
        int r = (first + j) * stride;
        four(x, stride, r, r + stride, r + 2 * stride, r + 3 * stride, v, out, j);
      }
    }
    for (; j < count; j++) {
      out[j] = dot(x, (first + j) * stride, v, 0, stride);
    }
  }

  @Override
  public void dots(float[] x, int stride, int[] rows, int from, int to, double[] v, double[] out) {
    Singles.dots(x, stride, rows, from, to, v, out);
  }

  private static void four(
      double[] x, int stride, int r0, int r1, int r2, int r3, double[] v, double[] out, int j) {
    DoubleVector a0 = DoubleVector.zero(S);
    DoubleVector a1 = DoubleVector.zero(S);
    DoubleVector a2 = DoubleVector.zero(S);
    DoubleVector a3 = DoubleVector.zero(S);
    for (int k = 0; k < stride; k += LANES) {
      DoubleVector b = load(v, k);
      a0 = load(x, r0 + k).fma(b, a0);
      a1 = load(x, r1 + k).fma(b, a1);
      a2 = load(x, r2 + k).fma(b, a2);
      a3 = load(x, r3 + k).fma(b, a3);
    }
    out[j] = tree(a0);
    out[j + 1] = tree(a1);
    out[j + 2] = tree(a2);
    out[j + 3] = tree(a3);
  }

  @Override
  public void addRows(
      double[] x, int stride, int[] rows, int from, int to, double[] c, double[] out) {
    int k = 0;
    for (; k + 4 * L <= stride; k += 4 * L) {
      DoubleVector a0 = load(out, k);
      DoubleVector a1 = load(out, k + L);
      DoubleVector a2 = load(out, k + 2 * L);
      DoubleVector a3 = load(out, k + 3 * L);
      for (int j = from; j < to; j++) {
        DoubleVector cj = DoubleVector.broadcast(S, c[j]);
        int r = rows[j] * stride + k;
        a0 = cj.fma(load(x, r), a0);
        a1 = cj.fma(load(x, r + L), a1);
        a2 = cj.fma(load(x, r + 2 * L), a2);
        a3 = cj.fma(load(x, r + 3 * L), a3);
      }
      a0.intoArray(out, k);
      a1.intoArray(out, k + L);
      a2.intoArray(out, k + 2 * L);
      a3.intoArray(out, k + 3 * L);
    }
    if (k + 3 * L == stride) {
      DoubleVector a0 = load(out, k);
      DoubleVector a1 = load(out, k + L);
      DoubleVector a2 = load(out, k + 2 * L);
      for (int j = from; j < to; j++) {
        DoubleVector cj = DoubleVector.broadcast(S, c[j]);
        int r = rows[j] * stride + k;
        a0 = cj.fma(load(x, r), a0);
        a1 = cj.fma(load(x, r + L), a1);
        a2 = cj.fma(load(x, r + 2 * L), a2);
      }
      a0.intoArray(out, k);
      a1.intoArray(out, k + L);
      a2.intoArray(out, k + 2 * L);
      k = stride;
    }
    for (; k < stride; k += L) {
      DoubleVector a = load(out, k);
      for (int j = from; j < to; j++) {
        a = DoubleVector.broadcast(S, c[j]).fma(load(x, rows[j] * stride + k), a);
      }
      a.intoArray(out, k);
    }
  }

  @Override
  public void addRows(
      float[] x, int stride, int[] rows, int from, int to, double[] c, double[] out) {
    Singles.addRows(x, stride, rows, from, to, c, out);
  }

  @Override
  public void addRows(double[] x, int stride, int first, int count, double[] c, double[] out) {
    for (int from = 0; from < count; from += BLOCK) {
      int to = Math.min(from + BLOCK, count);
      int k = 0;
      for (; k + 4 * L <= stride; k += 4 * L) {
        fourColumns(x, stride, first, from, to, c, out, k);
      }
      for (; k < stride; k += L) {
        DoubleVector a = load(out, k);
        for (int j = from; j < to; j++) {
          a = DoubleVector.broadcast(S, c[j]).fma(load(x, (first + j) * stride + k), a);
        }
        a.intoArray(out, k);
      }
    }
  }

  /** Four groups of columns: four sums hide the latency of each other. */
  private static void fourColumns(
      double[] x, int stride, int first, int from, int to, double[] c, double[] out, int k) {
    DoubleVector a0 = load(out, k);
    DoubleVector a1 = load(out, k + L);
    DoubleVector a2 = load(out, k + 2 * L);
    DoubleVector a3 = load(out, k + 3 * L);
    for (int j = from; j < to; j++) {
      DoubleVector cj = DoubleVector.broadcast(S, c[j]);
      int r = (first + j) * stride + k;
      a0 = cj.fma(load(x, r), a0);
      a1 = cj.fma(load(x, r + L), a1);
      a2 = cj.fma(load(x, r + 2 * L), a2);
      a3 = cj.fma(load(x, r + 3 * L), a3);
    }
    a0.intoArray(out, k);
    a1.intoArray(out, k + L);
    a2.intoArray(out, k + 2 * L);
    a3.intoArray(out, k + 3 * L);
  }

  @Override
  public void columnDots(
      double[] x, int height, int columns, int first, int count, double[] v, double[] out) {
    ColumnKernels.dots(x, height, columns, first, count, v, out);
  }

  @Override
  public void addColumns(
      double[] x, int height, int columns, int first, int count, double[] c, double[] out) {
    ColumnKernels.addSums(x, height, columns, first, count, c, out);
  }

  @Override
  public void addElements(double[] v, int[] places, int from, int count, double[] out) {
    ColumnKernels.addElements(v, places, from, count, out);
  }

  @Override
  public void addOuter(double[] x, int stride, int first, int count, double[] c, double[] g) {
    if (L == LANES) {
      Tiles.add(x, stride, first, count, c, g);
      return;
    }
    double[] cx = KernelScratch.SCALED.array(BLOCK * stride);
    for (int from = 0; from < count; from += BLOCK) {
      int rows = Math.min(BLOCK, count - from);
      for (int j = 0; j < rows; j++) {
        for (int k = 0; k < stride; k += L) {
          load(x, (first + from + j) * stride + k).mul(c[from + j]).intoArray(cx, j * stride + k);
        }
      }
      narrowBlock(x, stride, first + from, rows, cx, g);
    }
  }

  private static void narrowBlock(
      double[] x, int stride, int first, int count, double[] cx, double[] g) {
    for (int i = 0; i < stride; i++) {
      for (int col = i & -LANES; col < stride; col += L) {
        DoubleVector a = load(g, i * stride + col);
        for (int j = 0; j < count; j++) {
          a =
              DoubleVector.broadcast(S, cx[j * stride + i])
                  .fma(load(x, (first + j) * stride + col), a);
        }
        a.intoArray(g, i * stride + col);
      }
    }
  }

  /** Four rows times two groups of columns of m: eight sums hide the latency of each other. */
  private static void fourByTwo(
      double[] x, int r, int stride, double[] m, int k, int outStride, double[] out, int o) {
    DoubleVector a0 = DoubleVector.zero(S);
    DoubleVector a1 = DoubleVector.zero(S);
    DoubleVector a2 = DoubleVector.zero(S);
    DoubleVector a3 = DoubleVector.zero(S);
    DoubleVector b0 = DoubleVector.zero(S);
    DoubleVector b1 = DoubleVector.zero(S);
    DoubleVector b2 = DoubleVector.zero(S);
    DoubleVector b3 = DoubleVector.zero(S);
    for (int i = 0; i < stride; i++) {
      DoubleVector left = load(m, i * outStride + k);
      DoubleVector right = load(m, i * outStride + k + L);
      DoubleVector x0 = DoubleVector.broadcast(S, x[r + i]);
      DoubleVector x1 = DoubleVector.broadcast(S, x[r + stride + i]);
      DoubleVector x2 = DoubleVector.broadcast(S, x[r + 2 * stride + i]);
      DoubleVector x3 = DoubleVector.broadcast(S, x[r + 3 * stride + i]);
      a0 = x0.fma(left, a0);
      b0 = x0.fma(right, b0);
      a1 = x1.fma(left, a1);
      b1 = x1.fma(right, b1);
      a2 = x2.fma(left, a2);
      b2 = x2.fma(right, b2);
      a3 = x3.fma(left, a3);
      b3 = x3.fma(right, b3);
    }
    a0.intoArray(out, o);
    b0.intoArray(out, o + L);
    a1.intoArray(out, o + outStride);
    b1.intoArray(out, o + outStride + L);
    a2.intoArray(out, o + 2 * outStride);
    b2.intoArray(out, o + 2 * outStride + L);
    a3.intoArray(out, o + 3 * outStride);
    b3.intoArray(out, o + 3 * outStride + L);
  }

  private static void fourByOne(
      double[] x, int r, int stride, double[] m, int k, int outStride, double[] out, int o) {
    DoubleVector a0 = DoubleVector.zero(S);
    DoubleVector a1 = DoubleVector.zero(S);
    DoubleVector a2 = DoubleVector.zero(S);
    DoubleVector a3 = DoubleVector.zero(S);
    for (int i = 0; i < stride; i++) {
      DoubleVector b = load(m, i * outStride + k);
      a0 = DoubleVector.broadcast(S, x[r + i]).fma(b, a0);
      a1 = DoubleVector.broadcast(S, x[r + stride + i]).fma(b, a1);
      a2 = DoubleVector.broadcast(S, x[r + 2 * stride + i]).fma(b, a2);
      a3 = DoubleVector.broadcast(S, x[r + 3 * stride + i]).fma(b, a3);
    }
    a0.intoArray(out, o);
    a1.intoArray(out, o + outStride);
    a2.intoArray(out, o + 2 * outStride);
    a3.intoArray(out, o + 3 * outStride);
  }

  @Override
  public void multiply(
      double[] x,
      int stride,
      int first,
      int count,
      double[] m,
      int outStride,
      double[] out,
      int outFirst) {
    int j = 0;
    if (L == LANES) {
      j = Panels.multiply(x, stride, first, count, m, outStride, out, outFirst);
    }
    for (; j + 3 < count; j += 4) {
      int r = (first + j) * stride;
      int o = (outFirst + j) * outStride;
      int k = 0;
      for (; k + 2 * L <= outStride; k += 2 * L) {
        fourByTwo(x, r, stride, m, k, outStride, out, o + k);
      }
      for (; k < outStride; k += L) {
        fourByOne(x, r, stride, m, k, outStride, out, o + k);
      }
    }
    for (; j < count; j++) {
      int o = (outFirst + j) * outStride;
      Arrays.fill(out, o, o + outStride, 0);
      for (int i = 0; i < stride; i++) {
        axpy(x[(first + j) * stride + i], m, i * outStride, out, o, outStride);
      }
    }
  }

  @Override
  public void axpy(double a, double[] x, int xFrom, double[] y, int yFrom, int n) {
    Elementwise.axpy(a, x, xFrom, y, yFrom, n);
  }

  @Override
  public void addProducts(
      double a, double[] x, int xFrom, double[] y, int yFrom, double[] out, int outFrom, int n) {
    Elementwise.addProducts(a, x, xFrom, y, yFrom, out, outFrom, n);
  }

  @Override
  public void exp(double[] x, double[] out, int n) {
    Exponentials.exp(x, out, n);
  }

  @Override
  public void expit(double[] x, double[] out, int n) {
    Exponentials.expit(x, out, n);
  }

  @Override
  public void log1pExp(double[] x, double[] out, int n) {
    Exponentials.log1pExp(x, out, n);
  }

  @Override
  public boolean standardise(double[] x, double[] centre, double[] scale, int n, boolean single) {
    return Elementwise.standardise(x, centre, scale, n, single);
  }

  @Override
  public boolean pick(Picking picking, double[] raw, int gap, int n, double[] out) {
    return Picks.doubles(picking, raw, gap, n, out);
  }

  @Override
  public boolean pick(Picking picking, float[] raw, int gap, int n, double[] out) {
    return Picks.singles(picking, raw, gap, n, out);
  }

  @Override
  public void addTriples(Triples triples, double[] z, int count, double[] c, double[] sum) {
    if (L == LANES) {
      TripleTiles.add(triples, z, count, c, sum);
    } else {
      ScalarKernels.addTriples(this, triples, z, count, c, sum);
    }
  }
}
