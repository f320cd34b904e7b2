package org.perrin.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Kernels;
import org.perrin.math.Parallel;
import org.perrin.math.SpareArrays;

/**
 * Rows of numbers and factors. A factor owns neighbouring columns, of which a row has at most one
 * that is not 0: its place is stored in two bytes, whatever the number of levels. With s numbers
 * and factors everything takes O(s) a row, sums of outer products O(s²).
 *
 * <p>Columns may be centred and scaled without filling them: element k is {@code aₖ rₖ + bₖ}, r the
 * row as it is stored ({@link AffineColumns}).
 */
public final class CodedRows implements Rows {
  /** Above so many columns places do not fit two bytes, or forms of all columns not the memory. */
  public static final int MOST_COLUMNS = 5000;

  private final CodedTable table;
  private final int width;
  private final int stride;
  private final int ones;
  private final AffineColumns image;
  private final boolean plain;
  private final @Nullable CodedColumns columns;

  private CodedRows(CodedTable table, int ones, @Nullable AffineColumns image) {
    this(table, ones, image, null);
  }

  private CodedRows(
      CodedTable table, int ones, @Nullable AffineColumns image, @Nullable CodedColumns columns) {
    this.table = table;
    this.columns = columns;
    this.width = table.width();
    this.stride = Kernels.pad(width + 1);
    this.ones = ones;
    this.plain = image == null;
    this.image = image == null ? AffineColumns.identity(width, stride) : image;
  }

  /**
   * Rows from their parts.
   *
   * @param width columns of all parts
   * @param columns which of them each number is; {@code width} for one that only multiplies factors
   * @param dense the numbers, row by row, {@link #pitch} apart
   * @param places of each factor the column that is not 0 or {@code width}, row by row
   * @param times of each factor the number that it is multiplied by, or −1 for a one
   */
  public static CodedRows of(int width, int[] columns, double[] dense, char[] places, int[] times) {
    if (width > MOST_COLUMNS || times.length == 0) {
      throw new IllegalArgumentException(
          "%d columns and %d factors: at most %d columns and at least one factor can be coded"
              .formatted(width, times.length, MOST_COLUMNS));
    }
    var table = CodedTable.of(width, columns, dense, places, times);
    return new CodedRows(table, table.ones(), null);
  }

  /**
   * The numbers of a table coded: of the columns {@code f[0] ≤ k < f[1]} of each factor f a row has
   * at most one that is not 0, and that is 1.
   */
  public static CodedRows of(Rows x, int[]... factors) {
    var table = CodedTable.of(x, factors);
    return new CodedRows(table, table.ones(), null);
  }

  /** Elements from a row's numbers to those of the next one: as the dense kernels have them. */
  public static int pitch(int numbers) {
    return Kernels.pad(numbers);
  }

