package org.perrin.data;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Kernels;
import org.perrin.math.Parallel;

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
<<<<<<< HEAD
=======
  private final int[] columns;
  private final int numbers;
  private final int pitch;
  private final double[] dense;
  private final int factors;
  private final char[] places;
  private final int[] times;
  private final int[] levels;
>>>>>>> main
  private final int ones;
  private final AffineColumns image;
  private final boolean plain;

<<<<<<< HEAD
  private CodedRows(CodedTable table, int ones, @Nullable AffineColumns image) {
    this.table = table;
    this.width = table.width();
=======
  private CodedRows(
      int width,
      int[] columns,
      double[] dense,
      char[] places,
      int[] times,
      int[] levels,
      int ones,
      @Nullable AffineColumns image) {
    this.numbers = columns.length;
    this.pitch = pitch(numbers);
    this.factors = times.length;
    this.count = factors > 0 ? places.length / factors : dense.length / pitch;
    this.width = width;
>>>>>>> main
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
<<<<<<< HEAD
    var table = CodedTable.of(width, columns, dense, places, times);
    return new CodedRows(table, table.ones(), null);
=======
    for (int f : times) {
      if (f >= 0 && columns[f] != width) {
        throw new IllegalArgumentException("what multiplies a factor must not be a column itself");
      }
    }
    checkFinite(dense, columns);
    int ones = -1;
    for (int k = columns.length - 1; k >= 0; k--) {
      ones = columns[k] < width && constant(dense, pitch(columns.length), k) ? k : ones;
    }
    return new CodedRows(
        width,
        columns.clone(),
        dense,
        places,
        times.clone(),
        levels(width, places, times.length),
        ones,
        null);
>>>>>>> main
  }

  /**
   * The numbers of a table coded: of the columns {@code f[0] ≤ k < f[1]} of each factor f a row has
   * at most one that is not 0, and that is 1.
   */
  public static CodedRows of(Rows x, int[]... factors) {
    boolean[] coded = new boolean[x.width()];
    for (int[] f : factors) {
      Arrays.fill(coded, f[0], f[1], true);
    }
    int[] columns = IntStream.range(0, x.width()).filter(k -> !coded[k]).toArray();
    int pitch = pitch(columns.length);
    double[] dense = new double[x.count() * pitch];
    char[] places = new char[x.count() * factors.length];
    double[] row = new double[x.width()];
    for (int i = 0; i < x.count(); i++) {
      x.copy(i, row);
      for (int k = 0; k < columns.length; k++) {
        dense[i * pitch + k] = row[columns[k]];
      }
      for (int f = 0; f < factors.length; f++) {
        int place = factors[f][0];
        while (place < factors[f][1] && row[place] == 0) {
          place++;
        }
        places[i * factors.length + f] = (char) (place == factors[f][1] ? x.width() : place);
      }
    }
    int[] ones = new int[factors.length];
    Arrays.fill(ones, -1);
    return of(x.width(), columns, dense, places, ones);
  }

<<<<<<< HEAD
=======
  private static int[] levels(int width, char[] places, int factors) {
    int[] low = new int[factors];
    int[] high = new int[factors];
    Arrays.fill(low, width);
    for (int at = 0; at < places.length; at++) {
      int place = places[at];
      if (place < width) {
        low[at % factors] = Math.min(low[at % factors], place);
        high[at % factors] = Math.max(high[at % factors], place + 1);
      }
    }
    int[] levels = new int[factors];
    Arrays.setAll(levels, f -> Math.max(0, high[f] - low[f]));
    return levels;
  }

  private static boolean constant(double[] dense, int pitch, int k) {
    for (int at = k; at < dense.length; at += pitch) {
      if (dense[at] != 1) {
        return false;
      }
    }
    return true;
  }

  private static void checkFinite(double[] dense, int[] columns) {
    int pitch = pitch(columns.length);
    Parallel.overRows(
        dense.length,
        (from, to) -> {
          for (int j = from; j < to; j++) {
            if (!Double.isFinite(dense[j])) {
              throw new IllegalArgumentException(
                  "row %d, column %d is %s: data must be finite"
                      .formatted(j / pitch, columns[j % pitch], dense[j]));
            }
          }
        });
  }

>>>>>>> main
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
    int[] sizes = new int[nonZeros()];
    Arrays.fill(sizes, 0, table.numbers(), 1);
    System.arraycopy(table.levels(), 0, sizes, table.numbers(), table.factors());
    return sizes;
  }

  /** Elements from a row's numbers to those of the next one. */
  public static int pitch(int numbers) {
    return Kernels.pad(numbers);
  }

  /** Columns that are stored as numbers. */
  public int[] numbers() {
    return Arrays.stream(table.columns()).filter(k -> k < width).toArray();
  }

