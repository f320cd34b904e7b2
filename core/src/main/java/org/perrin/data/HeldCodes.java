package org.perrin.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Kernels;
import org.perrin.math.Parallel;
import org.perrin.math.SpareArrays;

/** Coded rows in arrays. */
public final class HeldCodes implements CodedRows {
  private final CodedTable table;
  private final int width;
  private final int stride;
  private final int ones;
  private final AffineColumns image;
  private final boolean plain;
  private final @Nullable CodedColumns columns;
  private final HeldCodes stored;

  /** Rows of a table; those of {@code image} where it is not null. */
  HeldCodes(CodedTable table, int ones, @Nullable AffineColumns image) {
    this(table, ones, image, null);
  }

  private HeldCodes(
      CodedTable table, int ones, @Nullable AffineColumns image, @Nullable CodedColumns columns) {
    this.table = table;
    this.columns = columns;
    this.width = table.width();
    this.stride = Kernels.pad(width + 1);
    this.ones = ones;
    this.plain = image == null;
    this.image = image == null ? AffineColumns.identity(table, stride, ones) : image;
    this.stored = plain ? this : new HeldCodes(table, ones, null);
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
  public long storedBytes() {
    return (long) Double.BYTES * table.dense().length
        + (long) Character.BYTES * table.places().length;
  }

  @Override
  public int[] sizes() {
    return table.sizes();
  }

  @Override
  public int[] numbers() {
    return Arrays.stream(table.columns()).filter(k -> k < width).toArray();
  }

  @Override
  public int elements(int row, int[] at, double[] x) {
    return table.elements(row, at, x);
  }

  @Override
  public CodedCubes cubes() {
    return new CodedCubes(table, table);
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

  @Override
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
  public HeldCodes stored() {
    return stored;
  }

  /** One image of the outer products, O(d²): sums over many rows are of {@link #stored} ones. */
  @Override
  public void addOuter(int first, int n, double[] c, double[] g) {
    if (plain) {
      new CodedOuter(table).add(first, n, c, g, stride);
    } else {
      double[] sum = new double[stride * stride];
      new CodedOuter(table).add(first, n, c, sum, stride);
      image.addOuterImage(sum, g);
    }
  }

  @Override
  public void addOuterImage(double[] sum, double[] g) {
    image.addOuterImage(sum, g);
  }

  @Override
  public void forms(double[] form, Doubles out) {
    Forms forms = forms(form);
    Parallel.overRows(
        count(),
        (from, to) -> {
          double[] block = new double[block()];
          for (int first = from; first < to; first += block.length) {
            int n = Math.min(block.length, to - first);
            forms.of(table, first, n, block);
            out.put(first, n, block);
          }
        });
  }

  /** {@code xᵀMx} of rows of a table that is laid out as this one. */
  Forms forms(double[] form) {
    double[] met = image.metForm(form);
    double[] root = new double[stride];
    for (int k = 0; k < width; k++) {
      root[k] = Math.sqrt(Math.max(0, met[k * stride + k]));
    }
    return (rows, first, n, out) -> rows.forms(met, stride, root, first, n, out);
  }

  /** A form of some rows. */
  @FunctionalInterface
  interface Forms {
    /** {@code out[j]} for row {@code first + j}, {@code 0 ≤ j < n}. */
    void of(CodedTable rows, int first, int n, double[] out);
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

  @Override
  public double[] squares() {
    return squares(table, count());
  }

  /** The same of rows that are not here, laid out as these. */
  double[] squares(CodedStore rows, int count) {
    double[] moments =
        Parallel.sum(count, momentsSize(), (sum, from, to) -> addMoments(rows, from, to, sum));
    return squares(moments, count);
  }

  private static void addMoments(CodedStore rows, int from, int to, double[] sum) {
    for (int first = from; first < to; first += CodedStore.MOST) {
      int n = Math.min(CodedStore.MOST, to - first);
      rows.near(first, n).addMoments(rows.place(first), n, sum);
    }
  }

  /** Elements of what {@link #addMoments} adds up. */
  public int momentsSize() {
    return 2 * (width + 1);
  }

  /** Adds what {@link #squares} takes of rows {@code from ≤ i < to}. */
  public void addMoments(int from, int to, double[] sum) {
    addMoments(table, from, to, sum);
  }

  /** {@link #squares} of so many rows, in other places too, from what all add up to. */
  public double[] squares(double[] moments, int rows) {
    return image.squares(moments, rows);
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
    int p = table.pitch();
    double[] moved = overwrite ? table.dense() : table.dense().clone();
    for (int k = 0; k < table.numbers(); k++) {
      int column = table.columns()[k];
      if (column < width) {
        for (int at = k; at < moved.length; at += p) {
          moved[at] = (moved[at] - centre[column]) / scale[column];
        }
      }
    }
    boolean constant = ones >= 0 && moved[ones] == 1;
    return new HeldCodes(
        table.with(moved), ones, image.standardised(centre, scale, numbers(), constant));
  }

  /** By columns too. */
  @Override
  public HeldCodes forManyPasses() {
    return new HeldCodes(table, ones, plain ? null : image, CodedColumns.of(table));
  }

  @Override
  public HeldCodes select(int[] rows) {
    return new HeldCodes(table.select(rows), ones, plain ? null : image);
  }
}