  @Override
  public int count() {
    return table.count();
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
  public int nonZeros() {
    return table.numbers() + table.factors();
  }

  @Override
  public int block() {
    return 1024;
  }

  @Override
  public long storedBytes() {
    return (long) Double.BYTES * table.dense().length
        + (long) Character.BYTES * table.places().length;
  }

  /** How many columns each number and each factor has. */
  public int[] sizes() {
    return table.sizes();
  }

  /** Columns that are stored as numbers. */
  public int[] numbers() {
    return Arrays.stream(table.columns()).filter(k -> k < width).toArray();
  }

  /** Columns of the elements that a row is stored by, in order, and what they are; how many. */
  public int elements(int row, int[] at, double[] x) {
    return table.elements(row, at, x);
  }

  /** Sums of third powers of rows as they are stored. */
  public CodedCubes cubes() {
    return new CodedCubes(table);
  }

  @Override
  public double get(int row, int column) {
    double[] x = new double[nonZeros()];
    int[] at = new int[x.length];
    table.load(row, at, x);
    double raw = 0;
    for (int e = 0; e < at.length; e++) {
      raw = at[e] == column ? x[e] : raw;
    }
    return image.of(column, raw);
  }

  @Override
  public void copy(int row, double[] out) {
    System.arraycopy(image.b(), 0, out, 0, width);
    for (int k = 0; k < table.numbers(); k++) {
      set(out, table.columns()[k], table.dense()[row * table.pitch() + k]);
    }
    for (int f = 0; f < table.factors(); f++) {
      set(out, table.places()[row * table.factors() + f], table.value(row, f));
    }
  }

  private void set(double[] out, int column, double raw) {
    if (column < width) {
      out[column] = image.of(column, raw);
    }
  }

  /** What stored rows meet, to be given to {@link #done}; v itself where columns are plain. */
  private double[] met(double[] v) {
    return plain ? v : image.met(v, SpareArrays.take(stride));
  }

  private void done(double[] met) {
    if (!plain) {
      SpareArrays.give(met);
    }
  }

  /** What stored rows meet of a matrix with d rows: {@code Bᵀm}. */
  public double[] met(double[] m, int columnsOf) {
    return image.metRows(m, columnsOf, columnsOf);
  }

  @Override
  public void dots(int[] rows, int from, int to, double[] v, double[] out) {
    double[] met = met(v);
    double[] near = table.metByNumbers(met);
    Kernels.best().dots(table.dense(), table.pitch(), rows, from, to, near, out);
    table.addOfFactors(rows, from, to, met, out);
    done(met);
  }

  @Override
  public void dots(int first, int n, double[] v, double[] out) {
    double[] met = met(v);
    if (columns != null) {
      columns.dots(first, n, met, out);
    } else {
      double[] near = table.metByNumbers(met);
      Kernels.best().dots(table.dense(), table.pitch(), first, n, near, out);
      table.addOfFactors(first, n, met, out);
    }
    done(met);
  }

  @Override
  public void add(int[] rows, int from, int to, double[] c, double[] out) {
    double[] near = new double[table.pitch()];
    Kernels.best().addRows(table.dense(), table.pitch(), rows, from, to, c, near);
    double[] sum = SpareArrays.zeros(stride);
    table.addFactors(rows, from, to, c, sum);
    addImage(near, sum, out);
    SpareArrays.give(sum);
  }

  @Override
  public void add(int first, int n, double[] c, double[] out) {
    double[] sum = SpareArrays.zeros(stride);
    if (columns != null) {
      columns.add(first, n, c, sum);
      image.addImage(sum, out);
    } else {
      double[] near = new double[table.pitch()];
      Kernels.best().addRows(table.dense(), table.pitch(), first, n, c, near);
      table.addFactors(first, n, c, sum);
      addImage(near, sum, out);
    }
    SpareArrays.give(sum);
  }

  private void addImage(double[] near, double[] sum, double[] out) {
    for (int k = 0; k < table.numbers(); k++) {
      sum[table.columns()[k]] += near[k];
    }
    image.addImage(sum, out);
  }

  @Override
  public CodedRows stored() {
    return plain ? this : new CodedRows(table, ones, null);
  }

  /** One image of the outer products, O(d²): sums over many rows are of {@link #stored} ones. */
  @Override
  public void addOuter(int first, int n, double[] c, double[] g) {
    if (plain) {
      table.addOuter(first, n, c, g, stride);
    } else {
      double[] sum = new double[stride * stride];
      table.addOuter(first, n, c, sum, stride);
      image.addOuterImage(sum, g);
    }
  }

  @Override
  public void addOuterImage(double[] sum, double[] g) {
    image.addOuterImage(sum, g);
  }

  /** {@code xᵀMx} for all rows and a positive M, by s² elements of {@code BᵀMB}. */
  public void forms(double[] form, Doubles out) {
    double[] met = image.metForm(form);
    double[] root = new double[stride];
    for (int k = 0; k < width; k++) {
      root[k] = Math.sqrt(Math.max(0, met[k * stride + k]));
    }
    Parallel.overRows(
        count(), (from, to) -> table.forms(met, stride, root, from, to, new double[block()], out));
  }

  @Override
  public void squaredNorms(int first, int n, double[] m, int mStride, double[] out) {
    double[] met = image.metRows(m, mStride, mStride);
    double[] row = new double[mStride];
    for (int j = 0; j < n; j++) {
      Arrays.fill(row, 0);
      addRow(first + j, met, mStride, row, 0);
      out[j] = Kernels.best().dot(row, 0, row, 0, mStride);
    }
  }

  /** Adds what a row makes of the rows of a matrix. */
  private void addRow(int row, double[] met, int strideOf, double[] out, int to) {
    int[] at = new int[nonZeros()];
    double[] x = new double[at.length];
    int n = table.elements(row, at, x);
    for (int e = 0; e < n; e++) {
      Kernels.best().axpy(x[e], met, at[e] * strideOf, out, to, strideOf);
    }
  }

  @Override
  public void squaredNorms(int first, int n, double[] out) {
    double empty = 0;
    for (double shift : image.b()) {
      empty = Math.fma(shift, shift, empty);
    }
    for (int j = 0; j < n; j++) {
      out[j] = empty + overElements(first + j, (k, x) -> x * x - image.b()[k] * image.b()[k]);
    }
  }

  /** Of a column and what stands there. */
  @FunctionalInterface
  private interface Element {
    double of(int column, double x);
  }

  /** The sum over the elements of a row that are stored. */
  private double overElements(int row, Element element) {
    int[] at = new int[nonZeros()];
    double[] x = new double[at.length];
    int n = table.elements(row, at, x);
    double sum = 0;
    for (int e = 0; e < n; e++) {
      sum += element.of(at[e], image.of(at[e], x[e]));
    }
    return sum;
  }

  @Override
  public void roughLeverage(double[] inverse, int from, int to, Doubles out, long at) {
    double[] empty = new double[width];
    Arrays.setAll(empty, k -> Math.min(1, image.b()[k] * image.b()[k] * inverse[k]));
    double rest = Arrays.stream(empty).sum();
    Element element = (k, x) -> Math.min(1, x * x * inverse[k]) - empty[k];
    for (int i = from; i < to; i++) {
      out.set(at + i - from, rest + overElements(i, element));
    }
  }

  @Override
  public Product times(double[] m, int columnsOf, int sumSize, Visitor visitor) {
    DenseRows out = DenseRows.allocate(count(), columnsOf);
    double[] met = image.metRows(m, columnsOf, out.stride());
    double[] total =
        Parallel.sum(
            count(),
            sumSize,
            (sum, from, to) -> {
              double[] block = new double[64 * out.stride()];
              for (int first = from; first < to; first += 64) {
                int n = Math.min(64, to - first);
                Arrays.fill(block, 0);
                for (int j = 0; j < n; j++) {
                  addRow(first + j, met, out.stride(), block, j * out.stride());
                }
                out.write(first, n, block);
                visitor.visit(out, first, n, sum);
              }
            });
    return new Product(out, total);
  }

  @Override
  public DenseRows map(int columnsOf, RowMap f) {
    return DenseRows.fill(
        count(),
        columnsOf,
        (i, x, at) -> {
          double[] row = new double[width];
          double[] mapped = new double[columnsOf];
          copy(i, row);
          f.apply(row, mapped);
          System.arraycopy(mapped, 0, x, at, columnsOf);
        });
  }

  /** Numbers are written again, columns of factors are not. */
  @Override
  public Rows standardised(double[] centre, double[] scale, boolean overwrite) {
    double[] slope = new double[width];
    double[] shift = new double[width];
    for (int k = 0; k < width; k++) {
      slope[k] = image.a()[k] / scale[k];
      shift[k] = (image.b()[k] - centre[k]) / scale[k];
    }
    int p = table.pitch();
    double[] moved = overwrite ? table.dense() : table.dense().clone();
    for (int k = 0; k < table.numbers(); k++) {
      int column = table.columns()[k];
      if (column < width) {
        for (int at = k; at < moved.length; at += p) {
          moved[at] = (moved[at] - centre[column]) / scale[column];
        }
        slope[column] = 1;
        shift[column] = 0;
      }
    }
    boolean constant = ones >= 0 && moved[ones] == 1;
    if (!constant && Arrays.stream(shift).anyMatch(v -> v != 0)) {
      throw new IllegalArgumentException(
          "columns of factors are centred only together with a column of ones");
    }
    int one = ones < 0 ? 0 : table.columns()[ones];
    return new CodedRows(table.with(moved), ones, new AffineColumns(stride, one, slope, shift));
  }

  /** By columns too. */
  @Override
  public CodedRows forManyPasses() {
    return new CodedRows(table, ones, plain ? null : image, CodedColumns.of(table));
  }

  @Override
  public CodedRows select(int[] rows) {
    return new CodedRows(table.select(rows), ones, plain ? null : image);
  }
}
