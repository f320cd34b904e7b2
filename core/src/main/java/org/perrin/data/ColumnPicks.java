package org.perrin.data;

import java.util.Arrays;

/**
 * Some columns of stored rows as they are, and ones; perhaps centred and scaled, to the bits of
 * {@link Standardised}, in the same loop.
 */
public final class ColumnPicks implements Rows.BlockMap {
  /** The place of a column of ones. */
  public static final int ONE = -1;

  private final int[] places;
  private final double[] centre;
  private final double[] scale;

  /** Where columns that are neighbours here and there begin, here and there, and how many. */
  private final int[][] runs;

  private ColumnPicks(int[] places, double[] centre, double[] scale) {
    this.places = places;
    this.centre = centre;
    this.scale = scale;
    this.runs = runs(places);
  }

  /** Columns of these places, {@link #ONE} for ones. */
  public static ColumnPicks of(int[] places) {
    double[] ones = new double[places.length];
    Arrays.fill(ones, 1);
    return new ColumnPicks(places.clone(), new double[places.length], ones);
  }

  /** The same, standardised after it; only of picks that are not. */
  ColumnPicks then(Standardised next) {
    return new ColumnPicks(places, next.centre(), next.scale());
  }

  /** Whether nothing is centred or scaled. */
  boolean plain() {
    return Arrays.stream(centre).allMatch(v -> v == 0)
        && Arrays.stream(scale).allMatch(v -> v == 1);
  }

  private static int[][] runs(int[] places) {
    int[][] runs = new int[places.length][];
    int count = 0;
    for (int k = 0; k < places.length; k++) {
      boolean next = k > 0 && places[k] != ONE && places[k - 1] != ONE;
      if (next && places[k] == places[k - 1] + 1) {
        runs[count - 1][2]++;
      } else {
        runs[count++] = new int[] {k, places[k], 1};
      }
    }
    return Arrays.copyOf(runs, count);
  }

  @Override
  public void apply(double[] rows, int stride, int n, double[] out, int outStride) {
    for (int[] run : runs) {
      int k = run[0];
      for (int j = 0; run[1] == ONE && j < n; j++) {
        out[j * outStride + k] = (1 - centre[k]) / scale[k];
      }
      for (int j = 0; run[1] != ONE && j < n; j++) {
        move(rows, j * stride + run[1], out, j * outStride + k, k, run[2]);
      }
    }
  }

  private void move(double[] rows, int from, double[] out, int to, int k, int count) {
    for (int i = 0; i < count; i++) {
      out[to + i] = (rows[from + i] - centre[k + i]) / scale[k + i];
    }
  }
}
