package org.perrin.math;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@code g += Σⱼ cⱼ xⱼxⱼᵀ} on 512-bit registers, upper triangle of 8 × 8 tiles. A block of rows is
 * laid out tile by tile first, x and cx, and so are the sums, so that indices in the inner loop are
 * a constant times its counter: then the compiler proves them in bounds once a loop, and 16 sums
 * stay in registers. Blocks are small and tiles a line apart, to stay in the first-level cache and
 * in all its sets. An element is summed row after row, as {@link ScalarKernels} does it.
 */
final class Tiles {
  static final VectorSpecies<Double> S = DoubleVector.SPECIES_512;
  static final int BLOCK = 16;
  static final int TILE = 8 * BLOCK + 8;

  private Tiles() {}

  static void add(double[] x, int stride, int first, int count, double[] c, double[] g) {
    int tiles = stride / 8;
    double[] packed = KernelScratch.PACKED.array(tiles * TILE);
    double[] scaled = KernelScratch.SCALED.array(tiles * TILE);
    double[] sums = KernelScratch.SUMS.array(tiles * (tiles + 1) / 2 * 64);
    lay(g, stride, sums);
    for (int from = 0; from < count; from += BLOCK) {
      int rows = Math.min(BLOCK, count - from);
      for (int j = 0; j < rows; j++) {
        pack(x, (first + from + j) * stride, stride, c[from + j], 8 * j, packed, scaled);
      }
      int at = 0;
      for (int i = 0; i < tiles; i++) {
        int k = i;
        for (; k + 2 <= tiles; k += 2) {
          two(packed, k * TILE, scaled, i * TILE, rows, sums, at);
          at += 128;
        }
        for (; k < tiles; k++) {
          one(packed, k * TILE, scaled, i * TILE, rows, sums, at);
          at += 64;
        }
      }
    }
    take(sums, stride, g);
  }

  /** The upper triangle of g, tile after tile. */
  private static void lay(double[] g, int stride, double[] sums) {
    int at = 0;
    for (int i = 0; i < stride; i += 8) {
      for (int k = i; k < stride; k += 8) {
        for (int r = 0; r < 8; r++) {
          DoubleVector.fromArray(S, g, (i + r) * stride + k).intoArray(sums, at);
          at += 8;
        }
      }
    }
  }

  private static void take(double[] sums, int stride, double[] g) {
    int at = 0;
    for (int i = 0; i < stride; i += 8) {
      for (int k = i; k < stride; k += 8) {
        for (int r = 0; r < 8; r++) {
          DoubleVector.fromArray(S, sums, at).intoArray(g, (i + r) * stride + k);
          at += 8;
        }
      }
    }
  }

  private static void pack(
      double[] x, int row, int stride, double c, int at, double[] packed, double[] scaled) {
    for (int k = 0; k < stride; k += 8) {
      DoubleVector v = DoubleVector.fromArray(S, x, row + k);
      v.intoArray(packed, k / 8 * TILE + at);
      v.mul(c).intoArray(scaled, k / 8 * TILE + at);
    }
  }

