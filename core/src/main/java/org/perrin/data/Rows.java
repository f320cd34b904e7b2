package org.perrin.data;

import java.util.Arrays;
import org.perrin.math.Parallel;

/**
 * A table of numbers, read a row at a time: N rows of d columns. The operations are those that
 * models need; each implementation runs them at the speed of its storage. Vectors that meet a row
 * have {@link #stride()} elements, of which those beyond d are zero.
 */
public interface Rows {
  /** N. */
  int count();

  /** d. */
  int width();

  /** Elements between rows in the kernels' layout: d rounded up to a multiple of eight. */
  int stride();

  /** Elements of a row that a product with a vector looks at. */
  default int nonZeros() {
    return width();
  }

  /** What the rows take, wherever they lie. */
  default long storedBytes() {
    return (long) Double.BYTES * stride() * count();
  }

  /** Rows that are best visited together. */
  default int block() {
    return 64;
  }

  /** One element. */
  double get(int row, int column);

  /** Where what is made of the rows is to be kept. */
  default Storage storage() {
    return Storage.heap();
  }

  /** {@code out[j] = x[rows[j]] · v}, {@code from ≤ j < to}. */
  void dots(int[] rows, int from, int to, double[] v, double[] out);

  /** {@code out[j] = x[first + j] · v}, {@code 0 ≤ j < count}. */
  void dots(int first, int count, double[] v, double[] out);

  /** {@code out += Σ c[j] x[rows[j]]}, {@code from ≤ j < to}. */
  void add(int[] rows, int from, int to, double[] c, double[] out);

  /** {@code out += Σ c[j] x[first + j]}, {@code 0 ≤ j < count}. */
  void add(int first, int count, double[] c, double[] out);

  /** {@code g += Σ c[j] xⱼxⱼᵀ}: upper triangle of a {@code stride × stride} matrix. */
  void addOuter(int first, int count, double[] c, double[] g);

  /**
   * Rows of which these are linear images {@code Br}, as wide, whose outer products are cheaper;
   * this where there are none.
   */
  default Rows stored() {
    return this;
  }

  /** {@code g += B sum Bᵀ} for a sum over {@link #stored} rows: upper triangles. */
  default void addOuterImage(double[] sum, double[] g) {
    for (int k = 0; k < sum.length; k++) {
      g[k] += sum[k];
    }
  }

  /** {@code out[j] = ‖Mᵀ x[first + j]‖²}; {@code m} is {@code stride × mStride}. */
  void squaredNorms(int first, int count, double[] m, int mStride, double[] out);

  /**
   * The table whose rows are {@code Mᵀxᵢ}; {@code m} is {@code d × columns}, row-major. The visitor
   * sees each block of new rows while they are in cache and adds to a vector of {@code sumSize}.
   */
  Product times(double[] m, int columns, int sumSize, Visitor visitor);

  /** The table whose rows are {@code Mᵀxᵢ}. */
  default Rows times(double[] m, int columns) {
    return times(m, columns, 1, (rows, first, count, sum) -> {}).rows();
  }

  /** As {@link #times}, to the bit, where few are read: made at each reading if that can be. */
  default Rows images(double[] m, int columns) {
    return times(m, columns);
  }

  /** A new table and what was summed on the way. */
  record Product(Rows rows, double[] sum) {}

  /** Looks at rows {@code first ≤ i < first + count} and adds to {@code sum}. */
  @FunctionalInterface
  interface Visitor {
    /** Visits a block. */
    void visit(Rows rows, int first, int count, double[] sum);
  }

  /** The table whose rows are {@code f(xᵢ)}, d' columns wide. */
  Rows map(int columns, RowMap f);

  /**
   * As {@link #map} to as many columns, in the memory of this table where that can be written: this
   * table must not be read any more.
   */
  default Rows overwrite(RowMap f) {
    return map(width(), f);
  }

  /** A function of a row; it must not keep or change its arguments' arrays beyond {@code out}. */
  @FunctionalInterface
  interface RowMap {
    /** Writes the image of {@code row} to {@code out}, which is zero. */
    void apply(double[] row, double[] out);
  }

  /** One that takes many rows at a time, for tables that are computed whenever they are read. */
  interface BlockMap extends RowMap {
    /**
     * Writes the images of {@code n} rows that begin every {@code stride} elements of {@code rows}
     * to every {@code outStride} elements of {@code out}; what is there of them is overwritten.
     */
    void apply(double[] rows, int stride, int n, double[] out, int outStride);

