package org.perrin.data;

import org.perrin.math.Kernels;
import org.perrin.math.Parallel;

/**
 * Rows in single precision: half the bytes, so half the cache misses of a random row. All
 * arithmetic is in double, and gives the bits that {@link DenseRows} gives for the same rounded
 * numbers.
 */
public final class FloatRows extends BlockRows implements WritableRows {
  private final float[] x;

  private FloatRows(int count, int width) {
    super(count, width);
    long size = (long) count * stride();
    if (size > Integer.MAX_VALUE - 64) {
      throw new IllegalArgumentException(
          "%d rows × %d columns are more than one array holds: use a packed table"
              .formatted(count, width));
    }
    this.x = new float[(int) size];
  }

  static FloatRows allocate(int count, int width) {
    return new FloatRows(count, width);
  }

  /** The rows of another table, rounded; too large a number is an error. */
  public static FloatRows of(Rows rows) {
    return round(rows.width(), rows, (row, out) -> System.arraycopy(row, 0, out, 0, row.length));
  }

  @Override
  public FloatRows map(int columns, RowMap f) {
    return round(columns, this, f);
  }

  private static FloatRows round(int columns, Rows rows, RowMap f) {
    var out = new FloatRows(rows.count(), columns);
    Parallel.overRows(
        rows.count(),
        (from, to) -> {
          double[] row = new double[rows.width()];
          double[] image = new double[columns];
          for (int i = from; i < to; i++) {
            rows.copy(i, row);
            java.util.Arrays.fill(image, 0);
            f.apply(row, image);
            for (int k = 0; k < columns; k++) {
              out.x[i * out.stride() + k] = round(i, k, image[k]);
            }
          }
        });
    return out;
  }

  /** The nearest float; a number beyond all floats is an error. */
  static float round(int row, int column, double value) {
    float rounded = (float) value;
    if (Float.isInfinite(rounded)) {
      throw new IllegalArgumentException(
          "row %d, column %d is %s: too large for single precision".formatted(row, column, value));
    }
    return rounded;
  }

  @Override
  boolean single() {
    return true;
  }

  @Override
  public double get(int row, int column) {
    return x[row * stride() + column];
  }

  @Override
  public void dots(int[] rows, int from, int to, double[] v, double[] out) {
    Kernels.best().dots(x, stride(), rows, from, to, v, out);
  }

  @Override
  public void add(int[] rows, int from, int to, double[] c, double[] out) {
    Kernels.best().addRows(x, stride(), rows, from, to, c, out);
  }

  private void fetch(int row, double[] out, int at) {
    int stride = stride();
    int from = row * stride;
    for (int k = 0; k < stride; k++) {
      out[at + k] = x[from + k];
    }
  }

  @Override
  void fetch(int[] rows, int from, int n, double[] out) {
    for (int j = 0; j < n; j++) {
      fetch(rows[from + j], out, j * stride());
    }
  }

  @Override
  void fetch(int first, int n, double[] out) {
    for (int j = 0; j < n; j++) {
      fetch(first + j, out, j * stride());
    }
  }

  @Override
  public void write(int first, int n, double[] from) {
    forget();
    int at = first * stride();
    for (int k = 0; k < n * stride(); k++) {
      x[at + k] = (float) from[k];
    }
  }
}
