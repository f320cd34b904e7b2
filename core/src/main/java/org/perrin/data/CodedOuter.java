package org.perrin.data;

import org.perrin.math.Kernels;
import org.perrin.math.SpareArrays;

/** Sums of outer products of coded rows: {@code s²} elements a row. */
record CodedOuter(CodedTable table) {
  /**
   * {@code g += Σ c[j] rⱼrⱼᵀ}, upper triangle. Products of numbers with each other and with levels
   * are added up in little room first; those of two factors one pair after the other, so that what
   * they are added to lies close together.
   */
  void add(int first, int n, double[] c, double[] g, int stride) {
    int p = table.pitch();
    double[] both = new double[p * p];
    double[] byPlace = SpareArrays.zeros((table.width() + 1) * p);
    double[] scaled = SpareArrays.take(n);
    Kernels.best().addOuter(table.dense(), p, first, n, c, both);
    for (int f = 0; f < table.factors(); f++) {
      scale(f, first, n, c, scaled);
      addNumbers(f, first, n, scaled, byPlace);
      for (int e = 0; e <= f; e++) {
        if (table.times()[e] >= 0) {
          addScaledPairs(f, e, first, n, scaled, g, stride);
        } else {
          addPairs(f, e, first, n, scaled, g, stride);
        }
      }
    }
    for (int k = 0; k < table.numbers(); k++) {
      for (int l = k; l < table.numbers(); l++) {
        put(table.columns()[k], table.columns()[l], both[k * p + l], g, stride);
      }
      for (int place = 0; place < table.width(); place++) {
        put(table.columns()[k], place, byPlace[place * p + k], g, stride);
      }
    }
    for (int k = 0; k <= table.width(); k++) {
      g[k * stride + table.width()] = 0;
    }
    SpareArrays.give(scaled);
    SpareArrays.give(byPlace);
  }

  /** {@code c[j]} times what factor f of row j has at its place. */
  private void scale(int f, int first, int n, double[] c, double[] scaled) {
    if (table.times()[f] < 0) {
      System.arraycopy(c, 0, scaled, 0, n);
      return;
    }
    for (int j = 0; j < n; j++) {
      scaled[j] = c[j] * table.value(first + j, f);
    }
  }

  /** Adds rows of numbers to those of the places of a factor. */
  private void addNumbers(int f, int first, int n, double[] scaled, double[] byPlace) {
    char[] places = table.places();
    double[] dense = table.dense();
    int s = table.factors();
    int p = table.pitch();
    int numbers = table.numbers();
    for (int j = 0; j < n; j++) {
      int at = places[(first + j) * s + f] * p;
      int row = (first + j) * p;
      double c = scaled[j];
      for (int k = 0; k < numbers; k++) {
        byPlace[at + k] = Math.fma(c, dense[row + k], byPlace[at + k]);
      }
    }
  }

  /** Adds to the elements of the places of two factors, of which e is not multiplied. */
  private void addPairs(int f, int e, int first, int n, double[] scaled, double[] g, int stride) {
    char[] places = table.places();
    int s = table.factors();
    for (int j = 0, at = first * s; j < n; j++, at += s) {
      int place = places[at + f];
      int other = places[at + e];
      g[Math.min(place, other) * stride + Math.max(place, other)] += scaled[j];
    }
  }

  private void addScaledPairs(
      int f, int e, int first, int n, double[] scaled, double[] g, int stride) {
    char[] places = table.places();
    int s = table.factors();
    for (int j = 0, at = first * s; j < n; j++, at += s) {
      int place = places[at + f];
      int other = places[at + e];
      int to = Math.min(place, other) * stride + Math.max(place, other);
      g[to] = Math.fma(scaled[j], table.value(first + j, e), g[to]);
    }
  }

  private static void put(int k, int l, double value, double[] g, int stride) {
    g[Math.min(k, l) * stride + Math.max(k, l)] += value;
  }
}