<<<<<<< HEAD
  /** Columns of the elements that a row is stored by, in order, and what they are; how many. */
  public int elements(int row, int[] at, double[] x) {
    return table.elements(row, at, x);
=======
  /** What the factor f of a row has at its place. */
  private double value(int row, int f) {
    return times[f] < 0 ? 1 : dense[row * pitch + times[f]];
>>>>>>> main
  }

  @Override
  public double get(int row, int column) {
    double[] x = new double[nonZeros()];
    int[] at = new int[x.length];
    table.load(row, at, x);
    double raw = 0;
<<<<<<< HEAD
    for (int e = 0; e < at.length; e++) {
      raw = at[e] == column ? x[e] : raw;
=======
    for (int k = 0; k < numbers; k++) {
      raw = columns[k] == column ? dense[row * pitch + k] : raw;
    }
    for (int f = 0; f < factors; f++) {
      raw = places[row * factors + f] == column ? value(row, f) : raw;
>>>>>>> main
    }
    return image.of(column, raw);
  }

  @Override
  public void copy(int row, double[] out) {
    System.arraycopy(image.b(), 0, out, 0, width);
<<<<<<< HEAD
    for (int k = 0; k < table.numbers(); k++) {
      set(out, table.columns()[k], table.dense()[row * table.numbers() + k]);
=======
    for (int k = 0; k < numbers; k++) {
      set(out, columns[k], dense[row * pitch + k]);
>>>>>>> main
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

  /** What stored rows meet; v itself where columns are as they are. */
  private double[] met(double[] v) {
    return plain ? v : image.met(v);
  }

<<<<<<< HEAD
  /** What stored rows meet of a matrix with d rows: {@code Bᵀm}. */
  public double[] met(double[] m, int columnsOf) {
    return image.metRows(m, columnsOf, columnsOf);
=======
  /** The elements of v that the numbers of a row meet, next to each other as those are. */
  private double[] metByNumbers(double[] v) {
    double[] near = new double[pitch];
    for (int k = 0; k < numbers; k++) {
      near[k] = v[columns[k]];
    }
    return near;
  }

  /** What the factors of a row add to its product. */
  private double ofFactors(int row, double[] v) {
    double sum = 0;
    for (int f = 0, place = row * factors; f < factors; f++, place++) {
      double element = v[places[place]];
      sum += times[f] < 0 ? element : dense[row * pitch + times[f]] * element;
    }
    return sum;
  }

  private void addFactors(int row, double c, double[] sum) {
    for (int f = 0, place = row * factors; f < factors; f++, place++) {
      sum[places[place]] += times[f] < 0 ? c : c * dense[row * pitch + times[f]];
    }
>>>>>>> main
  }

  @Override
  public void dots(int[] rows, int from, int to, double[] v, double[] out) {
    double[] met = met(v);
    Kernels.best().dots(dense, pitch, rows, from, to, metByNumbers(met), out);
    for (int j = from; j < to; j++) {
<<<<<<< HEAD
      out[j] = table.dot(rows[j], met);
=======
      out[j] += ofFactors(rows[j], met);
>>>>>>> main
    }
  }

  @Override
  public void dots(int first, int n, double[] v, double[] out) {
    double[] met = met(v);
    Kernels.best().dots(dense, pitch, first, n, metByNumbers(met), out);
    for (int j = 0; j < n; j++) {
<<<<<<< HEAD
      out[j] = table.dot(first + j, met);
=======
      out[j] += ofFactors(first + j, met);
>>>>>>> main
    }
  }

  @Override
  public void add(int[] rows, int from, int to, double[] c, double[] out) {
    double[] near = new double[pitch];
    Kernels.best().addRows(dense, pitch, rows, from, to, c, near);
    double[] sum = new double[stride];
    for (int j = from; j < to; j++) {
<<<<<<< HEAD
      table.add(rows[j], c[j], sum);
=======
      addFactors(rows[j], c[j], sum);
>>>>>>> main
    }
    addImage(near, sum, out);
  }

  @Override
  public void add(int first, int n, double[] c, double[] out) {
    double[] near = new double[pitch];
    Kernels.best().addRows(dense, pitch, first, n, c, near);
    double[] sum = new double[stride];
    for (int j = 0; j < n; j++) {
<<<<<<< HEAD
      table.add(first + j, c[j], sum);
=======
      addFactors(first + j, c[j], sum);
    }
    addImage(near, sum, out);
  }

  private void addImage(double[] near, double[] sum, double[] out) {
    for (int k = 0; k < numbers; k++) {
      sum[columns[k]] += near[k];
>>>>>>> main
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
<<<<<<< HEAD
      table.addOuter(first, n, c, sum, stride);
      image.addOuterImage(sum, g);
=======
      stored().addOuter(first, n, c, sum);
      addOuterImage(sum, g);
      return;
    }
    int s = numbers + factors;
    int[] at = new int[s];
    double[] x = new double[s];
    for (int j = 0; j < n; j++) {
      load(first + j, at, x);
      for (int e = 0; e < s; e++) {
        double scaled = c[j] * x[e];
        for (int l = 0; l <= e; l++) {
          int low = Math.min(at[e], at[l]);
          int high = Math.max(at[e], at[l]);
          g[low * stride + high] = Math.fma(scaled, x[l], g[low * stride + high]);
        }
      }
    }
    for (int k = 0; k <= width; k++) {
      g[k * stride + width] = 0;
    }
  }

  /** Columns of the elements that a row is stored by, in order, and what they are; how many. */
  public int elements(int row, int[] at, double[] x) {
    load(row, at, x);
    int n = 0;
    for (int e = 0; e < at.length; e++) {
      int column = at[e];
      double value = x[e];
      if (column < width) {
        int to = n++;
        for (; to > 0 && at[to - 1] > column; to--) {
          at[to] = at[to - 1];
          x[to] = x[to - 1];
        }
        at[to] = column;
        x[to] = value;
      }
    }
    return n;
  }

  /** What stored rows meet of a matrix with d rows: {@code Bᵀm}. */
  public double[] met(double[] m, int columnsOf) {
    return image.metRows(m, columnsOf, columnsOf);
  }

  /** The places of a row's elements and what stands there. */
  private void load(int row, int[] at, double[] x) {
    for (int k = 0; k < numbers; k++) {
      at[k] = columns[k];
      x[k] = dense[row * pitch + k];
    }
    for (int f = 0; f < factors; f++) {
      at[numbers + f] = places[row * factors + f];
      x[numbers + f] = value(row, f);
>>>>>>> main
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
    Parallel.overRows(count(), (from, to) -> forms(met, root, from, to, out));
  }

  private void forms(double[] met, double[] root, int from, int to, Doubles out) {
    int[] at = new int[nonZeros()];
    double[] x = new double[at.length];
    double[] block = new double[block()];
    for (int first = from; first < to; first += block.length) {
      int n = Math.min(block.length, to - first);
      for (int j = 0; j < n; j++) {
        table.load(first + j, at, x);
        block[j] = CodedTable.form(met, stride, root, at, x);
      }
      out.put(first, n, block);
    }
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
<<<<<<< HEAD
    int[] at = new int[nonZeros()];
    double[] x = new double[at.length];
    int n = table.elements(row, at, x);
    for (int e = 0; e < n; e++) {
      Kernels.best().axpy(x[e], met, at[e] * strideOf, out, to, strideOf);
=======
    for (int k = 0; k < numbers; k++) {
      if (columns[k] < width) {
        double x = dense[row * pitch + k];
        Kernels.best().axpy(x, met, columns[k] * strideOf, out, to, strideOf);
      }
    }
    for (int f = 0; f < factors; f++) {
      int place = places[row * factors + f];
      if (place < width) {
        Kernels.best().axpy(value(row, f), met, place * strideOf, out, to, strideOf);
      }
>>>>>>> main
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
<<<<<<< HEAD
    for (int e = 0; e < n; e++) {
      sum += element.of(at[e], image.of(at[e], x[e]));
=======
    for (int k = 0; k < numbers; k++) {
      sum += of(columns[k], dense[row * pitch + k], element);
    }
    for (int f = 0; f < factors; f++) {
      sum += of(places[row * factors + f], value(row, f), element);
>>>>>>> main
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

  /** Numbers are written anew, columns of factors are not. */
  @Override
  public Rows standardised(double[] centre, double[] scale, boolean overwrite) {
    double[] slope = new double[width];
    double[] shift = new double[width];
    for (int k = 0; k < width; k++) {
      slope[k] = image.a()[k] / scale[k];
      shift[k] = (image.b()[k] - centre[k]) / scale[k];
    }
    int p = table.numbers();
    double[] moved = overwrite ? table.dense() : table.dense().clone();
    for (int k = 0; k < p; k++) {
      int column = table.columns()[k];
      if (column < width) {
<<<<<<< HEAD
        for (int at = k; at < moved.length; at += p) {
=======
        for (int at = k; at < moved.length; at += pitch) {
>>>>>>> main
          moved[at] = (moved[at] - centre[column]) / scale[column];
        }
        slope[column] = 1;
        shift[column] = 0;
      }
    }
    boolean constant = ones >= 0 && moved[ones] == 1;
    if (!constant && Arrays.stream(shift).anyMatch(v -> v != 0)) {
      throw new IllegalArgumentException("columns of factors are centred beside a column of ones");
    }
    int one = ones < 0 ? 0 : table.columns()[ones];
    return new CodedRows(
        table.with(moved), ones, new AffineColumns(stride, one, slope, shift));
  }

  @Override
  public CodedRows select(int[] rows) {
<<<<<<< HEAD
    return new CodedRows(table.select(rows), ones, plain ? null : image);
=======
    double[] chosen = new double[rows.length * pitch];
    char[] codes = new char[rows.length * factors];
    for (int j = 0; j < rows.length; j++) {
      System.arraycopy(dense, rows[j] * pitch, chosen, j * pitch, pitch);
      System.arraycopy(places, rows[j] * factors, codes, j * factors, factors);
    }
    return new CodedRows(width, columns, chosen, codes, times, levels, ones, plain ? null : image);
>>>>>>> main
  }
}
