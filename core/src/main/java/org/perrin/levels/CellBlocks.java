package org.perrin.levels;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.model.MixedModel;
import org.perrin.random.RandomStream;

/**
 * Levels of any family, from {@link CellStatistics}. Every block (each level; all coefficients; the
 * factor of a term with its z) is proposed by the cubic statistics and accepted in two stages: by
 * the ratio under the statistics, and by the rows themselves,
 *
 * <pre>
 *   Π min(1, e^{−[rᵢ(φ') − rᵢ(φ)]})      over rows of thinned cells,
 *   min(1, e^{−Σ[rᵢ(φ') − rᵢ(φ)]})       over those of whole cells,
 * </pre>
 *
 * r what the statistics leave of a row. The product is not evaluated: rows are visited at rate
 * {@code κΛ}, {@code κ = q² + q'²} or, for short steps, {@code 4 √q(φ' − φ) max(q, q')^{3/2}}, in a
 * cell with p ∝ λ, and reject with probability {@code max(0, r' − r)/(κλ)} (Poisson thinning);
 * where κΛ exceeds a share of its rows the cell is read as a whole one. Moves of all cells at once
 * (coefficients, scales) are accepted by {@link CellConfirmation#gap}, where rows make up for each
 * other. All of this keeps detailed balance for the posterior, whatever the statistics are.
 */
final class CellBlocks implements LevelBlocks {
  private static final double STRIDE = 2.4;

  /** How often scales move while places of levels are fixed. */
  private static final int TRIES = 3;

  /** Cells a level above which scales move as factors alone. */
  private static final long WIDE = 100;

  /** Cells above which such terms move in every other sweep only. */
  private static final int MANY = 20_000;

  /** Levels up to which factors move with z in each sweep, and how often they do so otherwise. */
  private static final int FEW = 1000;

  private static final double SELDOM = 0.2;

  /** How often scales are proposed anywhere, and how long steps are otherwise. */
  private static final double FAR = 0.7;

  private static final double STEP = 1.7;
  private static final int FREEDOM = 8;

  /** Draws of levels by which fits are made better, and how often. */
  private static final int DRAWS = 7;

  private static final int PROBES = 2;

  private static final int ROUNDS = 2;

  /** Beyond so much of it a ratio under the statistics decides by itself. */
  private static final double SURE = 3;

  /** Scales and correlations of a term that move in one step, at most. */
  private static final int MOST_TOGETHER = 10;

  private final MixedModel model;
  private final CellRows rows;
  private final CellStatistics statistics;
  private final RowLosses family;
  private final CellConfirmation confirmation;
  private final Shifts shifts;
  private final NormalParts priors;
  private final LevelState centre;
  private final double[] priorMean;

  /** Third derivatives by the effects of each level, and by the coefficients, of all rows. */
  private final CubicPolynomials[] constant;

  private final CubicPolynomials sharedConstant;
  private final int[] shared;
  private final double step;

  /** Scales and correlations by term, with its levels integrated out, roughly; null if unknown. */
  private final @Nullable NormalFit[] fits;

  /**
   * Makes statistics.
   *
   * @param share of its rows that a thinned cell may be expected to read; 0 thins none
   * @param trust what bounds are multiplied by: 1, but in tests that must fail
   */
  CellBlocks(MixedModel model, double share, double trust) {
    this.model = model;
    this.rows = new CellRows(model);
    this.family = RowLosses.of(model.family());
    this.shifts = Shifts.of(model);
    int p = rows.p;
    this.priors = new NormalParts(new LevelState(model).priors.subList(0, p));
    this.centre = new CentreSearch(rows, family, priors).find();
    double[][] phi = new double[rows.m][rows.cells];
    rows.phi(centre.head, centre.b, phi);
    double scale = family.scaled() ? centre.head[p] : 0;
    this.statistics = new CellStatistics(rows, family, phi, scale, share, trust);
    this.confirmation = new CellConfirmation(statistics);
    this.shared = IntStream.range(0, p).toArray();
    this.priorMean = new double[p];
    for (int a = 0; a < p; a++) {
      priorMean[a] = priors.mean[a] - centre.head[a];
    }
    this.constant = new CubicPolynomials[rows.level.length];
    Arrays.setAll(
        constant,
        g -> new CubicPolynomials(model.terms().get(g).levels(), rows.column[g].length, order()));
    this.sharedConstant = new CubicPolynomials(1, p, order());
    for (int c = 0; c < rows.cells; c++) {
      sharedConstant.addThird(0, statistics.sums, c, shared);
      for (int g = 0; g < constant.length; g++) {
        constant[g].addThird(rows.level[g][c], statistics.sums, c, rows.column[g]);
      }
    }
    this.fits = new NormalFit[constant.length];
    fit();
    this.step = family.scaled() ? STRIDE / Math.sqrt(scaleCurvature(scale)) : 0;
  }

