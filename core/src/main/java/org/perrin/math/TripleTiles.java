package org.perrin.math;

import jdk.incubator.vector.DoubleVector;

/** {@link Triples} on registers: {@link Tiles} of scaled rows by products of their elements. */
final class TripleTiles {
  private static final int LANES = Kernels.LANES;

  private TripleTiles() {}

  static void add(Triples triples, double[] z, int count, double[] c, double[] sum) {
    double[] products = KernelScratch.PACKED.array(triples.products() * Tiles.TILE);
    double[] scaled = KernelScratch.SCALED.array(triples.groups() * Tiles.TILE);
    for (int from = 0; from < count; from += Tiles.BLOCK) {
      int rows = Math.min(Tiles.BLOCK, count - from);
      for (int j = 0; j < rows; j++) {
        int row = (from + j) * triples.stride();
        scale(triples, z, row, c[from + j], LANES * j, scaled);
        multiply(triples, z, row, LANES * j, products);
      }
      int at = 0;
      for (int group = 0; group < triples.groups(); group++) {
        int tile = triples.firstProduct(group);
        for (; tile + 2 <= triples.products(); tile += 2) {
          Tiles.two(products, tile * Tiles.TILE, scaled, group * Tiles.TILE, rows, sum, at);
          at += 2 * Triples.TILE;
        }
        for (; tile < triples.products(); tile++) {
          Tiles.one(products, tile * Tiles.TILE, scaled, group * Tiles.TILE, rows, sum, at);
          at += Triples.TILE;
        }
      }
    }
  }

  private static void scale(
      Triples triples, double[] z, int row, double c, int at, double[] scaled) {
    for (int k = 0; k < triples.stride(); k += LANES) {
      DoubleVector.fromArray(Tiles.S, z, row + k)
          .mul(c)
          .intoArray(scaled, k / LANES * Tiles.TILE + at);
    }
  }

  private static void multiply(Triples triples, double[] z, int row, int at, double[] products) {
    int to = at;
    for (int j = 0; j < triples.d(); j++) {
      DoubleVector zj = DoubleVector.broadcast(Tiles.S, z[row + j]);
      for (int k = j & -LANES; k < triples.stride(); k += LANES) {
        zj.mul(DoubleVector.fromArray(Tiles.S, z, row + k)).intoArray(products, to);
        to += Tiles.TILE;
      }
    }
  }
}
