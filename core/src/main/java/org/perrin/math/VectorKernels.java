package org.perrin.math;

import java.util.Arrays;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The kernels on SIMD registers. Eight lanes are one 512-bit register, two of 256 bits or four of
 * 128; the property {@code perrin.simd} (128, 256, 512) narrows the choice, for tests.
 *
 * <p>The wide path keeps several rows in flight so that their cache misses overlap: that, not
 * arithmetic, is what a random row costs.
 */
final class VectorKernels extends Kernels {
  private static final VectorSpecies<Double> S = species();
  private static final int L = S.length();
  private static final int BLOCK = 64;
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
  private static double tree(DoubleVector v) {
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
    if (L == LANES && whole == n) {
      DoubleVector acc = DoubleVector.zero(S);
      for (int k = 0; k < n; k += LANES) {
        acc = load(a, aFrom + k).fma(load(b, bFrom + k), acc);
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
    for (; k < stride; k += L) {
      DoubleVector a = load(out, k);
      for (int j = from; j < to; j++) {
        a = DoubleVector.broadcast(S, c[j]).fma(load(x, rows[j] * stride + k), a);
      }
      a.intoArray(out, k);
    }
  }

  @Override
  public void addRows(double[] x, int stride, int first, int count, double[] c, double[] out) {
    for (int from = 0; from < count; from += BLOCK) {
      int to = Math.min(from + BLOCK, count);
      for (int k = 0; k < stride; k += L) {
        DoubleVector a = load(out, k);
        for (int j = from; j < to; j++) {
          a = DoubleVector.broadcast(S, c[j]).fma(load(x, (first + j) * stride + k), a);
        }
        a.intoArray(out, k);
      }
    }
  }

  @Override
  public void addOuter(double[] x, int stride, int first, int count, double[] c, double[] g) {
    double[] cx = new double[BLOCK * stride];
    for (int from = 0; from < count; from += BLOCK) {
      int rows = Math.min(BLOCK, count - from);
      for (int j = 0; j < rows; j++) {
        for (int k = 0; k < stride; k += L) {
          load(x, (first + from + j) * stride + k).mul(c[from + j]).intoArray(cx, j * stride + k);
        }
      }
      if (L == LANES) {
        outerBlock(x, stride, first + from, rows, cx, g);
      } else {
        narrowBlock(x, stride, first + from, rows, cx, g);
      }
    }
  }

  private static void outerBlock(
      double[] x, int stride, int first, int count, double[] cx, double[] g) {
    for (int i = 0; i < stride; i += LANES) {
      int col = i;
      for (; col + 16 <= stride; col += 16) {
        tile2(x, stride, first, count, cx, g, i, col);
      }
      if (col < stride) {
        tile1(x, stride, first, count, cx, g, i, col);
      }
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

  /** Eight rows of g by 2 groups of columns, in registers over a block of rows. */
  private static void tile2(
      double[] x, int stride, int first, int count, double[] cx, double[] g, int i, int col) {
    DoubleVector a00 = load(g, (i + 0) * stride + col + 0);
    DoubleVector a01 = load(g, (i + 0) * stride + col + 8);
    DoubleVector a10 = load(g, (i + 1) * stride + col + 0);
    DoubleVector a11 = load(g, (i + 1) * stride + col + 8);
    DoubleVector a20 = load(g, (i + 2) * stride + col + 0);
    DoubleVector a21 = load(g, (i + 2) * stride + col + 8);
    DoubleVector a30 = load(g, (i + 3) * stride + col + 0);
    DoubleVector a31 = load(g, (i + 3) * stride + col + 8);
    DoubleVector a40 = load(g, (i + 4) * stride + col + 0);
    DoubleVector a41 = load(g, (i + 4) * stride + col + 8);
    DoubleVector a50 = load(g, (i + 5) * stride + col + 0);
    DoubleVector a51 = load(g, (i + 5) * stride + col + 8);
    DoubleVector a60 = load(g, (i + 6) * stride + col + 0);
    DoubleVector a61 = load(g, (i + 6) * stride + col + 8);
    DoubleVector a70 = load(g, (i + 7) * stride + col + 0);
    DoubleVector a71 = load(g, (i + 7) * stride + col + 8);
    for (int j = 0; j < count; j++) {
      int row = (first + j) * stride + col;
      int c = j * stride + i;
      DoubleVector x0 = load(x, row + 0);
      DoubleVector x1 = load(x, row + 8);
      DoubleVector c0 = DoubleVector.broadcast(S, cx[c + 0]);
      a00 = c0.fma(x0, a00);
      a01 = c0.fma(x1, a01);
      DoubleVector c1 = DoubleVector.broadcast(S, cx[c + 1]);
      a10 = c1.fma(x0, a10);
      a11 = c1.fma(x1, a11);
      DoubleVector c2 = DoubleVector.broadcast(S, cx[c + 2]);
      a20 = c2.fma(x0, a20);
      a21 = c2.fma(x1, a21);
      DoubleVector c3 = DoubleVector.broadcast(S, cx[c + 3]);
      a30 = c3.fma(x0, a30);
      a31 = c3.fma(x1, a31);
      DoubleVector c4 = DoubleVector.broadcast(S, cx[c + 4]);
      a40 = c4.fma(x0, a40);
      a41 = c4.fma(x1, a41);
      DoubleVector c5 = DoubleVector.broadcast(S, cx[c + 5]);
      a50 = c5.fma(x0, a50);
      a51 = c5.fma(x1, a51);
      DoubleVector c6 = DoubleVector.broadcast(S, cx[c + 6]);
      a60 = c6.fma(x0, a60);
      a61 = c6.fma(x1, a61);
      DoubleVector c7 = DoubleVector.broadcast(S, cx[c + 7]);
      a70 = c7.fma(x0, a70);
      a71 = c7.fma(x1, a71);
    }
    a00.intoArray(g, (i + 0) * stride + col + 0);
    a01.intoArray(g, (i + 0) * stride + col + 8);
    a10.intoArray(g, (i + 1) * stride + col + 0);
    a11.intoArray(g, (i + 1) * stride + col + 8);
    a20.intoArray(g, (i + 2) * stride + col + 0);
    a21.intoArray(g, (i + 2) * stride + col + 8);
    a30.intoArray(g, (i + 3) * stride + col + 0);
    a31.intoArray(g, (i + 3) * stride + col + 8);
    a40.intoArray(g, (i + 4) * stride + col + 0);
    a41.intoArray(g, (i + 4) * stride + col + 8);
    a50.intoArray(g, (i + 5) * stride + col + 0);
    a51.intoArray(g, (i + 5) * stride + col + 8);
    a60.intoArray(g, (i + 6) * stride + col + 0);
    a61.intoArray(g, (i + 6) * stride + col + 8);
    a70.intoArray(g, (i + 7) * stride + col + 0);
    a71.intoArray(g, (i + 7) * stride + col + 8);
  }

  /** Eight rows of g by 1 group of columns, in registers over a block of rows. */
  private static void tile1(
      double[] x, int stride, int first, int count, double[] cx, double[] g, int i, int col) {
    DoubleVector a00 = load(g, (i + 0) * stride + col + 0);
    DoubleVector a10 = load(g, (i + 1) * stride + col + 0);
    DoubleVector a20 = load(g, (i + 2) * stride + col + 0);
    DoubleVector a30 = load(g, (i + 3) * stride + col + 0);
    DoubleVector a40 = load(g, (i + 4) * stride + col + 0);
    DoubleVector a50 = load(g, (i + 5) * stride + col + 0);
    DoubleVector a60 = load(g, (i + 6) * stride + col + 0);
    DoubleVector a70 = load(g, (i + 7) * stride + col + 0);
    for (int j = 0; j < count; j++) {
      int row = (first + j) * stride + col;
      int c = j * stride + i;
      DoubleVector x0 = load(x, row + 0);
      DoubleVector c0 = DoubleVector.broadcast(S, cx[c + 0]);
      a00 = c0.fma(x0, a00);
      DoubleVector c1 = DoubleVector.broadcast(S, cx[c + 1]);
      a10 = c1.fma(x0, a10);
      DoubleVector c2 = DoubleVector.broadcast(S, cx[c + 2]);
      a20 = c2.fma(x0, a20);
      DoubleVector c3 = DoubleVector.broadcast(S, cx[c + 3]);
      a30 = c3.fma(x0, a30);
      DoubleVector c4 = DoubleVector.broadcast(S, cx[c + 4]);
      a40 = c4.fma(x0, a40);
      DoubleVector c5 = DoubleVector.broadcast(S, cx[c + 5]);
      a50 = c5.fma(x0, a50);
      DoubleVector c6 = DoubleVector.broadcast(S, cx[c + 6]);
      a60 = c6.fma(x0, a60);
      DoubleVector c7 = DoubleVector.broadcast(S, cx[c + 7]);
      a70 = c7.fma(x0, a70);
    }
    a00.intoArray(g, (i + 0) * stride + col + 0);
    a10.intoArray(g, (i + 1) * stride + col + 0);
    a20.intoArray(g, (i + 2) * stride + col + 0);
    a30.intoArray(g, (i + 3) * stride + col + 0);
    a40.intoArray(g, (i + 4) * stride + col + 0);
    a50.intoArray(g, (i + 5) * stride + col + 0);
    a60.intoArray(g, (i + 6) * stride + col + 0);
    a70.intoArray(g, (i + 7) * stride + col + 0);
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
    for (; j + 3 < count; j += 4) {
      int r = (first + j) * stride;
      int o = (outFirst + j) * outStride;
      for (int k = 0; k < outStride; k += L) {
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
        a0.intoArray(out, o + k);
        a1.intoArray(out, o + outStride + k);
        a2.intoArray(out, o + 2 * outStride + k);
        a3.intoArray(out, o + 3 * outStride + k);
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
    int k = 0;
    for (; k + L <= n; k += L) {
      DoubleVector.broadcast(S, a)
          .fma(load(x, xFrom + k), load(y, yFrom + k))
          .intoArray(y, yFrom + k);
    }
    for (; k < n; k++) {
      y[yFrom + k] = Math.fma(a, x[xFrom + k], y[yFrom + k]);
    }
  }

  @Override
  public void exp(double[] x, double[] out, int n) {
    int k = 0;
    for (; k + L <= n; k += L) {
      exp(load(x, k)).intoArray(out, k);
    }
    for (; k < n; k++) {
      out[k] = Scalars.exp(x[k]);
    }
  }

  @Override
  public void expit(double[] x, double[] out, int n) {
    int k = 0;
    for (; k + L <= n; k += L) {
      DoubleVector v = load(x, k);
      DoubleVector e = exp(v.abs().neg());
      DoubleVector one = DoubleVector.broadcast(S, 1);
      DoubleVector top = e.blend(one, v.compare(VectorOperators.GE, 0));
      top.div(e.add(one)).intoArray(out, k);
    }
    for (; k < n; k++) {
      out[k] = Scalars.expit(x[k]);
    }
  }

  @Override
  public void log1pExp(double[] x, double[] out, int n) {
    int k = 0;
    for (; k + L <= n; k += L) {
      DoubleVector v = load(x, k);
      DoubleVector e = exp(v.abs().neg());
      DoubleVector s = e.div(e.add(2));
      DoubleVector square = s.mul(s);
      DoubleVector p = DoubleVector.broadcast(S, Scalars.ARTANH[0]);
      for (int i = 1; i < Scalars.ARTANH.length; i++) {
        p = p.fma(square, DoubleVector.broadcast(S, Scalars.ARTANH[i]));
      }
      DoubleVector log = p.mul(square).fma(s, s).mul(2);
      v.max(0).add(log).intoArray(out, k);
    }
    for (; k < n; k++) {
      out[k] = Scalars.log1pExp(x[k]);
    }
  }

  private static DoubleVector exp(DoubleVector x) {
    DoubleVector clamped = x.max(Scalars.EXP_MIN).min(Scalars.EXP_MAX);
    DoubleVector round = DoubleVector.broadcast(S, Scalars.ROUND);
    DoubleVector shifted = clamped.fma(DoubleVector.broadcast(S, Scalars.LOG2_E), round);
    DoubleVector k = shifted.sub(round);
    DoubleVector r =
        k.fma(
            DoubleVector.broadcast(S, -Scalars.LN2_LOW),
            k.fma(DoubleVector.broadcast(S, -Scalars.LN2_HIGH), clamped));
    DoubleVector p = DoubleVector.broadcast(S, Scalars.EXP[0]);
    for (int i = 1; i < Scalars.EXP.length; i++) {
      p = p.fma(r, DoubleVector.broadcast(S, Scalars.EXP[i]));
    }
    p = p.fma(r.mul(r), r).add(1);
    DoubleVector power =
        shifted
            .reinterpretAsLongs()
            .lanewise(VectorOperators.LSHL, 52)
            .add(1022L << 52)
            .reinterpretAsDoubles();
    VectorMask<Double> low = x.compare(VectorOperators.LT, Scalars.EXP_MIN);
    VectorMask<Double> high = x.compare(VectorOperators.GT, Scalars.EXP_MAX);
    return p.mul(power).mul(2).blend(0, low).blend(Double.POSITIVE_INFINITY, high);
  }
}