  /** Scales and correlations to where they are most probable, the levels integrated out. */
  private void fit() {
    var work = new CellWork(statistics, constant, sharedConstant, centre.b);
    for (int g = 0; g < fits.length; g++) {
      int t = centre.layout.scales(g);
      int d = centre.term(g).width() + centre.term(g).correlations();
      if (d > MOST_TOGETHER) {
        continue;
      }
      sum(work, rows.column[g], rows.level[g], work.levels[g]);
      for (int j = 0; j < centre.term(g).levels(); j++) {
        work.levels[g].shift(j, centre.b[g], j * centre.term(g).width());
      }
      work.following[g].begin(work.levels[g], centre.factor[g], null);
      var fit = new NormalFit(laplace(work, g), Arrays.copyOfRange(centre.head, t, t + d));
      if (fit.found) {
        fits[g] = fit;
        System.arraycopy(fit.mode, 0, centre.head, t, d);
        centre.refresh(g);
      }
    }
    refine(work);
  }

  private ToDoubleFunction<double[]> laplace(CellWork work, int g) {
    double[] head = centre.head.clone();
    return x -> {
      System.arraycopy(x, 0, head, centre.layout.scales(g), x.length);
      return potential(centre, work, g, head);
    };
  }

  /**
   * Moves {@link #fits} to where rows want them: Laplace's error is small for a level and adds up
   * over levels. Levels are drawn with scales fixed, and {@code U(u) = ½ |u − δ|²} is solved for δ
   * by least squares, u in units of the fit.
   */
  private void refine(CellWork work) {
    var random = RandomStream.of(rows.rows(), rows.cells);
    for (int round = 0; round < ROUNDS; round++) {
      double[] theta = start();
      var state = new LevelState(model);
      state.load(theta);
      state.work = work;
      load(state, work, random);
      double[][] normal = new double[fits.length][];
      for (int n = 0; n < DRAWS; n++) {
        for (int g = 0; g < fits.length; g++) {
          levels(state, work, g, random);
          NormalFit fit = fits[g];
          if (fit == null || n == 0) {
            continue;
          }
          int d = fit.mode.length;
          normal[g] = normal[g] == null ? new double[d * d + d] : normal[g];
          probe(state, work, g, fit, normal[g], random);
          if (n == DRAWS - 1) {
            fit.shift(normal[g]);
            work.following[g].begin(work.levels[g], centre.factor[g], null);
            fit.curve(laplace(work, g));
            System.arraycopy(fit.mode, 0, centre.head, centre.layout.scales(g), d);
            centre.refresh(g);
          }
        }
      }
    }
  }

  /**
   * Adds equations for δ to normal equations, the matrix, then the right-hand side: by pairs of
   * steps, as in {@code ½ (U(−u) − U(u)) = uᵀδ} the curvature, which is known roughly, cancels.
   */
  private void probe(
      LevelState state, CellWork work, int g, NormalFit fit, double[] sums, RandomStream random) {
    int d = fit.mode.length;
    if (!work.following[g].begin(work.levels[g], state.factor[g], state.b[g])) {
      return;
    }
    double[] u = new double[d];
    for (int n = 0; n < PROBES; n++) {
      random.fillGaussian(u, d);
      double right =
          (against(state, work, g, u, -1, random) - against(state, work, g, u, 1, random)) / 2;
      for (int i = 0; right - right == 0 && i < d; i++) {
        sums[d * d + i] += u[i] * right;
        for (int l = 0; l < d; l++) {
          sums[i * d + l] += u[i] * u[l];
        }
      }
    }
  }

  /** U and rows against a step to a place in units of the fit, up to a constant. */
  private double against(
      LevelState state, CellWork work, int g, double[] u, double sign, RandomStream random) {
    double[] next = Arrays.stream(u).map(v -> sign * v).toArray();
    fits[g].place(next);
    double[] head = state.head.clone();
    System.arraycopy(next, 0, head, state.layout.scales(g), next.length);
    double gap = potential(state, work, g, head);
    if (gap < Double.POSITIVE_INFINITY) {
      steps(work, g, state.b[g], work.following[g].levels);
      gap += rowsGap(state, work, rows.column[g], random);
    }
    return gap;
  }

