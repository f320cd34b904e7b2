package org.perrin.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Kernels;
import org.perrin.math.Picking;

/**
 * Columns of a mapped table as they are, and ones, perhaps standardised: made whenever a row is
 * read, by whole registers, to the bits of {@link ViewRows}.
 */
final class PickedRows extends BlockRows {
  private static final Kernels K = Kernels.best();

  private final MappedRows base;
  private final ColumnPicks picks;
  private final Picking picking;
  private final @Nullable Standardised standard;

  /** What is subtracted from a block of rows, and what that is divided by; padding stays 0. */
  private final double[] centre;

  private final double[] scale;

  PickedRows(MappedRows base, ColumnPicks picks, @Nullable Standardised standard) {
    super(base.count(), picks.places().length);
    this.base = base;
    this.picks = picks;
    this.picking = new Picking(picks.places());
    this.standard = standard;
    this.centre = new double[BLOCK * stride()];
    this.scale = new double[BLOCK * stride()];
    Arrays.fill(scale, 1);
    for (int j = 0; standard != null && j < BLOCK; j++) {
      System.arraycopy(standard.centre(), 0, centre, j * stride(), width());
      System.arraycopy(standard.scale(), 0, scale, j * stride(), width());
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
    return base.single();
  }

  @Override
  public Rows map(int columns, RowMap f) {
    return standard == null && f instanceof Standardised next
        ? new PickedRows(base, picks, next)
        : new ViewRows(this, columns, f);
  }

  @Override
  void fetch(int[] rows, int from, int n, double[] out) {
    boolean finite = base.pick(rows, from, n, picking, out);
    if (!finish(n, out, finite, single())) {
      base.pick(rows, from, n, picking, out);
      finish(n, out, false, false);
      ViewRows.refuse(j -> rows[from + j], this, n, out);
    }
  }

  @Override
  void fetch(int first, int n, double[] out) {
    boolean finite = base.pick(first, n, picking, out);
    if (!finish(n, out, finite, single())) {
      base.pick(first, n, picking, out);
      finish(n, out, false, false);
      ViewRows.refuse(j -> first + j, this, n, out);
    }
  }

  /** Standardises what was picked; whether all of it is finite. */
  private boolean finish(int n, double[] out, boolean finite, boolean round) {
    return standard == null ? finite : K.standardise(out, centre, scale, n * stride(), round);
  }
}
