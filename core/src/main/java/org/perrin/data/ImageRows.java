package org.perrin.data;

import org.perrin.math.Kernels;

/**
 * Rows {@code Mᵀxᵢ} of another table, a block at a time, made whenever they are read and kept
 * nowhere: O(d²) a row. The bits are those that {@link Rows#times} would have stored.
 */
final class ImageRows extends BlockRows {
  private static final Kernels K = Kernels.best();

  private final Rows base;
  private final boolean single;
  private final double[] m;
  private final ThreadLocal<Scratchpad> scratch;

  /** Of a matrix of {@code d × columns}, row-major. */
  ImageRows(Rows base, boolean single, double[] m, int columns) {
    super(base.count(), columns);
    this.base = base;
    this.single = single;
    this.m = DenseRows.padRows(m, base.width(), columns);
    this.scratch = ThreadLocal.withInitial(() -> new Scratchpad(base));
  }

  /** Of one thread: a block of the table, and a row of it. */
  private record Scratchpad(double[] block, double[] row) {
    Scratchpad(Rows base) {
      this(new double[BLOCK * base.stride()], new double[base.width()]);
    }

    void take(Rows base, int row, int j) {
      base.copy(row, this.row);
      System.arraycopy(this.row, 0, block, j * base.stride(), this.row.length);
    }
  }

  @Override
  public Storage storage() {
    return base.storage();
  }

  @Override
  public long storedBytes() {
    return 0;
  }

  @Override
  boolean single() {
    return single;
  }

  @Override
  public Rows map(int columns, RowMap f) {
    return new ViewRows(this, columns, f);
  }

  @Override
  void fetch(int[] rows, int from, int n, double[] out) {
    Scratchpad pad = scratch.get();
    for (int j = 0; j < n; j++) {
      pad.take(base, rows[from + j], j);
    }
    multiply(pad, n, out);
  }

  @Override
  void fetch(int first, int n, double[] out) {
    Scratchpad pad = scratch.get();
    base.read(first, n, pad.block);
    multiply(pad, n, out);
  }

  private void multiply(Scratchpad pad, int n, double[] out) {
    K.multiply(pad.block, base.stride(), 0, n, m, stride(), out, 0);
    for (int k = 0; single && k < n * stride(); k++) {
      out[k] = (float) out[k];
    }
  }
}