  /** Eight rows of g by two groups of columns. */
  static void two(double[] x, int col, double[] cx, int row, int count, double[] g, int at) {
    DoubleVector a00 = DoubleVector.fromArray(S, g, at + 0);
    DoubleVector a01 = DoubleVector.fromArray(S, g, at + 64);
    DoubleVector a10 = DoubleVector.fromArray(S, g, at + 8);
    DoubleVector a11 = DoubleVector.fromArray(S, g, at + 72);
    DoubleVector a20 = DoubleVector.fromArray(S, g, at + 16);
    DoubleVector a21 = DoubleVector.fromArray(S, g, at + 80);
    DoubleVector a30 = DoubleVector.fromArray(S, g, at + 24);
    DoubleVector a31 = DoubleVector.fromArray(S, g, at + 88);
    DoubleVector a40 = DoubleVector.fromArray(S, g, at + 32);
    DoubleVector a41 = DoubleVector.fromArray(S, g, at + 96);
    DoubleVector a50 = DoubleVector.fromArray(S, g, at + 40);
    DoubleVector a51 = DoubleVector.fromArray(S, g, at + 104);
    DoubleVector a60 = DoubleVector.fromArray(S, g, at + 48);
    DoubleVector a61 = DoubleVector.fromArray(S, g, at + 112);
    DoubleVector a70 = DoubleVector.fromArray(S, g, at + 56);
    DoubleVector a71 = DoubleVector.fromArray(S, g, at + 120);
    for (int j = 0; j < count; j++) {
      DoubleVector x0 = DoubleVector.fromArray(S, x, col + 0 * TILE + 8 * j);
      DoubleVector x1 = DoubleVector.fromArray(S, x, col + 1 * TILE + 8 * j);
      DoubleVector c0 = DoubleVector.broadcast(S, cx[row + 8 * j + 0]);
      a00 = c0.fma(x0, a00);
      a01 = c0.fma(x1, a01);
      DoubleVector c1 = DoubleVector.broadcast(S, cx[row + 8 * j + 1]);
      a10 = c1.fma(x0, a10);
      a11 = c1.fma(x1, a11);
      DoubleVector c2 = DoubleVector.broadcast(S, cx[row + 8 * j + 2]);
      a20 = c2.fma(x0, a20);
      a21 = c2.fma(x1, a21);
      DoubleVector c3 = DoubleVector.broadcast(S, cx[row + 8 * j + 3]);
      a30 = c3.fma(x0, a30);
      a31 = c3.fma(x1, a31);
      DoubleVector c4 = DoubleVector.broadcast(S, cx[row + 8 * j + 4]);
      a40 = c4.fma(x0, a40);
      a41 = c4.fma(x1, a41);
      DoubleVector c5 = DoubleVector.broadcast(S, cx[row + 8 * j + 5]);
      a50 = c5.fma(x0, a50);
      a51 = c5.fma(x1, a51);
      DoubleVector c6 = DoubleVector.broadcast(S, cx[row + 8 * j + 6]);
      a60 = c6.fma(x0, a60);
      a61 = c6.fma(x1, a61);
      DoubleVector c7 = DoubleVector.broadcast(S, cx[row + 8 * j + 7]);
      a70 = c7.fma(x0, a70);
      a71 = c7.fma(x1, a71);
    }
    a00.intoArray(g, at + 0);
    a01.intoArray(g, at + 64);
    a10.intoArray(g, at + 8);
    a11.intoArray(g, at + 72);
    a20.intoArray(g, at + 16);
    a21.intoArray(g, at + 80);
    a30.intoArray(g, at + 24);
    a31.intoArray(g, at + 88);
    a40.intoArray(g, at + 32);
    a41.intoArray(g, at + 96);
    a50.intoArray(g, at + 40);
    a51.intoArray(g, at + 104);
    a60.intoArray(g, at + 48);
    a61.intoArray(g, at + 112);
    a70.intoArray(g, at + 56);
    a71.intoArray(g, at + 120);
  }

  /** Eight rows of g by one group of columns. */
  static void one(double[] x, int col, double[] cx, int row, int count, double[] g, int at) {
    DoubleVector a00 = DoubleVector.fromArray(S, g, at + 0);
    DoubleVector a10 = DoubleVector.fromArray(S, g, at + 8);
    DoubleVector a20 = DoubleVector.fromArray(S, g, at + 16);
    DoubleVector a30 = DoubleVector.fromArray(S, g, at + 24);
    DoubleVector a40 = DoubleVector.fromArray(S, g, at + 32);
    DoubleVector a50 = DoubleVector.fromArray(S, g, at + 40);
    DoubleVector a60 = DoubleVector.fromArray(S, g, at + 48);
    DoubleVector a70 = DoubleVector.fromArray(S, g, at + 56);
    for (int j = 0; j < count; j++) {
      DoubleVector x0 = DoubleVector.fromArray(S, x, col + 0 * TILE + 8 * j);
      DoubleVector c0 = DoubleVector.broadcast(S, cx[row + 8 * j + 0]);
      a00 = c0.fma(x0, a00);
      DoubleVector c1 = DoubleVector.broadcast(S, cx[row + 8 * j + 1]);
      a10 = c1.fma(x0, a10);
      DoubleVector c2 = DoubleVector.broadcast(S, cx[row + 8 * j + 2]);
      a20 = c2.fma(x0, a20);
      DoubleVector c3 = DoubleVector.broadcast(S, cx[row + 8 * j + 3]);
      a30 = c3.fma(x0, a30);
      DoubleVector c4 = DoubleVector.broadcast(S, cx[row + 8 * j + 4]);
      a40 = c4.fma(x0, a40);
      DoubleVector c5 = DoubleVector.broadcast(S, cx[row + 8 * j + 5]);
      a50 = c5.fma(x0, a50);
      DoubleVector c6 = DoubleVector.broadcast(S, cx[row + 8 * j + 6]);
      a60 = c6.fma(x0, a60);
      DoubleVector c7 = DoubleVector.broadcast(S, cx[row + 8 * j + 7]);
      a70 = c7.fma(x0, a70);
    }
    a00.intoArray(g, at + 0);
    a10.intoArray(g, at + 8);
    a20.intoArray(g, at + 16);
    a30.intoArray(g, at + 24);
    a40.intoArray(g, at + 32);
    a50.intoArray(g, at + 40);
    a60.intoArray(g, at + 48);
    a70.intoArray(g, at + 56);
  }
}
