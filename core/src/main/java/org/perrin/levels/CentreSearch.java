package org.perrin.levels;

import java.util.Arrays;
import org.perrin.math.SmallMatrices;
import org.perrin.model.MixedModel;
import org.perrin.model.Varying;

/**
 * A centre for levels: coefficients and effects by Newton's steps on statistics by cell, block by
 * block, and by {@link Shifts}, along which blocks creep; scales by the EM algorithm. It need not
 * be a mode: any centre is right, a better one is cheaper.
 */
final class CentreSearch {
  private static final int MOST_PASSES = 16;
  private static final int LEAST_PASSES = 6;
  private static final int ROUNDS = 4;

  /** Passes while a block is still more than {@link #FAR} from where it leads. */
  private static final int MOST_FAR = 60;

  /** What predictors may move by in a pass: beyond it a quadratic says nothing of e^η. */
  private static final double LONGEST = 1.5;

  /** In standard deviations of the block. */
  private static final double FAR = 0.5;

  private static final double DONE = 0.02;

  private final CellRows rows;
  private final RowLosses family;
  private final MixedModel model;
  private final NormalParts priors;
  private final Shifts shifts;
  private final LevelState state;
  private final double[] phi;
  private final double[] slope;
  private final double[] curvature;
  private final double[] unit;

  /** The last step of each scale. */
  private final double[] last;

  /** What coefficients, and effects by term, have moved by since the rows were read, but shifts. */
  private final double[] gone;

  private final double[][] goneBy;
  private double moved;
  private boolean far;

  CentreSearch(CellRows rows, RowLosses family, NormalParts priors, Shifts shifts) {
    this.rows = rows;
    this.family = family;
    this.model = rows.model;
    this.priors = priors;
    this.shifts = shifts;
    this.state = new LevelState(model);
    this.phi = new double[rows.cells * rows.m];
    this.slope = new double[rows.cells * rows.m];
    this.curvature = new double[rows.cells * rows.m * rows.m];
    this.unit = units();
    this.last = new double[state.head.length];
    this.gone = new double[rows.p];
    this.goneBy = new double[rows.level.length][];
    Arrays.setAll(goneBy, g -> new double[state.b[g].length]);
  }

  /** The centre as a state. */
  LevelState find() {
    state.load(model.start());
    for (int pass = 0; pass < MOST_PASSES || far && pass < MOST_FAR; pass++) {
      expand();
      moved = 0;
      far = false;
      for (int round = 0; round < ROUNDS; round++) {
        coefficients(round == ROUNDS - 1);
        for (int g = 0; g < rows.level.length; g++) {
          levels(g, round == ROUNDS - 1);
        }
        moved = Math.max(moved, shifts.settle(state, priors));
      }
      if (pass >= LEAST_PASSES && moved < DONE && !far) {
        break;
      }
    }
    return state;
  }

  /** Whether every level was where its rows want it, or near, in the last pass. */
  boolean reached() {
    return !far;
  }

  /** Root mean squares of columns. */
  private double[] units() {
    int m = rows.m;
    double[] sum = new double[m];
    int every = Math.max(1, rows.rows() / 10_000);
    int count = 0;
    for (int i = 0; i < rows.rows(); i += every, count++) {
      for (int a = 0; a < m; a++) {
        sum[a] += rows.w[i * m + a] * rows.w[i * m + a];
      }
    }
    for (int a = 0; a < m; a++) {
      sum[a] = sum[a] > 0 ? Math.sqrt(sum[a] / count) : 1;
    }
    return sum;
  }

  /** Slopes and curvatures by cell where the state is; a step of the family's scale. */
  private void expand() {
    int m = rows.m;
    Arrays.fill(gone, 0);
    for (double[] by : goneBy) {
      Arrays.fill(by, 0);
    }
    rows.phi(Arrays.copyOf(state.head, rows.p), state.b, phi);
    double s = family.scaled() ? state.head[rows.p] : 0;
    double[] first = new double[rows.cells];
    double[] second = new double[rows.cells];
    rows.overCells(
        (from, to) -> {
          Arrays.fill(slope, from * m, to * m, 0);
          Arrays.fill(curvature, from * m * m, to * m * m, 0);
          for (int c = from; c < to; c++) {
            for (int i = rows.first[c]; i < rows.first[c + 1]; i++) {
              double eta = rows.offset[i] + rows.dot(i, phi, c * m);
              double y = rows.y[i];
              if (family.scaled()) {
                first[c] += rows.weight[i] * family.byScale(1, eta, s, y);
                second[c] += rows.weight[i] * family.byScale(2, eta, s, y);
              }
              add(
                  c,
                  i,
                  rows.weight[i] * family.derivative(1, eta, s, y),
                  rows.weight[i] * Math.max(1e-6, family.derivative(2, eta, s, y)));
            }
          }
        });
    if (family.scaled()) {
      var prior = state.priors.get(rows.p);
      double down = Arrays.stream(first).sum() + prior.slope(s);
      double bend = Arrays.stream(second).sum() + prior.curvature(s);
      double step = down / Math.max(Math.abs(bend), 1e-3);
      state.head[rows.p] -= Math.clamp(step, -0.5, 0.5);
    }
  }

