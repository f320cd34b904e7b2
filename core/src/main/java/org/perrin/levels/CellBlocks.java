package org.perrin.levels;

import java.util.Arrays;
import java.util.stream.IntStream;
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

  /** Cells above which terms that are known well move in every other sweep only. */
  private static final int MANY = 20_000;

  /** Levels up to which factors move with z in each sweep, and how often they do so otherwise. */
  private static final int FEW = 1000;

  private static final double SELDOM = 0.2;

  /**
   * How often coefficients move with levels where they have to move alone too, as smooths move
   * under the sums for that.
   */
  private static final double SOMETIMES = 0.25;

  private final MixedModel model;
  private final CellRows rows;
  private final CellStatistics statistics;
  private final RowLosses family;
  private final CellConfirmation confirmation;
  private final Shifts shifts;
  private final NormalParts priors;
  private final LevelState centre;
  private final boolean centred;
  private final double[] priorMean;

  /** Third derivatives by the effects of each level, of all rows. */
  private final CubicPolynomials[] constant;

  /** What cells say of coefficients that move alone. */
  private final CoefficientSums coefficients;

  private final int[] shared;
  private final double step;

  private final CellMoves moves;
  private final FollowingScales following;
  private final FollowingCoefficients[] terms;

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
    var search = new CentreSearch(rows, family, priors, shifts);
    this.centre = search.find();
    this.centred = search.reached();
    double[][] phi = new double[rows.m][rows.cells];
    rows.phi(centre.head, centre.b, phi);
    double scale = family.scaled() ? centre.head[p] : 0;
    this.statistics = new CellStatistics(rows, family, phi, floor(), scale, share, trust);
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
    this.coefficients = new CoefficientSums(statistics.sums, p, rows.moving(), null);
    for (int c = 0; c < rows.cells; c++) {
      for (int g = 0; g < constant.length; g++) {
        constant[g].addThird(rows.level[g][c], statistics.sums, c, rows.column[g]);
      }
    }
    this.moves = new CellMoves(statistics, confirmation, centre);
    this.following = new FollowingScales(model, rows, moves, centre, newWork());
    this.terms = FollowingCoefficients.of(statistics, moves, priors, centre);
    this.step = family.scaled() ? STRIDE / Math.sqrt(scaleCurvature(scale)) : 0;
  }

  /** One over what effects vary by in a column: the sum of their variances over terms. */
  private double[] floor() {
    double[] floor = new double[rows.m];
    for (int g = 0; g < rows.column.length; g++) {
      for (int i = 0; i < rows.column[g].length; i++) {
        double sd = Math.exp(centre.head[centre.layout.scales(g) + i]);
        floor[rows.column[g][i]] += sd * sd;
      }
    }
    return Arrays.stream(floor).map(v -> v > 0 ? 1 / v : 0).toArray();
  }

  private CellWork newWork() {
    return new CellWork(statistics, constant, coefficients.polynomial(), centre.b);
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
  public boolean centred() {
    return centred;
  }

  @Override
  public long work() {
    long cubes = (long) Math.pow(rows.m, statistics.order) + 10;
    long whole = 0;
    for (int c = 0; c < rows.cells; c++) {
      whole += statistics.whole[c] ? rows.first[c + 1] - rows.first[c] : 0;
    }
    long scales = IntStream.range(0, model.terms().size()).mapToLong(following::work).sum();
    return (model.terms().size() + 1) * (2 * rows.cells * cubes + 2 * whole * (rows.m + 8))
        + scales;
  }

  @Override
  public void sweep(LevelState state, RandomStream random) {
    if (state.work == null) {
      state.work = newWork();
    }
    CellWork work = state.work;
    moves.load(state, work, random);
    for (int g = 0; g < model.terms().size(); g++) {
      if (!following.worth(g) && rows.cells > MANY && random.nextDouble() < 0.5) {
        // known well, and shifts move it too
        ScaleMoves.centred(state, g, random);
        continue;
      }
      moves.levels(state, work, g, random);
      following.move(state, work, g, random);
      ScaleMoves.centred(state, g, random);
      if (!following.fitted(g) || often(g) || random.nextDouble() < SELDOM) {
        scales(state, work, g, random);
      }
    }
    for (int s = 0; s < model.layout().smooths().size(); s++) {
      SmoothScales.centred(state, s, random);
    }
    boolean smooth = !model.layout().smooths().isEmpty();
    if (terms.length > 0 && (!smooth || random.nextDouble() < SOMETIMES)) {
      terms[terms.length == 1 ? 0 : random.nextIndex(terms.length)].move(state, work, random);
    }
    if (terms.length == 0 || smooth) {
      coefficients(state, work, random);
    }
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
    return model.terms().get(g).levels() <= FEW || following.hard(g);
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
    moves.steps(work, g, before, state.b[g]);
    if (!moves.moved(state, work, rows.column[g], 0, random)) {
      System.arraycopy(head, 0, state.head, 0, head.length);
      System.arraycopy(before, 0, state.b[g], 0, before.length);
      state.refresh(g);
    }
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
    coefficients.expand(work.delta, work.products, work.shared);
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
    if (moves.moved(state, work, shared, gap, random)) {
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
    if (!moves.moved(state, work, columns, 0, random)) {
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
