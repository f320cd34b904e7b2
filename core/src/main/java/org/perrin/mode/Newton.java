package org.perrin.mode;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.math.Matrices;
import org.perrin.model.Curved;
import org.perrin.model.LogScaleModel;
import org.perrin.model.MixedModel;
import org.perrin.model.Model;
import org.perrin.model.SharedScaleModel;
import org.perrin.random.RandomStream;

/**
 * Newton's method with a line search, by the three-pass plan: on a random part of the rows until it
 * converges, then on all rows, where a step or two are left to do. It stops when a step is below
 * {@link #TOLERANCE} posterior standard deviations; the step itself is still taken. What the step
 * after the first one on all rows will be, the part predicts; if that is little, it is not asked of
 * all rows.
 *
 * <p>O(Nd²) a pass. Where the curvature is not positive (heavy-tailed priors, a poor start) the
 * step is damped as by Levenberg and Marquardt until it goes downhill.
 */
public final class Newton {
  /** A step below this, in posterior standard deviations, is the last. */
  public static final double TOLERANCE = 0.1;

  /** Above this dimension the metric is a diagonal and {@link #RANK} directions. */
  public static final int DENSE_LIMIT = 2500;

  /** The part is a copy, and must fit a small heap: 160 MB. */
  private static final long MOST_NUMBERS = 20_000_000;

  /** From so many rows on the part is a smaller share of all. */
  private static final int MANY = 100_000;

  private static final int RANK = 40;
  private static final int MOST_STEPS = 100;
  private static final double PART_TOLERANCE = 1e-3;
  private static final double FLAT_TOLERANCE = 1e-6;
  private static final int MOST_SLOW = 8;
  private static final double GONE = 1e7;

  /** Of the largest second derivative, where one is nothing. */
  private static final double LEAST_DAMPING = 1e-20;

  private static final String SEPARABLE =
      "the posterior has no mode: the data are separable, so give a proper prior";

  private final Curved model;
  private int passes;

  private Newton(Curved model) {
    this.model = model;
  }

  /**
   * The mode of a model.
   *
   * @throws IllegalArgumentException if there is none that can be found: columns that depend on
   *     each other or separable data under a flat prior
   */
  public static Mode find(Model model) {
    return find(model, TOLERANCE);
  }

  /** The mode, to a tolerance in posterior standard deviations. */
  public static Mode find(Model model, double tolerance) {
    if (!(model instanceof Curved curved)) {
      throw new IllegalArgumentException(
          model.getClass().getSimpleName() + " does not know its second derivatives: use Adam");
    }
    return from(curved, model.start(), tolerance);
  }

  /** The mode that a search from {@code first} leads to. */
  static Mode from(Curved curved, double[] first, double tolerance) {
    if (curved instanceof SharedScaleModel layered) {
      return SharedScaleNewton.find(layered, first);
    }
    if (curved instanceof MixedModel mixed && mixed.dimension() <= DENSE_LIMIT) {
      return MixedNewton.find(mixed, first);
    }
    if (ScaleNewton.suits(curved)) {
      return ScaleNewton.find((LogScaleModel) curved, first, tolerance);
    }
    if (curved.dimension() > DENSE_LIMIT) {
      return NewtonCg.find(curved, first, RANK);
    }
    long most = Math.max(20_000, MOST_NUMBERS / curved.nonZeros());
    int share = Math.min(curved.rows() / 8, Math.max(MANY, curved.rows() / 32));
    int part = (int) Math.min(most, Math.max(20_000, share));
    if (part >= curved.rows() / 2) {
      return new Newton(curved).descend(ScaleNewton.nearer(curved, first), tolerance);
    }
    Doubles scores = curved.prominence();
    Curved subset = part(curved, part, scores);
    double[] near = ScaleNewton.nearer(subset, first);
    double[] start = new Newton(subset).descend(near, PART_TOLERANCE).theta();
    var newton = new Newton(curved);
    newton.passes = scores == null ? 0 : 1;
    var here = newton.expand(start);
    Mode mode = newton.predicted(subset, start, here, tolerance);
    if (mode == null) {
      return newton.descend(start, here, tolerance);
    }
    return curved.wantsCurvature()
        ? newton.descend(mode.theta(), newton.expand(mode.theta()), tolerance)
        : mode;
  }

