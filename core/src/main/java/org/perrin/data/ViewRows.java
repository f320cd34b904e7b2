package org.perrin.data;

import java.util.Arrays;

/**
 * A function of another table's rows, computed whenever one is read and kept nowhere. Where the
 * table is in single precision so is the image, as if it had been stored.
 */
final class ViewRows extends BlockRows {
  private final BlockRows base;
  private final RowMap f;
  private final ThreadLocal<Scratchpad> scratch;

  ViewRows(BlockRows base, int columns, RowMap f) {
    super(base.count(), columns);
    this.base = base;
    this.f = f;
    this.scratch = ThreadLocal.withInitial(() -> new Scratchpad(base, columns));
  }

  /** Of one thread: a block of the table, a row of it, and its image. */
  private record Scratchpad(double[] block, double[] row, double[] image) {
    Scratchpad(BlockRows base, int columns) {
      this(new double[BLOCK * base.stride()], new double[base.width()], new double[columns]);
    }
  }

  @Override
  public Storage storage() {
    return base.storage();
  }

  @Override
  boolean single() {
    return base.single();
  }

  @Override
  public Rows map(int columns, RowMap g) {
    return new ViewRows(this, columns, g);
  }

  @Override
  void fetch(int[] rows, int from, int n, double[] out) {
    Scratchpad pad = scratch.get();
    base.fetch(rows, from, n, pad.block);
    for (int j = 0; j < n; j++) {
      apply(rows[from + j], j, pad, out);
    }
  }

  @Override
  void fetch(int first, int n, double[] out) {
    Scratchpad pad = scratch.get();
    base.fetch(first, n, pad.block);
    for (int j = 0; j < n; j++) {
      apply(first + j, j, pad, out);
    }
  }

  private void apply(int row, int j, Scratchpad pad, double[] out) {
    double[] image = pad.image;
    System.arraycopy(pad.block, j * base.stride(), pad.row, 0, pad.row.length);
    Arrays.fill(image, 0);
    f.apply(pad.row, image);
    for (int k = 0; k < image.length; k++) {
      double value = image[k];
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException(
            "row %d, column %d is %s: data must be finite".formatted(row, k, value));
      }
      out[j * stride() + k] = single() ? FloatRows.round(row, k, value) : value;
    }
  }
}
