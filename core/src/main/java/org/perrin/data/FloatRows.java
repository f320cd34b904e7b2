package org.perrin.data;

import org.perrin.math.Kernels;
import org.perrin.math.Parallel;

/**
 * Rows in single precision: half the bytes, so half the cache misses of a random row. All
 * arithmetic is in double, and gives the bits that {@link DenseRows} gives for the same rounded
 * numbers: rows are widened a block at a time into a buffer that stays in the first-level cache.
 */
public final class FloatRows implements Rows {
  private static final Kernels K = Kernels.best();
  private static final int BLOCK = 64;

  private final float[] x;
  private final int count;
  private final int width;
  private final int stride;
  private final ThreadLocal<Buffer> buffers;

  private FloatRows(int count, int width) {
    this.count = count;
    this.width = width;
    this.stride = Kernels.pad(width);
    long size = (long) count * stride;
    if (size > Integer.MAX_VALUE - 64) {
      throw new IllegalArgumentException(
          "%d rows × %d columns are more than one array holds: use a packed table"
              .formatted(count, width));
    }
    this.x = new float[(int) size];
    this.buffers = ThreadLocal.withInitial(() -> new Buffer(stride));
  }

  /** Scratch of one thread: rows, and a number for each. */
  private static final class Buffer {
    private final double[] rows;
    private final double[] numbers = new double[BLOCK];

    Buffer(int stride) {
      this.rows = new double[BLOCK * stride];
    }
  }

  /** The rows of another table, rounded; too large a number is an error. */
  public static FloatRows of(Rows rows) {
    var rounded = new FloatRows(rows.count(), rows.width());
    Parallel.overRows(
        rows.count(),
        (from, to) -> {
          for (int i = from; i < to; i++) {
            for (int k = 0; k < rows.width(); k++) {
              rounded.set(i, k, rows.get(i, k));
            }
          }
        });
    return rounded;
  }

  private void set(int row, int column, double value) {
    float rounded = (float) value;
    if (Float.isInfinite(rounded)) {
      throw new IllegalArgumentException(
          "row %d, column %d is %s: too large for single precision".formatted(row, column, value));
    }
    x[row * stride + column] = rounded;
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

  private void widen(int row, double[] out, int at) {
    int from = row * stride;
    for (int k = 0; k < stride; k++) {
      out[at + k] = x[from + k];
    }
  }

  private void widen(int[] rows, int from, int n, Buffer buffer) {
    for (int j = 0; j < n; j++) {
      widen(rows[from + j], buffer.rows, j * stride);
    }
  }

  private void widen(int first, int n, Buffer buffer) {
    for (int j = 0; j < n; j++) {
      widen(first + j, buffer.rows, j * stride);
    }
  }

  @Override
  public void dots(int[] rows, int from, int to, double[] v, double[] out) {
    Buffer buffer = buffers.get();
    for (int j = from; j < to; j += BLOCK) {
      int n = Math.min(BLOCK, to - j);
      widen(rows, j, n, buffer);
      K.dots(buffer.rows, stride, 0, n, v, buffer.numbers);
      System.arraycopy(buffer.numbers, 0, out, j, n);
    }
  }

  @Override
  public void dots(int first, int many, double[] v, double[] out) {
    Buffer buffer = buffers.get();
    for (int j = 0; j < many; j += BLOCK) {
      int n = Math.min(BLOCK, many - j);
      widen(first + j, n, buffer);
      K.dots(buffer.rows, stride, 0, n, v, buffer.numbers);
      System.arraycopy(buffer.numbers, 0, out, j, n);
    }
  }

  @Override
  public void add(int[] rows, int from, int to, double[] c, double[] out) {
    Buffer buffer = buffers.get();
    for (int j = from; j < to; j += BLOCK) {
      int n = Math.min(BLOCK, to - j);
      widen(rows, j, n, buffer);
      System.arraycopy(c, j, buffer.numbers, 0, n);
      K.addRows(buffer.rows, stride, 0, n, buffer.numbers, out);
    }
  }

  @Override
  public void add(int first, int many, double[] c, double[] out) {
    Buffer buffer = buffers.get();
    for (int j = 0; j < many; j += BLOCK) {
      int n = Math.min(BLOCK, many - j);
      widen(first + j, n, buffer);
      System.arraycopy(c, j, buffer.numbers, 0, n);
      K.addRows(buffer.rows, stride, 0, n, buffer.numbers, out);
    }
  }

  @Override
  public void addOuter(int first, int many, double[] c, double[] g) {
    Buffer buffer = buffers.get();
    for (int j = 0; j < many; j += BLOCK) {
      int n = Math.min(BLOCK, many - j);
      widen(first + j, n, buffer);
      System.arraycopy(c, j, buffer.numbers, 0, n);
      K.addOuter(buffer.rows, stride, 0, n, buffer.numbers, g);
    }
  }

  @Override
  public void squaredNorms(int first, int many, double[] m, int mStride, double[] out) {
    Buffer buffer = buffers.get();
    double[] z = new double[BLOCK * mStride];
    for (int j = 0; j < many; j += BLOCK) {
      int n = Math.min(BLOCK, many - j);
      widen(first + j, n, buffer);
      K.multiply(buffer.rows, stride, 0, n, m, mStride, z, 0);
      for (int r = 0; r < n; r++) {
        out[j + r] = K.dot(z, r * mStride, z, r * mStride, mStride);
      }
    }
  }

  @Override
  public void squaredNorms(int first, int many, double[] out) {
    Buffer buffer = buffers.get();
    for (int j = 0; j < many; j++) {
      widen(first + j, buffer.rows, 0);
      out[j] = K.dot(buffer.rows, 0, buffer.rows, 0, stride);
    }
  }

  @Override
  public Product times(double[] m, int columns, int sumSize, Visitor visitor) {
    var out = new FloatRows(count, columns);
    double[] padded = DenseRows.padRows(m, width, columns);
    double[] total =
        Parallel.sum(
            count,
            sumSize,
            (sum, from, to) -> {
              Buffer buffer = buffers.get();
              double[] z = new double[BLOCK * out.stride];
              for (int first = from; first < to; first += BLOCK) {
                int n = Math.min(BLOCK, to - first);
                widen(first, n, buffer);
                K.multiply(buffer.rows, stride, 0, n, padded, out.stride, z, 0);
                for (int k = 0; k < n * out.stride; k++) {
                  out.x[first * out.stride + k] = (float) z[k];
                }
                visitor.visit(out, first, n, sum);
              }
            });
    return new Product(out, total);
  }

  @Override
  public FloatRows map(int columns, RowMap f) {
    var out = new FloatRows(count, columns);
    Parallel.overRows(
        count,
        (from, to) -> {
          double[] row = new double[width];
          double[] image = new double[columns];
          for (int i = from; i < to; i++) {
            copy(i, row);
            java.util.Arrays.fill(image, 0);
            f.apply(row, image);
            for (int k = 0; k < columns; k++) {
              out.set(i, k, image[k]);
            }
          }
        });
    return out;
  }
}
