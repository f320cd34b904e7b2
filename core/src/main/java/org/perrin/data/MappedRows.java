package org.perrin.data;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.perrin.math.Kernels;
import org.perrin.math.Picking;

/**
 * Rows in a mapped file, in single or double precision, little-endian: the system brings in the
 * pages that are read and lets them go again, so a table is bounded by the disk. Rows are counted
 * with 31 bits, bytes with 63. A {@link #map} is computed again whenever a row is read, so that it
 * takes no room; {@link #times}, whose rows samplers read at random, is stored.
 */
public final class MappedRows extends BlockRows implements WritableRows {
  private static final ValueLayout.OfFloat FLOAT =
      ValueLayout.JAVA_FLOAT.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfDouble DOUBLE =
      ValueLayout.JAVA_DOUBLE.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final Kernels K = Kernels.best();

  private final MemorySegment x;
  private final int gap;
  private final boolean single;
  private final Storage storage;
  private final ThreadLocal<float[]> floats;
  private final ThreadLocal<double[]> doubles;

  private MappedRows(
      MemorySegment x, int count, int width, int gap, boolean single, Storage storage) {
    super(count, width);
    this.x = x;
    this.gap = gap;
    this.single = single;
    this.storage = storage;
    this.floats = ThreadLocal.withInitial(() -> new float[BLOCK * gap + 2 * Picking.MARGIN]);
    this.doubles = ThreadLocal.withInitial(() -> new double[BLOCK * gap + 2 * Picking.MARGIN]);
  }

  /**
   * The rows of a segment, one behind the other.
   *
   * @param storage for what is made of them
   */
  public static MappedRows of(
      MemorySegment x, int count, int width, boolean single, Storage storage) {
    if (count < 1 || width < 1 || x.byteSize() < bytes(count, width, single)) {
      throw new IllegalArgumentException(
          "%d rows × %d columns do not lie in %d bytes".formatted(count, width, x.byteSize()));
    }
    return new MappedRows(x, count, width, width, single, storage);
  }

  /** Rows that begin every stride. */
  static MappedRows padded(MemorySegment x, int count, int width, boolean single, Storage storage) {
    return new MappedRows(x, count, width, Kernels.pad(width), single, storage);
  }

  /** Of rows that begin every {@code gap} numbers. */
  static long bytes(int count, int gap, boolean single) {
    return (long) count * gap * (single ? 4 : 8);
  }

  @Override
  public long storedBytes() {
    return bytes(count(), gap, single);
  }

  @Override
  public Storage storage() {
    return storage;
  }

  @Override
  public boolean single() {
    return single;
  }

  @Override
  public Rows map(int columns, RowMap f) {
    return f instanceof ColumnPicks picks
        ? new PickedRows(this, picks, null)
        : new ViewRows(this, columns, f);
  }

  /** Writes picked columns of {@code n ≤ 64} rows; whether all are finite. */
  boolean pick(int[] rows, int from, int n, Picking picking, double[] out) {
    if (single) {
      float[] raw = floats.get();
      for (int j = 0; j < n; j++) {
        MemorySegment.copy(x, FLOAT, 4L * gap * rows[from + j], raw, Picking.MARGIN + j * gap, gap);
      }
      return K.pick(picking, raw, gap, n, out);
    }
    double[] raw = doubles.get();
    for (int j = 0; j < n; j++) {
      MemorySegment.copy(x, DOUBLE, 8L * gap * rows[from + j], raw, Picking.MARGIN + j * gap, gap);
    }
    return K.pick(picking, raw, gap, n, out);
  }

  /** The same of rows {@code first ≤ i < first + n}. */
  boolean pick(int first, int n, Picking picking, double[] out) {
    if (single) {
      float[] raw = floats.get();
      MemorySegment.copy(x, FLOAT, 4L * gap * first, raw, Picking.MARGIN, n * gap);
      return K.pick(picking, raw, gap, n, out);
    }
    double[] raw = doubles.get();
    MemorySegment.copy(x, DOUBLE, 8L * gap * first, raw, Picking.MARGIN, n * gap);
    return K.pick(picking, raw, gap, n, out);
  }

  @Override
  void fetch(int[] rows, int from, int n, double[] out) {
    if (single) {
      float[] raw = floats.get();
      for (int j = 0; j < n; j++) {
        MemorySegment.copy(x, FLOAT, 4L * gap * rows[from + j], raw, j * gap, gap);
      }
      widen(raw, n, out);
    } else {
      for (int j = 0; j < n; j++) {
        MemorySegment.copy(x, DOUBLE, 8L * gap * rows[from + j], out, j * stride(), gap);
      }
    }
  }

  @Override
  void fetch(int first, int n, double[] out) {
    if (single) {
      float[] raw = floats.get();
      MemorySegment.copy(x, FLOAT, 4L * gap * first, raw, 0, n * gap);
      widen(raw, n, out);
    } else {
      for (int j = 0; j < n; j++) {
        MemorySegment.copy(x, DOUBLE, 8L * gap * (first + j), out, j * stride(), gap);
      }
    }
  }

  /** Writes rows {@code rows[from + j]}, {@code 0 ≤ j < n ≤ 64}, one every stride. */
  public void read(int[] rows, int from, int n, double[] out) {
    fetch(rows, from, n, out);
  }

  /** The padding of {@code out} is zero from the beginning, and stays so. */
  private void widen(float[] raw, int n, double[] out) {
    int stride = stride();
    if (gap == stride) {
      for (int k = 0; k < n * stride; k++) {
        out[k] = raw[k];
      }
      return;
    }
    for (int j = 0; j < n; j++) {
      for (int k = 0; k < gap; k++) {
        out[j * stride + k] = raw[j * gap + k];
      }
    }
  }

  @Override
  public void write(int first, int n, double[] from) {
    forget();
    if (gap != stride()) {
      throw new UnsupportedOperationException("the rows of a packed table are not written to");
    }
    if (single) {
      float[] raw = floats.get();
      for (int k = 0; k < n * gap; k++) {
        raw[k] = (float) from[k];
      }
      MemorySegment.copy(raw, 0, x, FLOAT, 4L * gap * first, n * gap);
    } else {
      MemorySegment.copy(from, 0, x, DOUBLE, 8L * gap * first, n * gap);
    }
  }
}
