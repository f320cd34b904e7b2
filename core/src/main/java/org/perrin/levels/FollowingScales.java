package org.perrin.levels;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.perrin.model.MixedModel;
import org.perrin.random.RandomStream;

/**
 * Scales and correlations of a term moved together with its levels, which follow ({@link
 * PartialCentring}). They are proposed from a normal ({@link NormalFit}) fitted to their posterior
 * with the levels integrated out, roughly; rows confirm.
 */
final class FollowingScales {
  /**
   * How often scales and correlations move while places of levels are fixed: as often as there are
   * of them, at most, and half as often where they are many. It costs less than all that has to be
   * done before.
   */
  private static final int MOST_TRIES = 3;

  /** Cells a level above which scales move as factors alone. */
  private static final long WIDE = 100;

  /** How often scales are proposed anywhere, and how long steps are otherwise. */
  private static final double FAR = 0.9;

  private static final double STEP = 1.7;

  /**
   * Scales and correlations up to which a normal is near enough to their posterior to be proposed
   * from anywhere. Of more of them, far from normal where a scale may be near 0, hardly any such
   * proposal is accepted (2 of 4,318 for four columns of flights), so they move by steps of many
   * lengths.
   */
  private static final int EASY = 6;

  private static final double SELDOM_FAR = 0.1;

  /** Squared distance from the middle, on average, at which fits of many are made better. */
  private static final double NEAR = 3;

  /** The sd of the logarithm of a step's length. */
  private static final double LENGTHS = 0.5;

  private static final int FREEDOM = 8;

  /** Draws of levels by which fits are made better, and how often. */
  private static final int DRAWS = 7;

  private static final int PROBES = 2;

  private static final int ROUNDS = 2;

  /** Scales and correlations of a term that move in one step, at most. */
  private static final int MOST_TOGETHER = 10;

  private final MixedModel model;
  private final CellRows rows;
  private final CellMoves moves;
  private final LevelState centre;

  /** Scales and correlations by term, with its levels integrated out, roughly; null if unknown. */
  private final @Nullable NormalFit[] fits;

  /** Fits normals, and moves the scales of the centre to their modes. */
  FollowingScales(
      MixedModel model, CellRows rows, CellMoves moves, LevelState centre, CellWork work) {
    this.model = model;
    this.rows = rows;
    this.moves = moves;
    this.centre = centre;
    this.fits = new NormalFit[model.terms().size()];
    fit(work);
  }

  /** Whether steps are taken for want of a good normal, so that other moves are needed too. */
  boolean hard(int g) {
    return size(g) > EASY;
  }

  /** Numbers that all moves of a term in a sweep read beyond those of other blocks. */
  long work(int g) {
    if (fits[g] == null || !worth(g) || !hard(g)) {
      return 0;
    }
    long k = model.terms().get(g).width();
    long levels = model.terms().get(g).levels();
    return tries(size(g)) * (5 * k * k * k * levels + (long) rows.m * rows.m * rows.cells);
  }

  /** Scales and correlations of a term. */
  private int size(int g) {
    return centre.term(g).width() + centre.term(g).correlations();
  }

  private static int tries(int d) {
    return d <= EASY ? Math.min(d, MOST_TRIES) : Math.max(MOST_TRIES, d / 2);
  }

  /** Whether there is a normal to propose from. */
  boolean fitted(int g) {
    return fits[g] != null;
  }

  /** Levels of many cells each are known well: moves given them or their z do. */
  boolean worth(int g) {
    return WIDE * model.terms().get(g).levels() >= rows.cells;
  }

  /** Scales and correlations to where they are most probable, the levels integrated out. */
  private void fit(CellWork work) {
    for (int g = 0; g < fits.length; g++) {
      int t = centre.layout.scales(g);
      int d = size(g);
      if (d > MOST_TOGETHER) {
        continue;
      }
      moves.sum(work, rows.column[g], rows.level[g], work.levels[g]);
      work.levels[g].shiftAll(centre.b[g]);
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
      double[] theta = new double[model.dimension()];
      centre.store(theta);
      var state = new LevelState(model);
      state.load(theta);
      state.work = work;
      moves.load(state, work, random);
      double[][] normal = new double[fits.length][];
      for (int n = 0; n < DRAWS; n++) {
        for (int g = 0; g < fits.length; g++) {
          moves.levels(state, work, g, random);
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
    // of many, as many equations as unknowns each time, and none from farther out than of a few,
    // where the normal says nothing
    double near = d <= EASY ? 1 : Math.sqrt(NEAR / d);
    for (int n = 0; n < (d <= EASY ? PROBES : d); n++) {
      random.fillGaussian(u, d);
      for (int i = 0; i < d; i++) {
        u[i] *= near;
      }
      double right =
          (against(state, work, g, u, -1, random) - against(state, work, g, u, 1, random)) / 2;
      double believed = NormalFit.believed(right, u);
      for (int i = 0; right - right == 0 && i < d; i++) {
        sums[d * d + i] += u[i] * believed;
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
      moves.steps(work, g, state.b[g], work.following[g].levels);
      gap += moves.rowsGap(state, work, rows.column[g], random);
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

  /**
   * Scales and correlations by {@link #fits}, with levels that follow ({@link PartialCentring}).
   */
  void move(LevelState state, CellWork work, int g, RandomStream random) {
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
    for (int n = 0; n < tries(d); n++) {
      fit.standardise(state.head, t, u);
      double gap = propose(u, next, random);
      fit.place(next);
      System.arraycopy(next, 0, head, t, d);
      double there = potential(state, work, g, head);
      gap += there - here;
      if (!(Math.abs(gap) < Double.POSITIVE_INFINITY)) {
        continue;
      }
      moves.steps(work, g, state.b[g], levels.levels);
      if (moves.moved(state, work, rows.column[g], gap, random)) {
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
    boolean easy = u.length <= EASY;
    if (random.nextDouble() < (easy ? FAR : SELDOM_FAR)) {
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
    double length = easy ? 1 : Math.exp(LENGTHS * random.nextGaussian());
    for (int i = 0; i < u.length; i++) {
      next[i] = u[i] + length * STEP / Math.sqrt(u.length) * next[i];
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
}
