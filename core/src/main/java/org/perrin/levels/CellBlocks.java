package org.perrin.levels;

import java.util.stream.IntStream;
import org.perrin.model.MixedModel;
import org.perrin.model.Varying;
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
 * where κΛ exceeds a share of its rows the cell is read as a whole one. Both stages keep detailed
 * balance for the posterior, whatever the statistics are.
 */
final class CellBlocks implements LevelBlocks {
  private static final double STRIDE = 2.4;

  /** Where more than this share of a cell's rows would be visited all of them are read. */
  private static final double DEAR = 0.25;

  private final MixedModel model;
  private final CellRows rows;
  private final CellStatistics statistics;
  private final RowLosses family;
  private final Shifts shifts;
  private final NormalParts priors;
  private final LevelState centre;
  private final int[] all;
  private final double[] priorMean;

  /** For each term the levels all of whose cells are whole; and whether all cells are. */
  private final boolean[][] wholeLevels;

  private final boolean whole;
  private final double step;

  /** Third derivatives by the coefficients, of all rows. */
  private final double[] third;

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
    double[] phi = new double[rows.cells * rows.m];
    rows.phi(java.util.Arrays.copyOf(centre.head, p), centre.b, phi);
    double scale = family.scaled() ? centre.head[p] : 0;
    this.statistics = new CellStatistics(rows, family, phi, scale, share, trust);
    this.all = IntStream.range(0, rows.cells).toArray();
    this.whole = IntStream.of(all).allMatch(c -> statistics.whole[c]);
    this.wholeLevels = new boolean[rows.level.length][];
    for (int g = 0; g < wholeLevels.length; g++) {
      wholeLevels[g] = new boolean[model.terms().get(g).levels()];
      java.util.Arrays.fill(wholeLevels[g], true);
      for (int c = 0; c < rows.cells; c++) {
        wholeLevels[g][rows.level[g][c]] &= statistics.whole[c];
      }
    }
    this.priorMean = new double[p];
    for (int a = 0; a < p; a++) {
      priorMean[a] = priors.mean[a] - centre.head[a];
    }
    var sum = new CubicPolynomials(1, p, statistics.order);
    int[] columns = IntStream.range(0, p).toArray();
    for (int c = 0; c < rows.cells; c++) {
      sum.add(0, statistics.sums, c, columns, new double[rows.m], new double[rows.m]);
    }
    this.third = sum.third;
    this.step = family.scaled() ? STRIDE / Math.sqrt(scaleCurvature(scale)) : 0;
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
      state.work = new CellWork(rows, statistics.order);
    }
    CellWork work = state.work;
    rows.phi(state.head, state.b, work.delta);
    for (int i = 0; i < work.delta.length; i++) {
      work.delta[i] -= statistics.centre[i];
    }
    for (int c = 0; c < rows.cells; c++) {
      work.loss[c] =
          statistics.whole[c]
              ? loss(state, c, work.delta)
              : statistics.distance(c, work.delta, c * rows.m);
    }
    work.left = random.nextExponential();
    for (int g = 0; g < model.terms().size(); g++) {
      levels(state, work, g, random);
      ScaleMoves.centred(state, g, random);
      scales(state, work, g, random);
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

  private double s(LevelState state) {
    return family.scaled() ? state.head[rows.p] : 0;
  }

  private double loss(LevelState state, int c, double[] delta) {
    state.rows += rows.first[c + 1] - rows.first[c];
    return statistics.loss(c, delta, c * rows.m, s(state), state.work.losses);
  }

  private void levels(LevelState state, CellWork work, int g, RandomStream random) {
    Varying term = model.terms().get(g);
    int k = term.width();
    int m = rows.m;
    int[] column = rows.column[g];
    CubicPolynomials polynomials = work.levels[g];
    CubicMove move = work.moves[g];
    double[] b = state.b[g];
    polynomials.clear();
    for (int j = 0; j < term.levels(); j++) {
      int from = rows.from[g][j];
      int to = rows.from[g][j + 1];
      for (int n = from; n < to; n++) {
        int c = rows.cellsOf[g][n];
        System.arraycopy(work.delta, c * m, work.point, 0, m);
        for (int i = 0; i < k; i++) {
          work.point[column[i]] -= b[j * k + i];
        }
        polynomials.add(j, statistics.sums, c, column, work.point, work.bend);
      }
      double gap =
          move.propose(polynomials, j, state.precision[g], null, centre.b[g], b, j * k, random);
      work.proposed++;
      if (!(random.nextExponential() > gap)) {
        continue;
      }
      for (int n = from; n < to; n++) {
        int c = rows.cellsOf[g][n];
        System.arraycopy(work.delta, c * m, work.next, c * m, m);
        for (int i = 0; i < k; i++) {
          work.next[c * m + column[i]] += move.next[i] - b[j * k + i];
        }
      }
      double known = Double.NaN;
      if (wholeLevels[g][j]) {
        known = polynomials.value(j, move.next, 0) - polynomials.value(j, b, j * k);
      }
      if (confirmed(state, work, rows.cellsOf[g], from, to, false, known, random)) {
        work.accepted++;
        System.arraycopy(move.next, 0, b, j * k, k);
        take(work, rows.cellsOf[g], from, to);
      }
    }
  }

  /** The factor of a term with its z: all of its levels move. */
  private void scales(LevelState state, CellWork work, int g, RandomStream random) {
    int k = model.terms().get(g).width();
    int m = rows.m;
    double[] head = state.head.clone();
    double[] before = state.b[g].clone();
    double[] z = ScaleMoves.standardised(state, g);
    var form = new CubicFactorForm(work.levels[g], z);
    double known = -form.potential(state.factor[g]);
    ScaleMoves.freeNear(state, g, form, centre.head, random);
    known += form.potential(state.factor[g]);
    ScaleMoves.apply(state.factor[g], z, state.b[g], k);
    for (int c = 0; c < rows.cells; c++) {
      System.arraycopy(work.delta, c * m, work.next, c * m, m);
      int at = rows.level[g][c] * k;
      for (int i = 0; i < k; i++) {
        work.next[c * m + rows.column[g][i]] += state.b[g][at + i] - before[at + i];
      }
    }
    if (confirmed(state, work, all, 0, all.length, true, whole ? known : Double.NaN, random)) {
      take(work, all, 0, all.length);
    } else {
      System.arraycopy(head, 0, state.head, 0, head.length);
      System.arraycopy(before, 0, state.b[g], 0, before.length);
      state.refresh(g);
    }
  }

  private void coefficients(LevelState state, CellWork work, RandomStream random) {
    int p = rows.p;
    int m = rows.m;
    double[] now = new double[p];
    for (int a = 0; a < p; a++) {
      now[a] = state.head[a] - centre.head[a];
    }
    work.shared.clear();
    for (int c = 0; c < rows.cells; c++) {
      System.arraycopy(work.delta, c * m, work.point, 0, m);
      for (int a = 0; a < p; a++) {
        work.point[a] -= now[a];
      }
      work.shared.addLow(statistics.sums, c, work.point);
    }
    System.arraycopy(third, 0, work.shared.third, 0, third.length);
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
    if (!(random.nextExponential() > gap)) {
      return;
    }
    for (int c = 0; c < rows.cells; c++) {
      System.arraycopy(work.delta, c * m, work.next, c * m, m);
      for (int a = 0; a < p; a++) {
        work.next[c * m + a] += work.sharedMove.next[a] - now[a];
      }
    }
    double known = Double.NaN;
    if (whole) {
      known = work.shared.value(0, work.sharedMove.next, 0) - work.shared.value(0, now, 0);
    }
    if (confirmed(state, work, all, 0, all.length, true, known, random)) {
      System.arraycopy(beta, 0, state.head, 0, p);
      take(work, all, 0, all.length);
    }
  }

  /** The scale of a smooth with its z: its coefficients grow, under the sums for coefficients. */
  private void smooth(LevelState state, CellWork work, int s, RandomStream random) {
    int p = rows.p;
    int m = rows.m;
    double[] now = new double[p];
    for (int a = 0; a < p; a++) {
      now[a] = state.head[a] - centre.head[a];
    }
    double[] v = new double[p];
    int[] columns = model.layout().smooths().get(s).columns();
    for (int column : columns) {
      v[column] = state.head[column];
    }
    int at = model.layout().smoothScale(s);
    double before = state.head[at];
    var line = work.shared.line(now, v);
    double growth = SmoothScales.freeNear(state, s, line, centre.head[at], random);
    double known = whole ? line.potential(growth) : Double.NaN;
    for (int c = 0; c < rows.cells; c++) {
      System.arraycopy(work.delta, c * m, work.next, c * m, m);
      for (int column : columns) {
        work.next[c * m + column] += growth * v[column];
      }
    }
    if (confirmed(state, work, all, 0, all.length, true, known, random)) {
      take(work, all, 0, all.length);
    } else {
      state.head[at] = before;
      for (int column : columns) {
        state.head[column] = v[column];
      }
    }
  }

  /** A random walk of the family's own scale, which all rows see. */
  private void scale(LevelState state, CellWork work, RandomStream random) {
    double now = state.head[rows.p];
    double next = now + step * random.nextGaussian();
    var prior = state.priors.get(rows.p);
    double gap = prior.value(next) - prior.value(now);
    state.head[rows.p] = next;
    for (int c = 0; c < rows.cells; c++) {
      work.nextLoss[c] = loss(state, c, work.delta);
      gap += work.nextLoss[c] - work.loss[c];
    }
    if (random.nextExponential() > gap) {
      System.arraycopy(work.nextLoss, 0, work.loss, 0, rows.cells);
    } else {
      state.head[rows.p] = now;
    }
  }

  /**
   * The second stage for a move of some cells from Δ to what is in {@code next}.
   *
   * @param brief whether the step is short beside Δ, so that it bounds rows better than Δ does
   * @param polynomials by how much the sums of all these cells grow, NaN if they are not all whole
   */
  private boolean confirmed(
      LevelState state,
      CellWork work,
      int[] cells,
      int from,
      int to,
      boolean brief,
      double polynomials,
      RandomStream random) {
    int m = rows.m;
    boolean summed = !Double.isNaN(polynomials);
    double gap = summed ? -polynomials : 0;
    for (int n = from; n < to; n++) {
      int c = cells[n];
      if (statistics.whole[c]) {
        work.nextLoss[c] = loss(state, c, work.next);
        gap += work.nextLoss[c] - work.loss[c] - (summed ? 0 : polynomial(work, c));
        continue;
      }
      double here = work.loss[c];
      double there = statistics.distance(c, work.next, c * m);
      work.nextLoss[c] = there;
      double kappa = statistics.kappa(here) + statistics.kappa(there);
      if (brief) {
        for (int a = 0; a < m; a++) {
          work.point[a] = work.next[c * m + a] - work.delta[c * m + a];
        }
        double step = statistics.distance(c, work.point, 0);
        kappa = Math.min(kappa, statistics.kappa(step, Math.max(here, there)));
      }
      // as κ is the same backwards, so is the choice
      boolean dear = !(kappa * statistics.bound[c] <= DEAR * (rows.first[c + 1] - rows.first[c]));
      if (dear || !(Math.max(here, there) <= statistics.reach)) {
        gap += loss(state, c, work.next) - loss(state, c, work.delta) - polynomial(work, c);
        continue;
      }
      work.left -= kappa * statistics.bound[c];
      while (work.left < 0) {
        work.left += random.nextExponential();
        if (refused(state, work, c, kappa, random)) {
          work.left = random.nextExponential();
          return false;
        }
      }
    }
    return gap <= 0 || random.nextExponential() > gap;
  }

  private double polynomial(CellWork work, int c) {
    int at = c * rows.m;
    return statistics.sums.value(c, work.next, at) - statistics.sums.value(c, work.delta, at);
  }

  private boolean refused(
      LevelState state, CellWork work, int c, double kappa, RandomStream random) {
    int row = statistics.row(c, random.nextDouble());
    state.rows++;
    double change =
        statistics.remainder(row, work.next, c * rows.m)
            - statistics.remainder(row, work.delta, c * rows.m);
    return random.nextDouble() * kappa * statistics.lambda(c, row) < change;
  }

  private void take(CellWork work, int[] cells, int from, int to) {
    for (int n = from; n < to; n++) {
      int c = cells[n];
      System.arraycopy(work.next, c * rows.m, work.delta, c * rows.m, rows.m);
      work.loss[c] = work.nextLoss[c];
    }
  }
}
