package org.perrin.levels;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.data.Rows;
import org.perrin.math.Parallel;
import org.perrin.model.MixedModel;
import org.perrin.model.Varying;

/**
 * Rows in the order of cells. A cell is a combination of levels of all terms that occurs; within it
 * all rows see the same coefficients: {@code ηᵢ = oᵢ + wᵢᵀφ}, with w the m distinct columns of the
 * design and of all terms, and {@code φ = E_β β + Σ_g E_g b_g}. Nested terms have as many cells as
 * the finest has levels.
 */
final class CellRows {
  final MixedModel model;
  final int p;
  final int m;
  final int cells;

  /** Where the rows of a cell begin; N at the end. */
  final int[] first;

  /** The level of each cell in each term. */
  final int[][] level;

  /** Which of the m columns is that of a coefficient of a term. */
  final int[][] column;

  /** Where the cells of a level begin in {@link #cellsOf}, for each term. */
  final int[][] from;

  final int[][] cellsOf;
  final double[] w;
  final double[] offset;
  final double[] y;
  final double[] weight;

  CellRows(MixedModel model) {
    this.model = model;
    Dataset data = model.data();
    List<Varying> terms = model.terms();
    int n = data.count();
    this.p = data.x().width();
    int[] order = order(terms);
    this.first = cells(order, terms);
    this.cells = first.length - 1;
    this.level = new int[terms.size()][cells];
    this.from = new int[terms.size()][];
    this.cellsOf = new int[terms.size()][];
    for (int g = 0; g < terms.size(); g++) {
      for (int c = 0; c < cells; c++) {
        level[g][c] = terms.get(g).level()[order[first[c]]];
      }
      from[g] = begin(level[g], terms.get(g).levels());
      cellsOf[g] = LevelPairs.sort(null, level[g], terms.get(g).levels());
    }
    this.column = new int[terms.size()][];
    List<double[]> extra = new ArrayList<>();
    for (int g = 0; g < terms.size(); g++) {
      column[g] = columns(data.x(), terms.get(g), extra);
    }
    this.m = p + extra.size();
    this.w = new double[Math.multiplyExact(n, m)];
    this.offset = new double[n];
    this.y = new double[n];
    this.weight = new double[n];
    Parallel.overRows(n, (a, b) -> copy(order, extra, a, b));
  }

  /** Columns that are of some term, whose coefficients are not the same in all cells. */
  int[] moving() {
    return Arrays.stream(column).flatMapToInt(Arrays::stream).distinct().toArray();
  }

  /** Stable sorts, the finest term last. */
  private static int[] order(List<Varying> terms) {
    List<Varying> coarse = new ArrayList<>(terms);
    coarse.sort(java.util.Comparator.comparingInt(Varying::levels));
    int[] order = null;
    for (Varying term : coarse) {
      order = LevelPairs.sort(order, term.level(), term.levels());
    }
    return order;
  }

  private static int[] cells(int[] order, List<Varying> terms) {
    int[] first = new int[order.length + 1];
    int count = 0;
    for (int i = 0; i < order.length; i++) {
      boolean begins = i == 0;
      for (int g = 0; !begins && g < terms.size(); g++) {
        int[] level = terms.get(g).level();
        begins = level[order[i]] != level[order[i - 1]];
      }
      if (begins) {
        first[count++] = i;
      }
    }
    first[count] = order.length;
    return java.util.Arrays.copyOf(first, count + 1);
  }

  private static int[] begin(int[] level, int levels) {
    int[] first = new int[levels + 1];
    for (int j : level) {
      first[j + 1]++;
    }
    for (int j = 0; j < levels; j++) {
      first[j + 1] += first[j];
    }
    return first;
  }

  private int[] columns(Rows x, Varying term, List<double[]> extra) {
    int[] places = new int[term.width()];
    for (int c = 0; c < places.length; c++) {
      int known = Shifts.column(x, term, c);
      double[] values = term.values().get(c);
      for (int e = 0; known < 0 && e < extra.size(); e++) {
        known = values != null && java.util.Arrays.equals(extra.get(e), values) ? p + e : -1;
        known = values == null && extra.get(e).length == 0 ? p + e : known;
      }
      if (known < 0) {
        known = p + extra.size();
        extra.add(values == null ? new double[0] : values);
      }
      places[c] = known;
    }
    return places;
  }

  private void copy(int[] order, List<double[]> extra, int a, int b) {
    Dataset data = model.data();
    double[] x = new double[data.x().stride()];
    for (int i = a; i < b; i++) {
      int row = order[i];
      data.x().copy(row, x);
      System.arraycopy(x, 0, w, i * m, p);
      for (int e = 0; e < extra.size(); e++) {
        w[i * m + p + e] = extra.get(e).length == 0 ? 1 : extra.get(e)[row];
      }
      offset[i] = data.offset(row);
      y[i] = data.responses().get(row);
      weight[i] = data.weight(row);
    }
  }

  int rows() {
    return y.length;
  }

  /** φ of all cells from coefficients and effects. */
  void phi(double[] beta, double[][] b, double[] phi) {
    for (int c = 0; c < cells; c++) {
      System.arraycopy(beta, 0, phi, c * m, p);
      java.util.Arrays.fill(phi, c * m + p, (c + 1) * m, 0);
      for (int g = 0; g < level.length; g++) {
        int k = column[g].length;
        for (int i = 0; i < k; i++) {
          phi[c * m + column[g][i]] += b[g][level[g][c] * k + i];
        }
      }
    }
  }

  /** The same as an array for each column. */
  void phi(double[] beta, double[][] b, double[][] phi) {
    for (int a = 0; a < m; a++) {
      java.util.Arrays.fill(phi[a], a < p ? beta[a] : 0);
    }
    for (int g = 0; g < level.length; g++) {
      int k = column[g].length;
      for (int i = 0; i < k; i++) {
        double[] own = phi[column[g][i]];
        double[] effects = b[g];
        int[] levels = level[g];
        for (int c = 0; c < own.length; c++) {
          own[c] += effects[levels[c] * k + i];
        }
      }
    }
  }

  /** {@code wᵢᵀφ} of a row whose cell's φ begins at {@code at}. */
  double dot(int row, double[] phi, int at) {
    double sum = 0;
    for (int a = 0; a < m; a++) {
      sum = Math.fma(w[row * m + a], phi[at + a], sum);
    }
    return sum;
  }

  /** {@code wᵢᵀφ_c} of a row, φ an array for each column. */
  double dot(int row, double[][] phi, int c) {
    double sum = 0;
    for (int a = 0; a < m; a++) {
      sum = Math.fma(w[row * m + a], phi[a][c], sum);
    }
    return sum;
  }

  /** Work on cells in pieces of about as many rows. */
  void overCells(Parallel.Chunk body) {
    int pieces = Math.max(1, Math.min(64, Math.min(cells, rows() / 2048)));
    Parallel.run(pieces, n -> body.accept(bound(n, pieces), bound(n + 1, pieces)));
  }

  private int bound(int n, int pieces) {
    if (n == pieces) {
      return cells;
    }
    int place = java.util.Arrays.binarySearch(first, (int) ((long) rows() * n / pieces));
    return place >= 0 ? place : -place - 2;
  }
}