    @Override
    default void apply(double[] row, double[] out) {
      apply(row, row.length, 1, out, out.length);
    }
  }

  /** The table of columns {@code from ≤ k < to}. */
  default Rows columns(int from, int to) {
    int columns = to - from;
    return columns == width()
        ? this
        : map(columns, (row, out) -> System.arraycopy(row, from, out, 0, columns));
  }

  /** The table with column k multiplied by {@code factor[k]}. */
  default Rows scale(double[] factor) {
    return map(
        width(),
        (row, out) -> {
          for (int k = 0; k < out.length; k++) {
            out[k] = factor[k] * row[k];
          }
        });
  }

  /**
   * The table with {@code (xₖ − centreₖ)/scaleₖ} in column k; in the memory of this one if it may
   * be overwritten.
   */
  default Rows standardised(double[] centre, double[] scale, boolean overwrite) {
    var f = new Standardised(centre, scale);
    return overwrite ? overwrite(f) : map(width(), f);
  }

  /** Writes rows {@code first ≤ i < first + n} to {@code out}, one every stride, padded with 0. */
  default void read(int first, int n, double[] out) {
    double[] row = new double[width()];
    for (int j = 0; j < n; j++) {
      copy(first + j, row);
      System.arraycopy(row, 0, out, j * stride(), row.length);
      Arrays.fill(out, j * stride() + row.length, (j + 1) * stride(), 0);
    }
  }

  /** The rows with these numbers, copied. */
  default Rows select(int[] rows) {
    var chosen = DenseRows.allocate(rows.length, width());
    Parallel.overRows(
        rows.length,
        (from, to) -> {
          double[] row = new double[stride()];
          for (int i = from; i < to; i++) {
            copy(rows[i], row);
            chosen.write(i, 1, row);
          }
        });
    return chosen;
  }

  /**
   * The same rows, few and read from end to end very often: laid out for that where it pays. Sums
   * may differ in their last bits.
   */
  default Rows forManyPasses() {
    return this;
  }

  /** {@code out[j] = ‖x[first + j]‖²}. */
  void squaredNorms(int first, int count, double[] out);

  /**
   * A cheap guess at how much each row matters to a regression: {@code Σₖ min(1, xᵢₖ² / Σᵢ xᵢₖ²)},
   * which is the leverage if columns are orthogonal. The sums over rows are estimated from a
   * sample; a column that is all zero there counts as if one row of the sample had a one. One pass.
   */
  default Doubles roughLeverage() {
    int sample = Math.min(count(), 20_000);
    double[] inverse =
        inverseSquares(
            width(), sample, count(), (j, row) -> copy((int) ((long) j * count() / sample), row));
    Doubles scores = storage().doubles(count());
    Parallel.overRows(count(), (from, to) -> roughLeverage(inverse, from, to, scores, from));
    return scores;
  }

  /** Writes {@code Σₖ min(1, xᵢₖ² inverseₖ)} of rows {@code from ≤ i < to} to {@code out[at] …}. */
  default void roughLeverage(double[] inverse, int from, int to, Doubles out, long at) {
    double[] rows = new double[block() * stride()];
    double[] scores = new double[block()];
    for (int first = from; first < to; first += block()) {
      int n = Math.min(block(), to - first);
      read(first, n, rows);
      for (int j = 0; j < n; j++) {
        double score = 0;
        for (int k = 0; k < inverse.length; k++) {
          double value = rows[j * stride() + k];
          double share = value * value * inverse[k];
          score += share < 1 ? share : 1;
        }
        scores[j] = score;
      }
      out.put(at + first - from, n, scores);
    }
  }

  /** Writes a row of a sample. */
  @FunctionalInterface
  interface Sampled {
    /** Row {@code j} of it. */
    void copy(int j, double[] row);
  }

  /** {@code 1 / Σᵢ xᵢₖ²} over {@code count} rows, guessed from a sample in its order. */
  static double[] inverseSquares(int width, int sample, int count, Sampled rows) {
    double[] inverse = new double[width];
    double[] row = new double[width];
    for (int j = 0; j < sample; j++) {
      rows.copy(j, row);
      for (int k = 0; k < row.length; k++) {
        inverse[k] += row[k] * row[k];
      }
    }
    for (int k = 0; k < row.length; k++) {
      inverse[k] = (double) sample / count / (inverse[k] > 0 ? inverse[k] : 1);
    }
    return inverse;
  }

  /** Copies the d elements of a row. */
  default void copy(int row, double[] out) {
    for (int k = 0; k < width(); k++) {
      out[k] = get(row, k);
    }
  }
}
