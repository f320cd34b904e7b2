package org.perrin.data;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * A function of another table's rows, computed whenever one is read and kept nowhere. Where the
 * table is in single precision so is the image, as if it had been stored.
 */
final class ViewRows extends BlockRows {
  private final BlockRows base;
  private final RowMap f;
  private final boolean single;
  private final ThreadLocal<Scratchpad> scratch;

  ViewRows(BlockRows base, int columns, RowMap f) {
    super(base.count(), columns);
    this.base = base;
    this.f = f;
    this.single = base.single();
    this.scratch = ThreadLocal.withInitial(() -> new Scratchpad(base, columns));
  }

  /** Of one thread: a block of the table, a row of it, and its image. */
  private record Scratchpad(double[] block, double[] row, double[] image) {
    Scratchpad(BlockRows base, int columns) {
      this(new double[BLOCK * base.stride()], new double[base.width()], new double[columns]);
    }
  }

  @Override
  public long storedBytes() {
    return base.storedBytes();
  }

  @Override
  public Storage storage() {
    return base.storage();
  }

  @Override
  boolean single() {
    return single;
  }

  @Override
  public Rows map(int columns, RowMap g) {
    return new ViewRows(this, columns, g);
  }

  @Override
  void fetch(int[] rows, int from, int n, double[] out) {
    Scratchpad pad = scratch.get();
    base.fetch(rows, from, n, pad.block);
    apply(pad, n, out);
    if (!rounded(n, out)) {
      apply(pad, n, out);
      refuse(j -> rows[from + j], this, n, out);
    }
  }

  @Override
  void fetch(int first, int n, double[] out) {
    Scratchpad pad = scratch.get();
    base.fetch(first, n, pad.block);
    apply(pad, n, out);
    if (!rounded(n, out)) {
      apply(pad, n, out);
      refuse(j -> first + j, this, n, out);
    }
  }

  private void apply(Scratchpad pad, int n, double[] out) {
    if (f instanceof BlockMap all) {
      all.apply(pad.block, base.stride(), n, out, stride());
      return;
    }
    double[] image = pad.image;
    for (int j = 0; j < n; j++) {
      System.arraycopy(pad.block, j * base.stride(), pad.row, 0, pad.row.length);
      Arrays.fill(image, 0);
      f.apply(pad.row, image);
      System.arraycopy(image, 0, out, j * stride(), image.length);
    }
  }

  /** Rounds to what the table holds; whether all of it is finite then. */
  private boolean rounded(int n, double[] out) {
    boolean finite = true;
    for (int j = 0; j < n; j++) {
      int at = j * stride();
      int end = at + width();
      for (int k = at; single && k < end; k++) {
        float rounded = (float) out[k];
        out[k] = rounded;
        finite &= Math.abs(rounded) <= Float.MAX_VALUE;
      }
      for (int k = at; !single && k < end; k++) {
        finite &= Math.abs(out[k]) <= Double.MAX_VALUE;
      }
    }
    return finite;
  }

  /** Says which number cannot be: one that is not finite, or not when rounded. */
  static void refuse(IntUnaryOperator row, BlockRows rows, int n, double[] values) {
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < rows.width(); k++) {
        double value = values[j * rows.stride() + k];
        if (!Double.isFinite(value)) {
          throw new IllegalArgumentException(
              "row %d, column %d is %s: data must be finite"
                  .formatted(row.applyAsInt(j), k, value));
        }
        if (rows.single()) {
          FloatRows.round(row.applyAsInt(j), k, value);
        }
      }
    }
    throw new IllegalStateException("no number is wrong");
  }
}
