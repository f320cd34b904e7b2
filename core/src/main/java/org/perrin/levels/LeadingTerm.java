package org.perrin.levels;

import org.jspecify.annotations.Nullable;
import org.perrin.math.SmallMatrices;

/**
 * One term outside of the dense part whose levels are integrated out while the dense part δ and its
 * scales are drawn: effects of departments and of the lecturers in them, say, are hard to tell
 * apart, and slow to draw in turns. With {@code Cⱼ = ZⱼᵀWX_D}, {@code eⱼ} the level's product with
 * what other terms leave, and {@code Pⱼ = τGⱼ + Ω},
 *
 * <pre>
 *   P = τG − τ² Σⱼ CⱼᵀPⱼ⁻¹Cⱼ,    h = τ right − τ² Σⱼ CⱼᵀPⱼ⁻¹eⱼ.
 * </pre>
 *
 * <p>O(Σⱼ k nⱼ²), nⱼ the places of the dense part that level j meets.
 */
final class LeadingTerm {
  final int term;
  private final NormalStatistics rows;
  private final int k;

  /** Where the places of a level begin, the places, and Cⱼ, k numbers each. */
  private final int[] first;

  private final int[] places;
  private final double[] values;
  private final int widest;

  private LeadingTerm(NormalStatistics rows, int term) {
    this.rows = rows;
    this.term = term;
    this.k = rows.model.terms().get(term).width();
    int levels = rows.model.terms().get(term).levels();
    this.first = new int[levels + 1];
    for (int j = 0; j < levels; j++) {
      first[j + 1] = first[j] + rows.p;
      for (int h = 0; h < rows.small.length; h++) {
        if (rows.small[h]) {
          LevelPairs pairs = rows.pairs[term][h];
          int met = pairs.first[j + 1] - pairs.first[j];
          first[j + 1] += met * rows.model.terms().get(h).width();
        }
      }
    }
    this.places = new int[first[levels]];
    this.values = new double[first[levels] * k];
    int most = 0;
    for (int j = 0; j < levels; j++) {
      fill(j);
      most = Math.max(most, first[j + 1] - first[j]);
    }
    this.widest = most;
  }

  /**
   * That of the fewest levels outside of the dense part; null if there is none or it costs much.
   */
  static @Nullable LeadingTerm of(NormalStatistics rows, long work) {
    int best = -1;
    for (int g = 0; g < rows.small.length; g++) {
      if (!rows.small[g] && (best < 0 || rows.pulls[g].length < rows.pulls[best].length)) {
        best = g;
      }
    }
    if (best < 0 || rows.dense == 0) {
      return null;
    }
    var term = new LeadingTerm(rows, best);
    return term.work() <= 2 * work ? term : null;
  }

  /** A term of our choice. */
  static LeadingTerm of(NormalStatistics rows, int term) {
    return new LeadingTerm(rows, term);
  }

  /** Numbers that are read to integrate it out. */
  long work() {
    long cost = 0;
    for (int j = 0; j + 1 < first.length; j++) {
      long met = first[j + 1] - first[j];
      cost += met * met * k / 2;
    }
    return cost;
  }

  private void fill(int j) {
    int at = first[j];
    for (int a = 0; a < rows.p; a++, at++) {
      places[at] = a;
      for (int c = 0; c < k; c++) {
        values[at * k + c] = rows.cross[term][(j * k + c) * rows.p + a];
      }
    }
    for (int h = 0; h < rows.small.length; h++) {
      if (rows.small[h]) {
        at = rows.pairs[term][h].list(j, rows.place[h], places, values, at);
      }
    }
  }

  /**
   * Subtracts what the levels explain from the lower half of P and from h.
   *
   * @return {@code Σⱼ ½ log det Pⱼ − ½ τ² eⱼᵀPⱼ⁻¹eⱼ}
   */
  double subtract(LevelState state, double tau, double[] e, double[] matrix, double[] h) {
    if (k == 1) {
      return subtractSingle(state.precision[term][0], tau, e, matrix, h);
    }
    int n = rows.dense;
    double sum = 0;
    double[] own = new double[k * k];
    double[] right = new double[k];
    double[] half = new double[widest * k];
    for (int j = 0; j + 1 < first.length; j++) {
      for (int c = 0; c < k; c++) {
        right[c] = tau * e[j * k + c];
        for (int d = 0; d < k; d++) {
          own[c * k + d] =
              Math.fma(tau, rows.own[term][(j * k + c) * k + d], state.precision[term][c * k + d]);
        }
      }
      if (!SmallMatrices.cholesky(own, 0, k)) {
        continue;
      }
      SmallMatrices.forward(own, 0, right, 0, k);
      for (int c = 0; c < k; c++) {
        sum += Math.log(own[c * k + c]) - right[c] * right[c] / 2;
      }
      int met = first[j + 1] - first[j];
      for (int i = 0; i < met * k; i++) {
        half[i] = tau * values[first[j] * k + i];
      }
      for (int i = 0; i < met; i++) {
        SmallMatrices.forward(own, 0, half, i * k, k);
      }
      for (int i = 0; i < met; i++) {
        int row = places[first[j] + i];
        for (int c = 0; c < k; c++) {
          double left = half[i * k + c];
          h[row] = Math.fma(-left, right[c], h[row]);
          for (int l = 0; l <= i; l++) {
            int at = row * n + places[first[j] + l];
            matrix[at] = Math.fma(-left, half[l * k + c], matrix[at]);
          }
        }
      }
    }
    return sum;
  }

  /** The same of one effect a level; logarithms of products, as they are costly. */
  private double subtractSingle(
      double precision, double tau, double[] e, double[] matrix, double[] h) {
    int n = rows.dense;
    double squares = 0;
    double logs = 0;
    double product = 1;
    for (int j = 0; j + 1 < first.length; j++) {
      double own = Math.fma(tau, rows.own[term][j], precision);
      double share = tau * tau / own;
      squares = Math.fma(share * e[j], e[j], squares);
      product *= own;
      if (!(product > 1e-100 && product < 1e100)) {
        logs += Math.log(product);
        product = 1;
      }
      for (int i = first[j]; i < first[j + 1]; i++) {
        double left = -share * values[i];
        int row = places[i];
        h[row] = Math.fma(left, e[j], h[row]);
        for (int l = first[j]; l <= i; l++) {
          int at = row * n + places[l];
          matrix[at] = Math.fma(left, values[l], matrix[at]);
        }
      }
    }
    return (logs + Math.log(product) - squares) / 2;
  }

  /** {@code right −= Σⱼ Cⱼᵀbⱼ}. */
  void subtract(double[] b, double[] right) {
    for (int j = 0; j + 1 < first.length; j++) {
      for (int i = first[j]; i < first[j + 1]; i++) {
        for (int c = 0; c < k; c++) {
          right[places[i]] = Math.fma(-values[i * k + c], b[j * k + c], right[places[i]]);
        }
      }
    }
  }

  /** {@code out = e − Σ Cⱼδ}. */
  void left(double[] e, double[] delta, double[] out) {
    System.arraycopy(e, 0, out, 0, e.length);
    for (int j = 0; j + 1 < first.length; j++) {
      for (int i = first[j]; i < first[j + 1]; i++) {
        for (int c = 0; c < k; c++) {
          out[j * k + c] = Math.fma(-values[i * k + c], delta[places[i]], out[j * k + c]);
        }
      }
    }
  }
}
