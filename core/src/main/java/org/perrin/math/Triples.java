package org.perrin.math;

/**
 * Where the elements of {@code Σ c zzz} lie, z of d elements: in tiles of eight first indices by
 * eight products {@code zⱼzₖ}, so that kernels find what they add to in a row. Products with j are
 * made for all k from the beginning of its group of eight on. First indices of a group meet those
 * with j from that group on: elements with {@code i ≤ j ≤ k} are all there, and some twice.
 */
public final class Triples {
  private static final int LANES = Kernels.LANES;

  /** Elements of a tile. */
  static final int TILE = LANES * LANES;

  private final int d;
  private final int stride;

  /** Of each j, and behind the last, the number of its first tile of products. */
  private final int[] products;

  /** Of each group of first indices, and behind the last, the number of its first tile. */
  private final int[] groups;

  /** Of d elements. */
  public Triples(int d) {
    this.d = d;
    this.stride = Kernels.pad(d);
    this.products = new int[d + 1];
    for (int j = 0; j < d; j++) {
      products[j + 1] = products[j] + (stride - (j & -LANES)) / LANES;
    }
    this.groups = new int[stride / LANES + 1];
    for (int g = 0; g + 1 < groups.length; g++) {
      groups[g + 1] = groups[g] + products[d] - firstProduct(g);
    }
  }

  int d() {
    return d;
  }

  int stride() {
    return stride;
  }

  /** Groups of first indices. */
  int groups() {
    return groups.length - 1;
  }

  /** Tiles of products. */
  int products() {
    return products[d];
  }

  /** The first tile of products that a group of first indices meets. */
  int firstProduct(int group) {
    return products[group * LANES];
  }

  /** Elements of a sum. */
  public int size() {
    return groups[groups()] * TILE;
  }

  /** Where the element {@code i ≤ j ≤ k} lies. */
  public int place(int i, int j, int k) {
    int group = i / LANES;
    int product = products[j] + k / LANES - j / LANES;
    int tile = groups[group] + product - firstProduct(group);
    return tile * TILE + i % LANES * LANES + k % LANES;
  }
}
