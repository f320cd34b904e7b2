package org.perrin.levels;

import org.jspecify.annotations.Nullable;
import org.perrin.math.SmallMatrices;
import org.perrin.random.RandomStream;

/**
 * Draws the dense part δ of a linear model, coefficients less their centre and terms of few levels,
 * by one Cholesky factor; where it is small, scales of its terms before it with δ integrated out;
 * both with the leading term integrated out.
 */
final class DenseDraw {
  /** Up to this size of δ scales of its terms move with all of it integrated out. */
  private static final int MOST_COLLAPSED = 64;

  private final NormalStatistics rows;
  private final NormalParts priors;
  private final @Nullable LeadingTerm lead;

  DenseDraw(NormalStatistics rows, NormalParts priors, @Nullable LeadingTerm lead) {
    this.rows = rows;
    this.priors = priors;
    this.lead = lead;
  }

  /**
   * Draws δ and writes it to the state too.
   *
   * @param right {@code X_DᵀW(r − Z b)} over all other terms but the leading one
   * @param left the same of the leading term
   */
  void draw(LevelState state, double[] right, double[] left, double[] delta, RandomStream random) {
    int n = rows.dense;
    double tau = Math.exp(-2 * state.head[rows.p]);
    double[] gram = rows.gram.clone();
    double[] h = new double[n];
    for (int i = 0; i < n * n; i++) {
      gram[i] *= tau;
    }
    for (int i = 0; i < n; i++) {
      h[i] = tau * right[i];
    }
    if (lead != null) {
      lead.subtract(state, tau, left, gram, h);
    }
    if (n <= MOST_COLLAPSED && priors.exact()) {
      collapsed(state, gram, h, random);
    }
    dense(state, gram, h, delta, random);
  }

  /**
   * Scales of small terms with the dense part δ integrated out, which is drawn next. With P and h
   * that δ has without its prior, and both again with it,
   *
   * <pre>
   *   −log p(t, w) = ½ log det P − ½ hᵀP⁻¹h + Σ J log det A + prior.
   * </pre>
   */
  private void collapsed(LevelState state, double[] gram, double[] rows0, RandomStream random) {
    double[] matrix = new double[gram.length];
    double[] h = new double[rows0.length];
    for (int g = 0; g < rows.small.length; g++) {
      if (rows.small[g]) {
        int term = g;
        int k = state.term(g).width();
        int levels = state.term(g).levels();
        ScaleMoves.slices(
            state,
            g,
            factor -> {
              SmallMatrices.precision(factor, state.precision[term], k);
              System.arraycopy(gram, 0, matrix, 0, gram.length);
              System.arraycopy(rows0, 0, h, 0, h.length);
              addPriors(state, matrix, h);
              double sum = 0;
              for (int c = 0; c < k; c++) {
                sum += levels * Math.log(factor[c * k + c]);
              }
              return sum + marginal(matrix, h);
            },
            random);
      }
    }
  }

  /** {@code ½ log det P − ½ hᵀP⁻¹h}; both arguments are overwritten. */
  double marginal(double[] p, double[] h) {
    int n = rows.dense;
    if (!SmallMatrices.cholesky(p, 0, n)) {
      return Double.POSITIVE_INFINITY;
    }
    SmallMatrices.forward(p, 0, h, 0, n);
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += Math.log(p[i * n + i]) - h[i] * h[i] / 2;
    }
    return sum;
  }

  /** The prior of δ to its precision and to the right-hand side. */
  void addPriors(LevelState state, double[] matrix, double[] h) {
    int n = rows.dense;
    double[] precision = state.precisions(priors);
    for (int a = 0; a < rows.p; a++) {
      matrix[a * n + a] += precision[a];
      h[a] += precision[a] * (priors.mean[a] - rows.centre[a]);
    }
    for (int g = 0; g < rows.small.length; g++) {
      if (rows.small[g]) {
        addPrior(state, g, matrix);
      }
    }
  }

  /** Draws δ for P and h without its prior; both are overwritten. */
  void dense(LevelState state, double[] matrix, double[] h, double[] delta, RandomStream random) {
    int n = rows.dense;
    addPriors(state, matrix, h);
    double[] before = current(state);
    System.arraycopy(h, 0, delta, 0, n);
    boolean drawn = GaussianDraw.of(matrix, delta, 0, n, new double[n], random);
    if (!drawn || !accepted(before, delta, random)) {
      System.arraycopy(before, 0, delta, 0, n);
    }
    for (int a = 0; a < rows.p; a++) {
      state.head[a] = rows.centre[a] + delta[a];
    }
    for (int g = 0; g < rows.small.length; g++) {
      if (rows.small[g]) {
        System.arraycopy(delta, rows.place[g], state.b[g], 0, state.b[g].length);
      }
    }
  }

  private double[] current(LevelState state) {
    double[] now = new double[rows.dense];
    for (int a = 0; a < rows.p; a++) {
      now[a] = state.head[a] - rows.centre[a];
    }
    for (int g = 0; g < rows.small.length; g++) {
      if (rows.small[g]) {
        System.arraycopy(state.b[g], 0, now, rows.place[g], state.b[g].length);
      }
    }
    return now;
  }

  /** For priors that are not normal. */
  private boolean accepted(double[] before, double[] after, RandomStream random) {
    if (priors.exact()) {
      return true;
    }
    double gap = priors.excess(beta(after)) - priors.excess(beta(before));
    return random.nextExponential() > gap;
  }

  private double[] beta(double[] delta) {
    double[] beta = rows.centre.clone();
    for (int a = 0; a < beta.length; a++) {
      beta[a] += delta[a];
    }
    return beta;
  }

  private void addPrior(LevelState state, int g, double[] matrix) {
    int k = state.term(g).width();
    for (int i = 0; i < state.b[g].length; i++) {
      for (int c = 0; c < k; c++) {
        int row = rows.place[g] + i;
        matrix[row * rows.dense + rows.place[g] + i / k * k + c] +=
            state.precision[g][i % k * k + c];
      }
    }
  }
}