  /**
   * One step from where the part has its mode, if the part says that no other one is needed: with δ
   * the step and g, H the part's own gradient and Hessian, what the step leaves of the gradient is
   * about {@code g(θ + δ) − g(θ) − H(θ)δ}, from which the next step follows. The Hessian there is
   * that of all rows here, and what the part's changes by. Null where that is not sure enough.
   */
  private @Nullable Mode predicted(
      Curved part, double[] start, Curved.Expansion here, double tolerance) {
    int d = model.dimension();
    double[] lower = Matrices.choleskyOrNull(here.hessian(), d);
    if (lower == null || !model.prior().proper() || model.multimodal()) {
      return null;
    }
    double[] theta = start.clone();
    double[] direction = Matrices.solve(lower, here.gradient(), d);
    move(theta, direction, 1);
    var before = part.expand(start);
    var after = part.expand(theta);
    double[] left = new double[d];
    double[] hessian = here.hessian().clone();
    for (int k = 0; k < d; k++) {
      left[k] = after.gradient()[k] - before.gradient()[k];
      for (int j = 0; j < d; j++) {
        left[k] += before.hessian()[k * d + j] * direction[j];
        hessian[k * d + j] += after.hessian()[k * d + j] - before.hessian()[k * d + j];
      }
    }
    double[] next = Matrices.solve(lower, left, d);
    double size = Math.sqrt(Math.max(0, dot(next, left)) / d);
    if (!(size < tolerance) || Matrices.choleskyOrNull(hessian, d) == null) {
      return null;
    }
    move(theta, next, 1);
    return Mode.fromHessian(model, theta, hessian, passes, OptionalDouble.of(size));
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum += a[k] * b[k];
    }
    return sum;
  }

  /**
   * About {@code size} rows, row i with probability {@code πᵢ = min(1, size · (½ scoreᵢ / Σ score +
   * ½ / N))} and counted {@code 1/πᵢ} times: the rows that hold a rare level are all there, so the
   * part knows of it.
   */
  private static Curved part(Curved model, int size, @Nullable Doubles scores) {
    var random = RandomStream.of(0x6e6577746f6eL);
    int all = model.rows();
    double total = scores == null ? all : scores.sum();
    int[] rows = new int[size];
    double[] factors = new double[size];
    int count = 0;
    for (int i = 0; i < all; i++) {
      double share = 0.5 * (scores == null ? 1 : scores.get(i)) / total + 0.5 / all;
      double chance = Math.min(1, size * share);
      if (random.nextDouble() < chance) {
        if (count == rows.length) {
          rows = Arrays.copyOf(rows, 2 * count);
          factors = Arrays.copyOf(factors, 2 * count);
        }
        rows[count] = i;
        factors[count++] = 1 / chance;
      }
    }
    return model.subset(Arrays.copyOf(rows, count), Arrays.copyOf(factors, count));
  }

  private Mode descend(double[] start, double tolerance) {
    return descend(start, expand(start), tolerance);
  }

  private Mode descend(double[] start, Curved.Expansion first, double tolerance) {
    int d = model.dimension();
    double[] theta = start.clone();
    var here = first;
    // without a proper prior a step may be short because the curvature dies away, at no mode at
    // all:
    // then it shrinks slowly, where near a mode each step squares the one before
    boolean held = model.prior().proper();
    int slow = 0;
    for (int step = 0; step < MOST_STEPS; step++) {
      double[] lower = dampedFactor(here.hessian());
      double[] direction = Matrices.solve(lower, here.gradient(), d);
      double decrement = dot(direction, here.gradient());
      double size = Math.sqrt(decrement / d);
      if (size < TOLERANCE && ++slow > MOST_SLOW && !held) {
        throw new IllegalArgumentException(SEPARABLE);
      }
      if (size < (held ? tolerance : Math.min(tolerance, FLAT_TOLERANCE))) {
        double[] last = theta.clone();
        move(theta, direction, 1);
        return Mode.fromHessian(model, theta, here.hessian(), passes, OptionalDouble.of(size))
            .curvedAt(last);
      }
      here = search(theta, direction, here, decrement);
      for (int k = 0; k < d; k++) {
        if (!(Math.abs(theta[k]) < GONE * (1 + Math.abs(start[k])))) {
          throw new IllegalArgumentException(SEPARABLE);
        }
      }
    }
    throw new IllegalArgumentException(
        "no mode found in %d Newton steps: the posterior may have none (separable data under a flat"
                .formatted(MOST_STEPS)
            + " prior?)");
  }

  private Curved.Expansion expand(double[] theta) {
    passes++;
    return model.expand(theta);
  }

  /** Halves the step until f falls as it should (Armijo), and moves there. */
  private Curved.Expansion search(
      double[] theta, double[] direction, Curved.Expansion here, double decrement) {
    double length = 1;
    double slack = 1e-12 * Math.abs(here.value());
    for (int halving = 0; halving < 60; halving++) {
      double[] next = theta.clone();
      move(next, direction, length);
      var there = expand(next);
      if (there.value() <= here.value() - 1e-4 * length * decrement + slack) {
        System.arraycopy(next, 0, theta, 0, theta.length);
        return there;
      }
      length /= 2;
    }
    throw new IllegalArgumentException(
        "the search for the mode is stuck: f does not fall along its gradient");
  }

  private static void move(double[] theta, double[] direction, double length) {
    for (int k = 0; k < theta.length; k++) {
      theta[k] -= length * direction[k];
    }
  }

  /**
   * Damped in units of its own diagonal (Marquardt, 1963), so that a response in millions does not
   * hold its coefficients still beside a log scale.
   */
  private double[] dampedFactor(double[] hessian) {
    int d = model.dimension();
    double[] lower = Matrices.choleskyOrNull(hessian, d);
    if (lower != null) {
      return lower;
    }
    double largest = 0;
    for (int k = 0; k < d; k++) {
      largest = Math.max(largest, Math.abs(hessian[k * d + k]));
    }
    if (!model.prior().proper() && Dependence.flat(hessian, d)) {
      throw Dependence.explain(model, hessian);
    }
    for (double damping = 1e-8; damping < 1e8; damping *= 10) {
      double[] damped = hessian.clone();
      for (int k = 0; k < d; k++) {
        damped[k * d + k] += damping * (Math.abs(hessian[k * d + k]) + LEAST_DAMPING * largest);
      }
      lower = Matrices.choleskyOrNull(damped, d);
      if (lower != null) {
        return lower;
      }
    }
    throw Dependence.explain(model, hessian);
  }
}