  /** {@link PartialCentring} and the prior of scales and correlations. */
  private static double potential(LevelState state, CellWork work, int g, double[] head) {
    int t = state.layout.scales(g);
    int d = state.term(g).width() + state.term(g).correlations();
    double[] factor = new double[state.factor[g].length];
    state.layout.factor(head, g, factor);
    double sum = work.following[g].potential(factor);
    for (int c = t; c < t + d; c++) {
      sum += state.priors.get(c).value(head[c]);
    }
    return sum;
  }

  private int order() {
    return statistics.order;
  }

  private double scaleCurvature(double s) {
    double sum = 0;
    for (int i = 0; i < rows.rows(); i++) {
      sum += rows.weight[i] * family.byScale(2, statistics.eta[i], s, rows.y[i]);
    }
    return Math.max(sum + Math.max(0, centre.priors.get(rows.p).curvature(s)), 1);
  }

  @Override
  public double[] start() {
    double[] theta = new double[model.dimension()];
    centre.store(theta);
    return theta;
  }

  @Override
  public long work() {
    long cubes = (long) Math.pow(rows.m, statistics.order) + 10;
    long whole = 0;
    for (int c = 0; c < rows.cells; c++) {
      whole += statistics.whole[c] ? rows.first[c + 1] - rows.first[c] : 0;
    }
    return (model.terms().size() + 1) * (2 * rows.cells * cubes + 2 * whole * (rows.m + 8));
  }

  @Override
  public void sweep(LevelState state, RandomStream random) {
    if (state.work == null) {
      state.work = new CellWork(statistics, constant, sharedConstant, centre.b);
    }
    CellWork work = state.work;
    load(state, work, random);
    for (int g = 0; g < model.terms().size(); g++) {
      if (!worth(g) && rows.cells > MANY && random.nextDouble() < 0.5) {
        // known well, and shifts move it too
        ScaleMoves.centred(state, g, random);
        continue;
      }
      levels(state, work, g, random);
      following(state, work, g, random);
      ScaleMoves.centred(state, g, random);
      if (fits[g] == null || often(g) || random.nextDouble() < SELDOM) {
        scales(state, work, g, random);
      }
    }
    for (int s = 0; s < model.layout().smooths().size(); s++) {
      SmoothScales.centred(state, s, random);
    }
    coefficients(state, work, random);
    for (int s = 0; s < model.layout().smooths().size(); s++) {
      smooth(state, work, s, random);
    }
    if (family.scaled()) {
      scale(state, work, random);
    }
    shifts.move(state, random);
  }

  /**
   * Whether the factor of a term with its z moves in each sweep although there is a better move.
   */
  private boolean often(int g) {
    return model.terms().get(g).levels() <= FEW;
  }

  /** Levels of many cells each are known well: moves given them or their z do. */
  private boolean worth(int g) {
    return WIDE * model.terms().get(g).levels() >= rows.cells;
  }

  /** Where cells are, from coefficients and effects. */
  private void load(LevelState state, CellWork work, RandomStream random) {
    rows.phi(state.head, state.b, work.delta);
    for (int a = 0; a < rows.m; a++) {
      double[] own = work.delta[a];
      double[] from = statistics.centre[a];
      for (int c = 0; c < own.length; c++) {
        own[c] -= from[c];
      }
    }
    confirmation.evaluate(state, work, work.delta, null, work.left);
    work.wait = random.nextExponential();
  }

  /** Every level by itself. */
  private void levels(LevelState state, CellWork work, int g, RandomStream random) {
    int k = rows.column[g].length;
    int[] column = rows.column[g];
    int[] level = rows.level[g];
    CubicPolynomials polynomials = work.levels[g];
    CubicMove move = work.moves[g];
    double[] b = state.b[g];
    double[] next = work.proposals[g];
    boolean[] refused = work.refused;
    sum(work, column, level, polynomials);
    for (int j = 0; j < b.length / k; j++) {
      polynomials.shift(j, b, j * k);
      double gap =
          move.propose(polynomials, j, state.precision[g], null, centre.b[g], b, j * k, random);
      boolean good = gap <= 0 || random.nextExponential() > gap;
      System.arraycopy(good ? move.next : b, good ? 0 : j * k, next, j * k, k);
      work.still[g][j] = !good;
    }
    work.begin(column);
    for (int c = 0; c < rows.cells; c++) {
      refused[c] = work.still[g][level[c]];
    }
    for (int i = 0; i < k; i++) {
      double[] now = work.delta[column[i]];
      double[] then = work.next[column[i]];
      for (int c = 0; c < now.length; c++) {
        int at = level[c] * k + i;
        then[c] = now[c] + (next[at] - b[at]);
      }
    }
    confirmation.evaluate(state, work, work.next, refused, work.nextLeft);
    for (int j = 0; j < b.length / k; j++) {
      int from = rows.from[g][j];
      int to = rows.from[g][j + 1];
      if (!work.still[g][j]
          && confirmation.confirmed(state, work, rows.cellsOf[g], from, to, random)) {
        System.arraycopy(next, j * k, b, j * k, k);
        for (int n = from; n < to; n++) {
          work.take(column, rows.cellsOf[g][n]);
        }
      }
    }
  }

