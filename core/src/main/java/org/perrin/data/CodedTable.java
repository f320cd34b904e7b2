package org.perrin.data;

import java.util.Arrays;

/**
 * Numbers and places as they are stored, and what is done a row at a time. Vectors have an element
 * for every column, and one more, at {@code width}, for no place.
 *
 * @param width columns
 * @param columns which of them each number is, {@code width} for one that only multiplies factors
 * @param dense the numbers, row by row
 * @param places of each factor the column that is not 0 or {@code width}, row by row
 * @param times of each factor the number that it is multiplied by, or −1 for a one
 * @param levels of each factor how many columns it has
 */
record CodedTable(
    int width, int[] columns, double[] dense, char[] places, int[] times, int[] levels) {
  /** What rounding may take of a form, as a share of the largest that it could be. */
  private static final double ROUNDING = 1e-14;

  static CodedTable of(int width, int[] columns, double[] dense, char[] places, int[] times) {
    for (int f : times) {
      if (f >= 0 && columns[f] != width) {
        throw new IllegalArgumentException("what multiplies a factor must not be a column itself");
      }
    }
    for (int j = 0; j < dense.length; j++) {
      if (!Double.isFinite(dense[j])) {
        throw new IllegalArgumentException(
            "row %d, column %d is %s: data must be finite"
                .formatted(j / columns.length, columns[j % columns.length], dense[j]));
      }
    }
    int[] levels = levels(width, places, times.length);
    return new CodedTable(width, columns.clone(), dense, places, times.clone(), levels);
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

  int numbers() {
    return columns.length;
  }

  int factors() {
    return times.length;
  }

  /** The same with other numbers. */
  CodedTable with(double[] numbers) {
    return new CodedTable(width, columns, numbers, places, times, levels);
  }

  CodedTable select(int[] rows) {
    int p = numbers();
    int s = factors();
    double[] chosen = new double[rows.length * p];
    char[] codes = new char[rows.length * s];
    for (int j = 0; j < rows.length; j++) {
      System.arraycopy(dense, rows[j] * p, chosen, j * p, p);
      System.arraycopy(places, rows[j] * s, codes, j * s, s);
    }
    return new CodedTable(width, columns, chosen, codes, times, levels);
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
    for (int at = k; at < dense.length; at += numbers()) {
      if (dense[at] != 1) {
        return false;
      }
    }
    return true;
  }

  /** What the factor f of a row has at its place. */
  double value(int row, int f) {
    return times[f] < 0 ? 1 : dense[row * numbers() + times[f]];
  }

  double dot(int row, double[] v) {
    double sum = 0;
    int at = row * columns.length;
    for (int k = 0; k < columns.length; k++) {
      sum = Math.fma(dense[at + k], v[columns[k]], sum);
    }
    int place = row * times.length;
    for (int f = 0; f < times.length; f++) {
      double element = v[places[place + f]];
      sum = times[f] < 0 ? sum + element : Math.fma(dense[at + times[f]], element, sum);
    }
    return sum;
  }

  void add(int row, double c, double[] sum) {
    int at = row * columns.length;
    for (int k = 0; k < columns.length; k++) {
      sum[columns[k]] = Math.fma(c, dense[at + k], sum[columns[k]]);
    }
    int place = row * times.length;
    for (int f = 0; f < times.length; f++) {
      sum[places[place + f]] += times[f] < 0 ? c : c * dense[at + times[f]];
    }
  }

  /** The places of a row's elements and what stands there. */
  void load(int row, int[] at, double[] x) {
    int p = numbers();
    for (int k = 0; k < p; k++) {
      at[k] = columns[k];
      x[k] = dense[row * p + k];
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

  /**
   * {@code g += Σ c[j] rⱼrⱼᵀ}, upper triangle. Products of numbers with each other and with levels
   * are added up in little room first.
   */
  void addOuter(int first, int n, double[] c, double[] g, int stride) {
    int p = numbers();
    double[] both = new double[p * p];
    double[] byPlace = new double[(width + 1) * p];
    double[] value = new double[factors()];
    for (int j = 0; j < n; j++) {
      int at = (first + j) * p;
      for (int k = 0; k < p; k++) {
        double scaled = c[j] * dense[at + k];
        for (int l = 0; l <= k; l++) {
          both[k * p + l] = Math.fma(scaled, dense[at + l], both[k * p + l]);
        }
      }
      addFactors(first + j, c[j], value, byPlace, g, stride);
    }
    for (int k = 0; k < p; k++) {
      for (int l = 0; l <= k; l++) {
        put(columns[k], columns[l], both[k * p + l], g, stride);
      }
      for (int place = 0; place < width; place++) {
        put(columns[k], place, byPlace[place * p + k], g, stride);
      }
    }
    for (int k = 0; k <= width; k++) {
      g[k * stride + width] = 0;
    }
  }

  private void addFactors(
      int row, double c, double[] value, double[] byPlace, double[] g, int stride) {
    int p = columns.length;
    int codes = row * times.length;
    for (int f = 0; f < times.length; f++) {
      int place = places[codes + f];
      value[f] = value(row, f);
      double scaled = c * value[f];
      for (int k = 0; k < p; k++) {
        int at = place * p + k;
        byPlace[at] = Math.fma(scaled, dense[row * p + k], byPlace[at]);
      }
      for (int e = 0; e <= f; e++) {
        int other = places[codes + e];
        int at = Math.min(place, other) * stride + Math.max(place, other);
        g[at] = Math.fma(scaled, value[e], g[at]);
      }
    }
  }

  private static void put(int k, int l, double value, double[] g, int stride) {
    g[Math.min(k, l) * stride + Math.max(k, l)] += value;
  }

  /**
   * {@code rᵀMr} of a row's elements for a positive M, rows {@code stride} apart, with roots of its
   * diagonal. What rounding may have taken, by Cauchy's inequality a share of {@code (Σ|rₖ|
   * √Mₖₖ)²}, is added.
   */
  static double form(double[] m, int stride, double[] root, int[] at, double[] x) {
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
