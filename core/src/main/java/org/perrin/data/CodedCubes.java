package org.perrin.data;

import java.util.Arrays;
import org.perrin.math.Kernels;

/**
 * Sums of third powers of coded rows, {@code Σ c rᵢrⱼrₖ}: {@code s³/6} products a row of s numbers
 * and factors, made where they lie close together. Products of two numbers are made once a row, and
 * then added, times a number or the place of a factor, to a run of sums; a run is as long as the
 * kernels like, so that no sum is looked for one by one. {@link #spread} takes the sums to columns.
 *
 * <p>A sum holds, after each other: numbers three by three, a run of pairs for each number; two
 * numbers and a place, a run of pairs for each place; a number and two places, a run of numbers for
 * each pair of places; two places of which one counts twice; and, with three factors or more, three
 * places.
 */
public final class CodedCubes {
  private final CodedTable table;
  private final CodedStore store;
  private final int numbers;
  private final int factors;
  private final int pitch;
  private final int places;
  private final int run;
  private final int[] first;
  private final int byPlace;
  private final int byPlaces;
  private final int twice;
  private final int thrice;

  /** Of rows in a store; the table has their form. */
  CodedCubes(CodedTable table, CodedStore store) {
    this.table = table;
    this.store = store;
    this.numbers = table.numbers();
    this.factors = table.factors();
    this.pitch = table.pitch();
    this.places = table.width() + 1;
    this.run = Kernels.pad(numbers * (numbers + 1) / 2);
    this.first = new int[numbers];
    for (int i = 1; i < numbers; i++) {
      first[i] = first[i - 1] + numbers - i + 1;
    }
    this.byPlace = numbers * run;
    this.byPlaces = byPlace + places * run;
    this.twice = byPlaces + places * places * pitch;
    this.thrice = twice + 2 * places * places;
  }

  /** Elements of a sum. */
  public int size() {
    return factors < 3 ? thrice : thrice + places * places * places;
  }

  /** Adds rows {@code from ≤ i < to} with weights {@code c[i - from]}. */
  public void add(int from, int to, double[] c, double[] sum) {
    for (int first = from; first < to; first += CodedStore.MOST) {
      int n = Math.min(CodedStore.MOST, to - first);
      add(store.near(first, n), store.place(first), n, c, first - from, sum);
    }
  }

  private void add(CodedTable rows, int first, int n, double[] c, int at, double[] sum) {
    double[] pairs = new double[run];
    double[] value = new double[factors];
    int[] place = new int[factors];
    for (int j = 0; j < n; j++) {
      int i = first + j;
      for (int f = 0; f < factors; f++) {
        place[f] = rows.places()[i * factors + f];
        value[f] = rows.value(i, f);
      }
      multiply(rows.dense(), i * pitch, c[at + j], pairs);
      addNumbers(rows.dense(), i * pitch, pairs, place, value, sum);
      addPlaces(rows.dense(), i * pitch, c[at + j], place, value, sum);
    }
  }

  /** {@code c rᵢrⱼ}, {@code i ≤ j}. */
  private void multiply(double[] r, int row, double c, double[] pairs) {
    int at = 0;
    for (int i = 0; i < numbers; i++) {
      double scaled = c * r[row + i];
      for (int j = i; j < numbers; j++) {
        pairs[at++] = scaled * r[row + j];
      }
    }
  }

  /** Pairs times numbers that come no later than they, from a whole register on, and places. */
  private void addNumbers(
      double[] r, int row, double[] pairs, int[] place, double[] value, double[] sum) {
    Kernels kernels = Kernels.best();
    for (int k = 0; k < numbers; k++) {
      int from = first[k] & -Kernels.LANES;
      kernels.axpy(r[row + k], pairs, from, sum, k * run + from, run - from);
    }
    for (int f = 0; f < factors; f++) {
      kernels.axpy(value[f], pairs, 0, sum, byPlace + place[f] * run, run);
    }
  }

  private void addPlaces(double[] r, int row, double c, int[] place, double[] value, double[] sum) {
    Kernels kernels = Kernels.best();
    for (int f = 0; f < factors; f++) {
      for (int g = f; g < factors; g++) {
        double both = c * value[f] * value[g];
        int pair = place[f] * places + place[g];
        kernels.axpy(both, r, row, sum, byPlaces + pair * pitch, pitch);
        sum[twice + 2 * pair] = Math.fma(both, value[f], sum[twice + 2 * pair]);
        sum[twice + 2 * pair + 1] = Math.fma(both, value[g], sum[twice + 2 * pair + 1]);
        for (int h = g + 1; h < factors && g > f; h++) {
          int at = thrice + pair * places + place[h];
          sum[at] = Math.fma(both, value[h], sum[at]);
        }
      }
    }
  }

  /**
   * {@code t[(i d + j) d + k]}, {@code i ≤ j ≤ k}: the sum of {@code c rᵢrⱼrₖ} times how often the
   * product occurs in {@code c (Σ r)³}.
   */
  public double[] spread(double[] sum) {
    int d = places - 1;
    var all = new Triples(new double[d * d * d], d);
    int[] columns = table.columns();
    for (int i = 0; i < numbers; i++) {
      for (int j = i; j < numbers; j++) {
        int pair = first[i] + j - i;
        for (int k = 0; k <= i; k++) {
          all.put(columns[k], columns[i], columns[j], sum[k * run + pair]);
        }
        for (int place = 0; place < d; place++) {
          all.put(columns[i], columns[j], place, sum[byPlace + place * run + pair]);
        }
      }
    }
    for (int a = 0; a < d; a++) {
      for (int b = 0; b < d; b++) {
        int pair = a * places + b;
        for (int k = 0; k < numbers; k++) {
          all.put(columns[k], a, b, sum[byPlaces + pair * pitch + k]);
        }
        all.put(a, a, b, sum[twice + 2 * pair]);
        if (a != b) {
          all.put(a, b, b, sum[twice + 2 * pair + 1]);
        }
        for (int e = 0; e < d && factors > 2; e++) {
          all.put(a, b, e, sum[thrice + pair * places + e]);
        }
      }
    }
    return all.t;
  }

  /** By columns, in order. */
  private record Triples(double[] t, int d) {
    void put(int i, int j, int k, double sum) {
      if (sum != 0 && i < d && j < d && k < d) {
        int[] at = {i, j, k};
        Arrays.sort(at);
        int often = i == j && j == k ? 1 : i == j || j == k || i == k ? 3 : 6;
        t[(at[0] * d + at[1]) * d + at[2]] += often * sum;
      }
    }
  }
}
