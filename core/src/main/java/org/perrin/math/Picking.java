package org.perrin.math;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which columns of rows that lie one behind the other are copied to rows of the kernels' layout.
 * Neighbours that stay neighbours are moved together: a register of the target is made of as many
 * loads as it has runs of such columns, which is one or two as a rule.
 */
public final class Picking {
  /** The place of a column of ones. */
  public static final int ONE = -1;

  /** Numbers that arrays of rows must have before the first and behind the last. */
  public static final int MARGIN = Kernels.LANES;

  final int[] places;

  /** Ones where columns are, zeros elsewhere; padded. */
  final double[] ones;

  /** By registers of so many lanes: how much farther a run lies, and its lanes as bits. */
  final int[][] shifts;

  final long[][] lanes;

  /** Of the places of columns in a row, {@link #ONE} for ones. */
  public Picking(int... places) {
    this.places = places.clone();
    this.ones = new double[Kernels.pad(places.length)];
    for (int k = 0; k < places.length; k++) {
      ones[k] = places[k] == ONE ? 1 : 0;
    }
    int registers = ones.length / Kernels.LANES;
    this.shifts = new int[registers][];
    this.lanes = new long[registers][];
    for (int r = 0; r < registers; r++) {
      runs(r);
    }
  }

  private void runs(int r) {
    List<Integer> found = new ArrayList<>();
    List<Long> bits = new ArrayList<>();
    int first = r * Kernels.LANES;
    for (int k = first; k < Math.min(places.length, first + Kernels.LANES); k++) {
      if (places[k] != ONE) {
        int at = found.indexOf(places[k] - k);
        if (at < 0) {
          at = found.size();
          found.add(places[k] - k);
          bits.add(0L);
        }
        bits.set(at, bits.get(at) | 1L << k - first);
      }
    }
    shifts[r] = found.stream().mapToInt(Integer::intValue).toArray();
    lanes[r] = bits.stream().mapToLong(Long::longValue).toArray();
  }

  /** Elements from a row of the target to the next. */
  int stride() {
    return ones.length;
  }

  @Override
  public String toString() {
    return Arrays.toString(places);
  }
}