  private void add(int c, int row, double first, double second) {
    int m = rows.m;
    for (int a = 0; a < m; a++) {
      double wa = rows.w[row * m + a];
      slope[c * m + a] = Math.fma(first, wa, slope[c * m + a]);
      for (int b = 0; b < m; b++) {
        int at = (c * m + a) * m + b;
        curvature[at] = Math.fma(second * wa, rows.w[row * m + b], curvature[at]);
      }
    }
  }

  /** After a move of a cell's φ: the slope of the quadratic. */
  private void follow(int c, int column, double step) {
    int m = rows.m;
    for (int a = 0; a < m; a++) {
      slope[c * m + a] = Math.fma(curvature[(c * m + a) * m + column], step, slope[c * m + a]);
    }
  }

  private void coefficients(boolean last) {
    int p = rows.p;
    int m = rows.m;
    double[] matrix = new double[p * p];
    double[] down = new double[p];
    for (int c = 0; c < rows.cells; c++) {
      for (int a = 0; a < p; a++) {
        down[a] -= slope[c * m + a];
        for (int b = 0; b < p; b++) {
          matrix[a * p + b] += curvature[(c * m + a) * m + b];
        }
      }
    }
    double[] precision = state.precisions(priors);
    for (int a = 0; a < p; a++) {
      down[a] -= precision[a] * (state.head[a] - priors.mean[a]);
      matrix[a * p + a] += precision[a] + 1e-9 * (1 + matrix[a * p + a]);
    }
    if (p == 0 || !SmallMatrices.cholesky(matrix, 0, p)) {
      return;
    }
    SmallMatrices.forward(matrix, 0, down, 0, p);
    for (double v : down) {
      moved = Math.max(moved, Math.abs(v) / Math.sqrt(p));
    }
    SmallMatrices.backward(matrix, 0, down, 0, p);
    shorten(down, gone, 0, null);
    for (int a = 0; a < p; a++) {
      state.head[a] += down[a];
      for (int c = 0; c < rows.cells; c++) {
        follow(c, a, down[a]);
      }
    }
    for (int n = 0; last && n < model.layout().smooths().size(); n++) {
      smoothScale(n, matrix);
    }
  }

  /** {@code e^{2h} = Σⱼ E βⱼ²/uⱼ² / n}. */
  private void smoothScale(int n, double[] factor) {
    int p = rows.p;
    var smooth = model.layout().smooths().get(n);
    int count = smooth.columns().length;
    double sum = 0;
    for (int j = 0; j < count; j++) {
      double[] e = new double[p];
      e[smooth.columns()[j]] = 1;
      SmallMatrices.forward(factor, 0, e, 0, p);
      double square = state.head[smooth.columns()[j]] * state.head[smooth.columns()[j]];
      for (double v : e) {
        square += v * v;
      }
      sum += square / (smooth.units()[j] * smooth.units()[j]);
    }
    int at = model.layout().smoothScale(n);
    double before = state.head[at];
    state.head[at] = Math.max(before - 2, Math.log(Math.max(sum / count, 1e-12)) / 2);
    moved = Math.max(moved, Math.abs(state.head[at] - before) * Math.sqrt(count) / 4);
  }

  /** Steps of a pass together do not move predictors by much more than {@link #LONGEST}. */
  private void shorten(
      double[] step, double[] gone, int at, int @org.jspecify.annotations.Nullable [] columns) {
    double longest = 0;
    for (int a = 0; a < step.length; a++) {
      longest += Math.abs(gone[at + a] + step[a]) * unit[columns == null ? a : columns[a]];
    }
    double share = longest > LONGEST ? LONGEST / longest : 1;
    for (int a = 0; a < step.length; a++) {
      double whole = share * (gone[at + a] + step[a]);
      step[a] = whole - gone[at + a];
      gone[at + a] = whole;
    }
  }

