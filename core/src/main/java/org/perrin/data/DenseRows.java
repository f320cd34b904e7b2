package org.perrin.data;

import java.util.Arrays;
import org.perrin.math.Kernels;
import org.perrin.math.Parallel;

/** Rows in one array of doubles, padded to whole groups of eight. */
public final class DenseRows implements WritableRows {
  private static final Kernels K = Kernels.best();

  private final double[] x;
  private final int count;
  private final int width;
  private final int stride;

  private DenseRows(double[] x, int count, int width) {
    this.x = x;
    this.count = count;
    this.width = width;
    this.stride = Kernels.pad(width);
  }

  /** Fills rows one after the other; the padding stays zero. */
  @FunctionalInterface
  public interface Filler {
    /** Writes row {@code row} to {@code x[at] …}. */
    void fill(int row, double[] x, int at);
  }

  /**
   * A table of {@code count × width}, each row written by {@code filler}, on all cores.
   *
   * @throws IllegalArgumentException naming row and column of a value that is not finite
   */
  public static DenseRows fill(int count, int width, Filler filler) {
    var rows = allocate(count, width);
    Parallel.overRows(
        count,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            filler.fill(i, rows.x, i * rows.stride);
          }
        });
    rows.checkFinite();
    return rows;
  }

  /** Fills a block of rows; the padding stays zero. */
  @FunctionalInterface
  public interface BlockFiller {
    /**
     * Writes the rows {@code from ≤ i < to} of block {@code block}, row i to {@code x[i·stride]}.
     */
    void fill(int block, int from, int to, double[] x, int stride);
  }

  /** As {@link #fill}, in blocks of {@code size} rows whatever the number of threads. */
  public static DenseRows fillBlocks(int count, int width, int size, BlockFiller filler) {
    var rows = allocate(count, width);
    Parallel.run(
        (count - 1) / size + 1,
        b -> {
          int to = (int) Math.min(count, (b + 1L) * size);
          filler.fill(b, b * size, to, rows.x, rows.stride);
        });
    rows.checkFinite();
    return rows;
  }

  /** Rows of {@code Kernels.pad(width)} elements in an array that its owner goes on writing. */
  public static DenseRows over(double[] x, int width) {
    return new DenseRows(x, x.length / Kernels.pad(width), width);
  }

  /** A table from an array of rows. */
  public static DenseRows of(double[][] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("a table needs at least one row");
    }
    int width = values[0].length;
    for (int i = 0; i < values.length; i++) {
      if (values[i].length != width) {
        throw new IllegalArgumentException(
            "row %d has %d columns, the first has %d".formatted(i, values[i].length, width));
      }
    }
    return fill(
        values.length, width, (row, x, at) -> System.arraycopy(values[row], 0, x, at, width));
  }

  static DenseRows allocate(int count, int width) {
    if (count < 1 || width < 1) {
      throw new IllegalArgumentException(
          "a table needs at least one row and one column, not %d × %d".formatted(count, width));
    }
    long size = (long) count * Kernels.pad(width);
    if (size > Integer.MAX_VALUE - 64) {
      throw new IllegalArgumentException(
          "%d rows × %d columns are more than one array holds: use a packed table"
              .formatted(count, width));
    }
    return new DenseRows(new double[(int) size], count, width);
  }

  private void checkFinite() {
    Parallel.overRows(
        count,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            for (int k = 0; k < width; k++) {
              double value = x[i * stride + k];
              if (!Double.isFinite(value)) {
                throw new IllegalArgumentException(
                    "row %d, column %d is %s: data must be finite".formatted(i, k, value));
              }
            }
          }
        });
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public int width() {
    return width;
  }

  @Override
  public int stride() {
    return stride;
  }

  @Override
  public double get(int row, int column) {
    return x[row * stride + column];
  }

  @Override
  public void copy(int row, double[] out) {
    System.arraycopy(x, row * stride, out, 0, width);
  }

  @Override
  public void read(int first, int n, double[] out) {
    System.arraycopy(x, first * stride, out, 0, n * stride);
  }

  @Override
  public void write(int first, int n, double[] from) {
    System.arraycopy(from, 0, x, first * stride, n * stride);
  }

  @Override
  public void dots(int[] rows, int from, int to, double[] v, double[] out) {
    K.dots(x, stride, rows, from, to, v, out);
  }

  @Override
  public void dots(int first, int count, double[] v, double[] out) {
    K.dots(x, stride, first, count, v, out);
  }

  @Override
  public void add(int[] rows, int from, int to, double[] c, double[] out) {
    K.addRows(x, stride, rows, from, to, c, out);
  }

  @Override
  public void add(int first, int count, double[] c, double[] out) {
    K.addRows(x, stride, first, count, c, out);
  }

  @Override
  public void addOuter(int first, int count, double[] c, double[] g) {
    K.addOuter(x, stride, first, count, c, g);
  }

  @Override
  public void squaredNorms(int first, int count, double[] m, int mStride, double[] out) {
    K.squaredNorms(x, stride, first, count, m, mStride, out);
  }

  @Override
  public void squaredNorms(int first, int count, double[] out) {
    for (int j = 0; j < count; j++) {
      int row = (first + j) * stride;
      out[j] = K.dot(x, row, x, row, stride);
    }
  }

  @Override
  public DenseRows map(int columns, RowMap f) {
    return map(f, allocate(count, columns));
  }

  @Override
  public DenseRows overwrite(RowMap f) {
    return map(f, this);
  }

  private DenseRows map(RowMap f, DenseRows out) {
    Parallel.overRows(
        count,
        (from, to) -> {
          double[] row = new double[width];
          double[] image = new double[out.width];
          for (int i = from; i < to; i++) {
            System.arraycopy(x, i * stride, row, 0, width);
            f.apply(row, image);
            System.arraycopy(image, 0, out.x, i * out.stride, out.width);
          }
        });
    return out;
  }

  @Override
  public Product times(double[] m, int columns, int sumSize, Visitor visitor) {
    var out = allocate(count, columns);
    double[] padded = padRows(m, width, columns);
    int block = 64;
    double[] total =
        Parallel.sum(
            count,
            sumSize,
            (sum, from, to) -> {
              for (int first = from; first < to; first += block) {
                int rows = Math.min(block, to - first);
                K.multiply(x, stride, first, rows, padded, out.stride, out.x, first);
                visitor.visit(out, first, rows, sum);
              }
            });
    return new Product(out, total);
  }

  @Override
  public Rows images(double[] m, int columns) {
    return new ImageRows(this, false, m, columns);
  }

  /** A {@code rows × columns} matrix in the kernels' layout: both sides padded. */
  public static double[] padRows(double[] m, int rows, int columns) {
    int stride = Kernels.pad(columns);
    double[] padded = new double[Kernels.pad(rows) * stride];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(m, i * columns, padded, i * stride, columns);
    }
    return padded;
  }

  @Override
  public DenseRows select(int[] rows) {
    return fill(
        rows.length,
        width,
        (row, to, at) -> System.arraycopy(x, rows[row] * stride, to, at, width));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DenseRows rows
        && rows.count == count
        && rows.width == width
        && Arrays.equals(rows.x, x);
  }

  @Override
  public int hashCode() {
    return 31 * width + Arrays.hashCode(x);
  }
}
