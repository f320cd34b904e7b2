package org.perrin.data;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.perrin.math.Parallel;

/**
 * Numbers and places as they are stored, and what is done a row at a time. Vectors have an element
 * for every column, and one more, at {@code width}, for no place.
 *
 * @param width columns
 * @param columns which of them each number is, {@code width} for one that only multiplies factors
 * @param dense the numbers, row by row, {@link CodedRows#pitch} apart
 * @param places of each factor the column that is not 0 or {@code width}, row by row
 * @param times of each factor the number that it is multiplied by, or −1 for a one
 * @param levels of each factor how many columns it has
 */
record CodedTable(
    int width, int[] columns, double[] dense, char[] places, int[] times, int[] levels)
    implements CodedStore {
  /** What rounding may take of a form, as a share of the largest that it could be. */
  private static final double ROUNDING = 1e-14;

  static CodedTable of(int width, int[] columns, double[] dense, char[] places, int[] times) {
    for (int f : times) {
      if (f >= 0 && columns[f] != width) {
        throw new IllegalArgumentException("what multiplies a factor must not be a column itself");
      }
    }
    checkFinite(dense, columns);
    int[] levels = levels(width, places, times.length);
    return new CodedTable(width, columns.clone(), dense, places, times.clone(), levels);
  }

  /** The numbers of a table, of which the columns {@code f[0] ≤ k < f[1]} are a factor each. */
  static CodedTable of(Rows x, int[]... factors) {
    boolean[] coded = new boolean[x.width()];
    for (int[] f : factors) {
      Arrays.fill(coded, f[0], f[1], true);
    }
    int[] columns = IntStream.range(0, x.width()).filter(k -> !coded[k]).toArray();
    int pitch = CodedRows.pitch(columns.length);
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

  private static void checkFinite(double[] dense, int[] columns) {
    int pitch = CodedRows.pitch(columns.length);
    Parallel.overRows(
        dense.length,
        (from, to) -> {
          for (int j = from; j < to; j++) {
            if (!Double.isFinite(dense[j])) {
              checkFinite(j / pitch, columns[j % pitch], dense[j]);
            }
          }
        });
  }

  static void checkFinite(int row, int column, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "row %d, column %d is %s: data must be finite".formatted(row, column, value));
    }
  }

  private static int[] levels(int width, char[] places, int factors) {
    int[] low = new int[factors];
    int[] high = new int[factors];
    Arrays.fill(low, width);
    for (int row = 0; row < places.length; row += factors) {
      for (int f = 0; f < factors; f++) {
        int place = places[row + f];
        if (place < width) {
          low[f] = Math.min(low[f], place);
          high[f] = Math.max(high[f], place + 1);
        }
      }
    }
    int[] levels = new int[factors];
    Arrays.setAll(levels, f -> Math.max(0, high[f] - low[f]));
    return levels;
  }

  int count() {
    return places.length / factors();
  }

  @Override
  public CodedTable near(int first, int n) {
    return this;
  }

  @Override
  public int place(int first) {
    return first;
  }

  int numbers() {
    return columns.length;
  }

  int pitch() {
    return CodedRows.pitch(columns.length);
  }

  int factors() {
    return times.length;
  }

  /** How many columns each number and each factor has. */
  int[] sizes() {
    int[] sizes = new int[numbers() + factors()];
    Arrays.fill(sizes, 0, numbers(), 1);
    System.arraycopy(levels, 0, sizes, numbers(), factors());
    return sizes;
  }

  /** The same with other numbers. */
  CodedTable with(double[] numbers) {
    return with(numbers, places);
  }

  /** Other rows of the same form. */
  CodedTable with(double[] numbers, char[] codes) {
    return new CodedTable(width, columns, numbers, codes, times, levels);
  }

  CodedTable select(int[] rows) {
    int p = pitch();
    int s = factors();
    double[] chosen = new double[rows.length * p];
    char[] codes = new char[rows.length * s];
    for (int j = 0; j < rows.length; j++) {
      System.arraycopy(dense, rows[j] * p, chosen, j * p, p);
      System.arraycopy(places, rows[j] * s, codes, j * s, s);
    }
    return with(chosen, codes);
  }

  /** The first number that is 1 in every row, or −1. */
  int ones() {
    for (int k = 0; k < numbers(); k++) {
      if (columns[k] < width && constant(k)) {
        return k;
      }
    }
    return -1;
  }

  private boolean constant(int k) {
    for (int at = k; at < dense.length; at += pitch()) {
      if (dense[at] != 1) {
        return false;
      }
    }
    return true;
  }

  /** What the factor f of a row has at its place. */
  double value(int row, int f) {
    return times[f] < 0 ? 1 : dense[row * pitch() + times[f]];
  }

  /** The elements of v that the numbers of a row meet, next to each other as those are. */
  double[] metByNumbers(double[] v) {
    double[] near = new double[pitch()];
    for (int k = 0; k < numbers(); k++) {
      near[k] = v[columns[k]];
    }
    return near;
  }

  /** Adds to products of rows with v what their factors contribute, one factor after the other. */
  void addOfFactors(int first, int n, double[] v, double[] out) {
    int s = factors();
    for (int f = 0; f < s; f++) {
      boolean plain = times[f] < 0;
      for (int j = 0, place = first * s + f; j < n; j++, place += s) {
        double element = v[places[place]];
        out[j] += plain ? element : value(first + j, f) * element;
      }
    }
  }

  /** The same for rows of a list. */
  void addOfFactors(int[] rows, int from, int to, double[] v, double[] out) {
    int s = factors();
    for (int f = 0; f < s; f++) {
      boolean plain = times[f] < 0;
      for (int j = from; j < to; j++) {
        double element = v[places[rows[j] * s + f]];
        out[j] += plain ? element : value(rows[j], f) * element;
      }
    }
  }

  /** Adds what the factors of rows contribute to their sum with weights c. */
  void addFactors(int first, int n, double[] c, double[] sum) {
    int s = factors();
    for (int f = 0; f < s; f++) {
      boolean plain = times[f] < 0;
      for (int j = 0, place = first * s + f; j < n; j++, place += s) {
        sum[places[place]] += plain ? c[j] : c[j] * value(first + j, f);
      }
    }
  }

  /** The same for rows of a list. */
  void addFactors(int[] rows, int from, int to, double[] c, double[] sum) {
    int s = factors();
    for (int f = 0; f < s; f++) {
      boolean plain = times[f] < 0;
      for (int j = from; j < to; j++) {
        sum[places[rows[j] * s + f]] += plain ? c[j] : c[j] * value(rows[j], f);
      }
    }
  }

  /** Adds r and r² of all that is stored of some rows to the two halves of a sum, by columns. */
  void addMoments(int first, int n, double[] sum) {
    int second = width + 1;
    for (int k = 0; k < numbers(); k++) {
      for (int j = 0, at = first * pitch() + k; j < n; j++, at += pitch()) {
        sum[columns[k]] += dense[at];
        sum[second + columns[k]] += dense[at] * dense[at];
      }
    }
    for (int f = 0; f < factors(); f++) {
      for (int j = 0; j < n; j++) {
        int place = places[(first + j) * factors() + f];
        double value = value(first + j, f);
        sum[place] += value;
        sum[second + place] += value * value;
      }
    }
  }

  /** The places of a row's elements and what stands there. */
  void load(int row, int[] at, double[] x) {
    int p = numbers();
    int from = row * pitch();
    for (int k = 0; k < p; k++) {
      at[k] = columns[k];
      x[k] = dense[from + k];
    }
    for (int f = 0; f < factors(); f++) {
      at[p + f] = places[row * factors() + f];
      x[p + f] = value(row, f);
    }
  }

  /** The same without elements that are nowhere, in the order of columns; how many. */
  int elements(int row, int[] at, double[] x) {
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

  /** {@link #form} of rows {@code first ≤ i < first + n}. */
  void forms(double[] m, int stride, double[] root, int first, int n, double[] out) {
    int[] at = new int[numbers() + factors()];
    double[] x = new double[at.length];
    for (int j = 0; j < n; j++) {
      load(first + j, at, x);
      out[j] = form(m, stride, root, at, x);
    }
  }

  /**
   * {@code rᵀMr} of a row's elements for a positive M, rows {@code stride} apart, with roots of its
   * diagonal. What rounding may have taken, by Cauchy's inequality a share of {@code (Σ|rₖ|
   * √Mₖₖ)²}, is added.
   */
  private static double form(double[] m, int stride, double[] root, int[] at, double[] x) {
    double form = 0;
    double most = 0;
    for (int e = 0; e < at.length; e++) {
      int row = at[e] * stride;
      double along = 0;
      for (int l = 0; l < e; l++) {
        along = Math.fma(x[l], m[row + at[l]], along);
      }
      form = Math.fma(x[e], Math.fma(x[e], m[row + at[e]], 2 * along), form);
      most = Math.fma(Math.abs(x[e]), root[at[e]], most);
    }
    return Math.max(0, form) + ROUNDING * most * most;
  }
}