  private void levels(int g, boolean last) {
    Varying term = model.terms().get(g);
    int k = term.width();
    int m = rows.m;
    double[] matrix = new double[k * k];
    double[] step = new double[k];
    double[] spread = new double[k * k];
    double[] e = new double[k];
    for (int j = 0; j < term.levels(); j++) {
      for (int i = 0; i < k; i++) {
        step[i] = 0;
        for (int l = 0; l < k; l++) {
          step[i] -= state.precision[g][i * k + l] * state.b[g][j * k + l];
          matrix[i * k + l] = state.precision[g][i * k + l];
        }
      }
      for (int n = rows.from[g][j]; n < rows.from[g][j + 1]; n++) {
        int c = rows.cellsOf[g][n];
        for (int i = 0; i < k; i++) {
          step[i] -= slope[c * m + rows.column[g][i]];
          for (int l = 0; l < k; l++) {
            matrix[i * k + l] += curvature[(c * m + rows.column[g][i]) * m + rows.column[g][l]];
          }
        }
      }
      if (!SmallMatrices.cholesky(matrix, 0, k)) {
        continue;
      }
      SmallMatrices.forward(matrix, 0, step, 0, k);
      for (double v : step) {
        far |= !(Math.abs(v) < FAR);
      }
      SmallMatrices.backward(matrix, 0, step, 0, k);
      shorten(step, goneBy[g], j * k, rows.column[g]);
      for (int i = 0; i < k; i++) {
        state.b[g][j * k + i] += step[i];
        for (int n = rows.from[g][j]; n < rows.from[g][j + 1]; n++) {
          follow(rows.cellsOf[g][n], rows.column[g][i], step[i]);
        }
      }
      for (int i = 0; last && i < k; i++) {
        Arrays.fill(e, 0);
        e[i] = 1;
        SmallMatrices.forward(matrix, 0, e, 0, k);
        SmallMatrices.backward(matrix, 0, e, 0, k);
        for (int l = 0; l < k; l++) {
          spread[i * k + l] += e[l] + state.b[g][j * k + i] * state.b[g][j * k + l];
        }
      }
    }
    if (last) {
      scales(g, spread, term);
    }
  }

  /**
   * EM is slow where rows say little of a level. What steps shrink by from one to the next says how
   * far they would lead together (Aitken); the one after is not believed, as it follows a jump.
   */
  private double further(int place, double step) {
    double ratio = step / last[place];
    boolean jump = ratio > 0.1 && ratio < 1;
    last[place] = jump ? 0 : step;
    return jump ? Math.clamp(step * Math.min(ratio / (1 - ratio), 6), -1, 1) : 0;
  }

  /** {@code D R D = Σⱼ E bⱼbⱼᵀ / J}, as t and w. */
  private void scales(int g, double[] spread, Varying term) {
    int k = term.width();
    int t = state.layout.scales(g);
    int w = state.layout.correlations(g);
    double[] sd = new double[k];
    for (int i = 0; i < k; i++) {
      sd[i] =
          Math.max(1e-4 / unit[rows.column[g][i]], Math.sqrt(spread[i * k + i] / term.levels()));
      double before = state.head[t + i];
      state.head[t + i] = Math.log(sd[i]) + further(t + i, Math.log(sd[i]) - before);
      moved = Math.max(moved, Math.abs(state.head[t + i] - before) * Math.sqrt(term.levels()) / 4);
    }
    if (term.correlated()) {
      double[] r = new double[k * k];
      for (int i = 0; i < k; i++) {
        for (int l = 0; l < k; l++) {
          double own = spread[i * k + l] / (term.levels() * sd[i] * sd[l]);
          r[i * k + l] = i == l ? 1 : 0.95 * own;
        }
      }
      if (SmallMatrices.cholesky(r, 0, k)) {
        for (int i = 1; i < k; i++) {
          double left = 1;
          for (int l = 0; l < i; l++) {
            double z = Math.clamp(r[i * k + l] / left, -0.95, 0.95);
            state.head[w + i * (i - 1) / 2 + l] = 0.5 * Math.log((1 + z) / (1 - z));
            left *= Math.sqrt(1 - z * z);
          }
        }
      }
    }
    state.refresh(g);
  }
}