  /** Sums of first and second derivatives where cells are, by their owner. */
  private void sum(CellWork work, int[] column, int @Nullable [] owner, CubicPolynomials sums) {
    sums.clearLow();
    for (int from = 0; from < rows.cells; from += CellPolynomials.BLOCK) {
      int to = Math.min(rows.cells, from + CellPolynomials.BLOCK);
      statistics.sums.expand(
          column, work.delta, from, to, work.gradient, work.hessian, work.scratch);
      if (owner == null) {
        sums.addLow(work.gradient, work.hessian, to - from);
      } else {
        sums.addLow(work.gradient, work.hessian, owner, from, to);
      }
    }
    sums.mirror();
  }

  /** The factor of a term with its z: all of its levels move. */
  private void scales(LevelState state, CellWork work, int g, RandomStream random) {
    int k = rows.column[g].length;
    double[] head = state.head.clone();
    double[] before = state.b[g].clone();
    double[] z = ScaleMoves.standardised(state, g);
    var form = new CubicFactorForm(work.levels[g], z);
    ScaleMoves.freeNear(state, g, form, centre.head, random);
    ScaleMoves.apply(state.factor[g], z, state.b[g], k);
    steps(work, g, before, state.b[g]);
    if (!moved(state, work, rows.column[g], 0, random)) {
      System.arraycopy(head, 0, state.head, 0, head.length);
      System.arraycopy(before, 0, state.b[g], 0, before.length);
      state.refresh(g);
    }
  }

  /** What cells move by if levels go from one place to another. */
  private void steps(CellWork work, int g, double[] before, double[] after) {
    int k = rows.column[g].length;
    int[] level = rows.level[g];
    for (int i = 0; i < k; i++) {
      double[] step = work.step[rows.column[g][i]];
      for (int c = 0; c < step.length; c++) {
        int at = level[c] * k + i;
        step[c] = after[at] - before[at];
      }
    }
  }

  /**
   * Scales and correlations by {@link #fits}, with levels that follow ({@link PartialCentring}).
   */
  private void following(LevelState state, CellWork work, int g, RandomStream random) {
    NormalFit fit = fits[g];
    PartialCentring levels = work.following[g];
    if (fit == null || !worth(g) || !levels.begin(work.levels[g], state.factor[g], state.b[g])) {
      return;
    }
    int t = state.layout.scales(g);
    int d = fit.mode.length;
    double here = potential(state, work, g, state.head);
    double[] head = state.head.clone();
    double[] u = new double[d];
    double[] next = new double[d];
    for (int n = 0; n < TRIES; n++) {
      fit.standardise(state.head, t, u);
      double gap = propose(u, next, random);
      fit.place(next);
      System.arraycopy(next, 0, head, t, d);
      double there = potential(state, work, g, head);
      gap += there - here;
      if (!(Math.abs(gap) < Double.POSITIVE_INFINITY)) {
        continue;
      }
      steps(work, g, state.b[g], levels.levels);
      if (moved(state, work, rows.column[g], gap, random)) {
        System.arraycopy(next, 0, state.head, t, d);
        System.arraycopy(levels.levels, 0, state.b[g], 0, state.b[g].length);
        state.refresh(g);
        here = there;
      }
    }
  }

  /**
   * From u anywhere, by Student's t, or a step from there; returns minus the logarithm of the ratio
   * of proposals.
   */
  private static double propose(double[] u, double[] next, RandomStream random) {
    random.fillGaussian(next, next.length);
    if (random.nextDouble() < FAR) {
      double square = 0;
      for (int n = 0; n < FREEDOM / 2; n++) {
        square += 2 * random.nextExponential();
      }
      double wide = Math.sqrt(FREEDOM / square);
      for (int i = 0; i < u.length; i++) {
        next[i] *= wide;
      }
      return tail(u) - tail(next);
    }
    for (int i = 0; i < u.length; i++) {
      next[i] = u[i] + STEP / Math.sqrt(u.length) * next[i];
    }
    return 0;
  }

