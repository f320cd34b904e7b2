package org.perrin.data;

import org.perrin.math.Kernels;
import org.perrin.math.Parallel;

/**
 * Rows that are not an array of doubles: they are fetched a block at a time into one that stays in
 * the first-level cache, and the kernels work there. So the bits are those that {@link DenseRows}
 * gives for the same numbers, and arithmetic is in double whatever the numbers are stored in. To
 * write another kind of storage, say how a block is fetched.
 */
abstract class BlockRows implements Rows {
  /** Rows of a block. */
  static final int BLOCK = 64;

  private static final Kernels K = Kernels.best();

  private final int count;
  private final int width;
  private final int stride;
  private final ThreadLocal<Buffer> buffers;

  BlockRows(int count, int width) {
    this.count = count;
    this.width = width;
    this.stride = Kernels.pad(width);
    this.buffers = ThreadLocal.withInitial(() -> new Buffer(stride));
  }

  /** Scratch of one thread: rows, and a number for each; and which rows they are. */
  private static final class Buffer {
    private final double[] rows;
    private final double[] numbers = new double[BLOCK];
    private int first;
    private int held;
    private int lastCopied = -2;

    Buffer(int stride) {
      this.rows = new double[BLOCK * stride];
    }
  }

  /** A block that was used just before, by a product and then a sum, is not fetched again. */
  private void load(int first, int n, Buffer buffer) {
    if (buffer.first != first || buffer.held < n) {
      fetch(first, n, buffer.rows);
      buffer.first = first;
      buffer.held = n;
    }
  }

  private void load(int[] rows, int from, int n, Buffer buffer) {
    fetch(rows, from, n, buffer.rows);
    buffer.held = 0;
  }

  /** Called after rows were written: what this thread holds may be old. */
  final void forget() {
    buffers.get().held = 0;
  }

  /** Where a row begins in the buffer; rows that are read in order are fetched in blocks. */
  private int find(int row, Buffer buffer) {
    if (row < buffer.first || row >= buffer.first + buffer.held) {
      boolean next = row == buffer.lastCopied + 1;
      load(row, next ? Math.min(BLOCK, count - row) : 1, buffer);
    }
    buffer.lastCopied = row;
    return (row - buffer.first) * stride;
  }

  /** Writes {@code n ≤ 64} rows with these numbers to {@code out}, one every stride, padded. */
  abstract void fetch(int[] rows, int from, int n, double[] out);

  /** Writes rows {@code first ≤ i < first + n}, {@code n ≤ 64}, likewise. */
  abstract void fetch(int first, int n, double[] out);

  /** Whether numbers are rounded to single precision. */
  abstract boolean single();

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
    Buffer buffer = buffers.get();
    return buffer.rows[find(row, buffer) + column];
  }

  @Override
  public void copy(int row, double[] out) {
    Buffer buffer = buffers.get();
    System.arraycopy(buffer.rows, find(row, buffer), out, 0, width);
  }

  @Override
  public void read(int first, int n, double[] out) {
    Buffer buffer = buffers.get();
    for (int j = 0; j < n; j += BLOCK) {
      int some = Math.min(BLOCK, n - j);
      load(first + j, some, buffer);
      System.arraycopy(buffer.rows, 0, out, j * stride, some * stride);
    }
  }

  @Override
  public void dots(int[] rows, int from, int to, double[] v, double[] out) {
    Buffer buffer = buffers.get();
    for (int j = from; j < to; j += BLOCK) {
      int n = Math.min(BLOCK, to - j);
      load(rows, j, n, buffer);
      K.dots(buffer.rows, stride, 0, n, v, buffer.numbers);
      System.arraycopy(buffer.numbers, 0, out, j, n);
    }
  }

  @Override
  public void dots(int first, int many, double[] v, double[] out) {
    Buffer buffer = buffers.get();
    for (int j = 0; j < many; j += BLOCK) {
      int n = Math.min(BLOCK, many - j);
      load(first + j, n, buffer);
      K.dots(buffer.rows, stride, 0, n, v, buffer.numbers);
      System.arraycopy(buffer.numbers, 0, out, j, n);
    }
  }

  @Override
  public void add(int[] rows, int from, int to, double[] c, double[] out) {
    Buffer buffer = buffers.get();
    for (int j = from; j < to; j += BLOCK) {
      int n = Math.min(BLOCK, to - j);
      load(rows, j, n, buffer);
      System.arraycopy(c, j, buffer.numbers, 0, n);
      K.addRows(buffer.rows, stride, 0, n, buffer.numbers, out);
    }
  }

  @Override
  public void add(int first, int many, double[] c, double[] out) {
    Buffer buffer = buffers.get();
    for (int j = 0; j < many; j += BLOCK) {
      int n = Math.min(BLOCK, many - j);
      load(first + j, n, buffer);
      System.arraycopy(c, j, buffer.numbers, 0, n);
      K.addRows(buffer.rows, stride, 0, n, buffer.numbers, out);
    }
  }

  @Override
  public void addOuter(int first, int many, double[] c, double[] g) {
    Buffer buffer = buffers.get();
    for (int j = 0; j < many; j += BLOCK) {
      int n = Math.min(BLOCK, many - j);
      load(first + j, n, buffer);
      System.arraycopy(c, j, buffer.numbers, 0, n);
      K.addOuter(buffer.rows, stride, 0, n, buffer.numbers, g);
    }
  }

  @Override
  public void squaredNorms(int first, int many, double[] m, int mStride, double[] out) {
    Buffer buffer = buffers.get();
    for (int j = 0; j < many; j += BLOCK) {
      int n = Math.min(BLOCK, many - j);
      load(first + j, n, buffer);
      K.squaredNorms(buffer.rows, stride, 0, n, m, mStride, buffer.numbers);
      System.arraycopy(buffer.numbers, 0, out, j, n);
    }
  }

  @Override
  public void squaredNorms(int first, int many, double[] out) {
    Buffer buffer = buffers.get();
    for (int j = 0; j < many; j += BLOCK) {
      int n = Math.min(BLOCK, many - j);
      load(first + j, n, buffer);
      for (int r = 0; r < n; r++) {
        out[j + r] = K.dot(buffer.rows, r * stride, buffer.rows, r * stride, stride);
      }
    }
  }

  @Override
  public Product times(double[] m, int columns, int sumSize, Visitor visitor) {
    WritableRows out = storage().rows(count, columns, single());
    double[] padded = DenseRows.padRows(m, width, columns);
    double[] total =
        Parallel.sum(
            count,
            sumSize,
            (sum, from, to) -> {
              Buffer buffer = buffers.get();
              double[] z = new double[BLOCK * out.stride()];
              for (int first = from; first < to; first += BLOCK) {
                int n = Math.min(BLOCK, to - first);
                load(first, n, buffer);
                K.multiply(buffer.rows, stride, 0, n, padded, out.stride(), z, 0);
                out.write(first, n, z);
                visitor.visit(out, first, n, sum);
              }
            });
    return new Product(out, total);
  }

  @Override
  public Rows images(double[] m, int columns) {
    return new ImageRows(this, single(), m, columns);
  }
}