  /** Minus the logarithm of the density of Student's t of {@link #FREEDOM}. */
  private static double tail(double[] u) {
    double sum = 0;
    for (double v : u) {
      sum += v * v;
    }
    return (FREEDOM + u.length) / 2.0 * Math.log1p(sum / FREEDOM);
  }

  /**
   * Whether all cells go by the steps that are in {@link CellWork#step}.
   *
   * @param gap minus the logarithm of the ratio under the statistics
   */
  private boolean moved(
      LevelState state, CellWork work, int[] column, double gap, RandomStream random) {
    // in two stages: what the statistics alone refuse by far need not be asked of rows; the first
    // ratio is the inverse backwards, so both keep the balance
    double first = Math.signum(gap) * Math.max(0, Math.abs(gap) - SURE);
    if (first > 0 && !(random.nextExponential() > first)) {
      return false;
    }
    double left = gap - first + rowsGap(state, work, column, random);
    boolean good = left <= 0 || random.nextExponential() > left;
    if (good) {
      work.take(column);
    }
    return good;
  }

  /** What rows say against the steps that are in {@link CellWork#step}. */
  private double rowsGap(LevelState state, CellWork work, int[] column, RandomStream random) {
    work.begin(column);
    for (int a : column) {
      double[] now = work.delta[a];
      double[] then = work.next[a];
      double[] step = work.step[a];
      for (int c = 0; c < now.length; c++) {
        then[c] = now[c] + step[c];
      }
    }
    for (int from = 0; from < rows.cells; from += CellPolynomials.BLOCK) {
      int to = Math.min(rows.cells, from + CellPolynomials.BLOCK);
      statistics.sums.distance(
          column, work.step, statistics.ridge, work.stepSize, from, to, work.scratch);
    }
    confirmation.evaluate(state, work, work.next, null, work.nextLeft);
    return confirmation.gap(state, work, random);
  }

  private double[] gaps(LevelState state) {
    double[] now = new double[rows.p];
    for (int a = 0; a < now.length; a++) {
      now[a] = state.head[a] - centre.head[a];
    }
    return now;
  }

  private void coefficients(LevelState state, CellWork work, RandomStream random) {
    int p = rows.p;
    double[] now = gaps(state);
    sum(work, shared, null, work.shared);
    work.shared.shift(0, now, 0);
    double[] omega = new double[p * p];
    double[] precision = state.precisions(priors);
    for (int a = 0; a < p; a++) {
      omega[a * p + a] = precision[a];
    }
    double gap =
        work.sharedMove.propose(work.shared, 0, omega, priorMean, new double[p], now, 0, random);
    double[] beta = new double[p];
    for (int a = 0; a < p; a++) {
      beta[a] = centre.head[a] + work.sharedMove.next[a];
    }
    gap += priors.excess(beta) - priors.excess(state.head);
    if (!(gap < Double.POSITIVE_INFINITY)) {
      return;
    }
    for (int a = 0; a < p; a++) {
      Arrays.fill(work.step[a], work.sharedMove.next[a] - now[a]);
    }
    if (moved(state, work, shared, gap, random)) {
      System.arraycopy(beta, 0, state.head, 0, p);
    }
  }

  /** The scale of a smooth with its z: its coefficients grow, under the sums for coefficients. */
  private void smooth(LevelState state, CellWork work, int s, RandomStream random) {
    int[] columns = model.layout().smooths().get(s).columns();
    double[] v = new double[rows.p];
    for (int column : columns) {
      v[column] = state.head[column];
    }
    int at = model.layout().smoothScale(s);
    double before = state.head[at];
    var line = work.shared.line(gaps(state), v);
    double growth = SmoothScales.freeNear(state, s, line, centre.head[at], random);
    for (int column : columns) {
      Arrays.fill(work.step[column], growth * v[column]);
    }
    if (!moved(state, work, columns, 0, random)) {
      state.head[at] = before;
      for (int column : columns) {
        state.head[column] = v[column];
      }
    }
  }

  /** A random walk of the family's own scale, which all rows see; no cell is thinned. */
  private void scale(LevelState state, CellWork work, RandomStream random) {
    double now = state.head[rows.p];
    double next = now + step * random.nextGaussian();
    var prior = state.priors.get(rows.p);
    double gap = prior.value(next) - prior.value(now);
    state.head[rows.p] = next;
    confirmation.evaluate(state, work, work.delta, null, work.nextLeft);
    for (int c = 0; c < rows.cells; c++) {
      gap += work.nextLeft[c] - work.left[c];
    }
    if (random.nextExponential() > gap) {
      System.arraycopy(work.nextLeft, 0, work.left, 0, rows.cells);
    } else {
      state.head[rows.p] = now;
    }
  }
}
