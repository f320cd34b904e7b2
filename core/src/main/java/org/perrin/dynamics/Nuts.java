package org.perrin.dynamics;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.gradient.FullGradient;
import org.perrin.gradient.Gradient;
import org.perrin.gradient.Workspace;
import org.perrin.random.RandomStream;
import org.perrin.random.Streams;

/**
 * The No-U-Turn sampler (Hoffman and Gelman, 2014) with multinomial choice along the trajectory
 * (Betancourt, 2017) and dual averaging of the step-size to an acceptance of 0.8, unless another is
 * given, while the chain burns in. Exact; between 2 and 2^{depth} passes over the data a step. It
 * runs with a unit mass: give it a model in the natural metric.
 *
 * @param firstStep step-size to begin with
 * @param maxDepth most doublings of a trajectory
 * @param target acceptance that the step-size is tuned to: nearer to 1 where the posterior bends
 */
public record Nuts(double firstStep, int maxDepth, double target) implements Dynamics {
  /** Most doublings of a trajectory by default. */
  public static final int MAX_DEPTH = 10;

  /** The acceptance that costs least on a posterior close to a Gaussian. */
  public static final double TARGET = 0.8;

  private static final double GAMMA = 0.05;
  private static final double DELAY = 10;
  private static final double KAPPA = 0.75;
  private static final double TOO_FAR = 1000;
  private static final List<StepStatistic> KEPT =
      List.of(
          StepStatistic.LOG_DENSITY,
          StepStatistic.ACCEPTANCE,
          StepStatistic.STEP_SIZE,
          StepStatistic.TREE_DEPTH,
          StepStatistic.LEAPFROGS,
          StepStatistic.DIVERGENT,
          StepStatistic.ENERGY);

  /** Checks the settings. */
  public Nuts {
    new StepSize.Constant(firstStep);
    if (maxDepth < 1 || maxDepth > 20) {
      throw new IllegalArgumentException("the depth must be in 1 … 20, not " + maxDepth);
    }
    if (!(target > 0 && target < 1)) {
      throw new IllegalArgumentException("the acceptance must be in (0, 1), not " + target);
    }
  }

  /** With a depth of at most {@value #MAX_DEPTH}. */
  public Nuts(double firstStep) {
    this(firstStep, MAX_DEPTH);
  }

  /** With an acceptance of {@value #TARGET}. */
  public Nuts(double firstStep, int maxDepth) {
    this(firstStep, maxDepth, TARGET);
  }

  /** The start that suits a standard normal in d dimensions. */
  public static Nuts standard(int d) {
    return new Nuts(Math.pow(d, -0.25));
  }

  @Override
  public @Nullable String refuse(Gradient gradient) {
    return gradient instanceof FullGradient
        ? null
        : "NUTS follows f exactly: it needs the full gradient";
  }

  /** The step-size that adaptation has come to, which steps after burn-in have. */
  public static double adapted(State state) {
    return Math.exp(state.auxiliary()[1]);
  }

  /** Step-size, its average, the statistic, and the number of updates. */
  @Override
  public int auxiliary(int d) {
    return 4;
  }

  @Override
  public List<StepStatistic> statistics() {
    return KEPT;
  }

  @Override
  public void start(State state, Gradient gradient, Streams random, Workspace workspace) {
    state.potential(((FullGradient) gradient).evaluate(state.position(), state.gradient()));
    state.auxiliary()[0] = firstStep;
    state.auxiliary()[1] = Math.log(firstStep);
  }

  @Override
  public void step(State state, Gradient gradient, Streams random, Workspace workspace) {
    double[] adaptation = state.auxiliary();
    double epsilon = state.adapting() ? adaptation[0] : adapted(state);
    var tree = new Trajectory((FullGradient) gradient, random.noise(), epsilon, state);
    tree.grow(maxDepth);
    System.arraycopy(tree.chosen.position, 0, state.position(), 0, state.position().length);
    System.arraycopy(tree.chosen.gradient, 0, state.gradient(), 0, state.gradient().length);
    state.potential(tree.chosen.potential);
    state.acceptance(tree.acceptance / tree.leaps);
    state.rows((int) Math.min(Integer.MAX_VALUE, (long) tree.leaps * gradient.model().rows()));
    report(state, tree, epsilon);
    if (state.adapting()) {
      average(adaptation, state.acceptance());
    }
  }

  private void report(State state, Trajectory tree, double epsilon) {
    state.report(StepStatistic.LOG_DENSITY, -state.potential());
    state.report(StepStatistic.ACCEPTANCE, state.acceptance());
    state.report(StepStatistic.STEP_SIZE, epsilon);
    state.report(StepStatistic.TREE_DEPTH, tree.depth);
    state.report(StepStatistic.LEAPFROGS, tree.leaps);
    state.report(StepStatistic.DIVERGENT, tree.divergent ? 1 : 0);
    state.report(StepStatistic.ENERGY, tree.chosen.energy());
    state.report(StepStatistic.FULL_TREE, tree.depth == maxDepth ? 1 : 0);
  }

  /** Nesterov's dual averaging, as in Hoffman and Gelman (2014), Algorithm 6. */
  private void average(double[] adaptation, double acceptance) {
    double count = ++adaptation[3];
    double weight = 1 / (count + DELAY);
    adaptation[2] = (1 - weight) * adaptation[2] + weight * (target - acceptance);
    double log = Math.log(10 * firstStep) - Math.sqrt(count) / GAMMA * adaptation[2];
    double forget = Math.pow(count, -KAPPA);
    adaptation[0] = Math.exp(log);
    adaptation[1] = forget * log + (1 - forget) * adaptation[1];
  }

  /** A point of phase space. */
  private record Point(double[] position, double[] momentum, double[] gradient, double potential) {
    double energy() {
      double kinetic = 0;
      for (double p : momentum) {
        kinetic += p * p;
      }
      return potential + kinetic / 2;
    }
  }

  /**
   * A stretch of trajectory: its ends in order of time, sum of momenta, a choice and its weight.
   */
  private record Stretch(
      Point first, Point last, double[] momenta, Point chosen, double logWeight, boolean whole) {}

  private static final class Trajectory {
    private final FullGradient gradient;
    private final RandomStream random;
    private final double epsilon;
    private final double energy;
    private final Point origin;
    private Point chosen;
    private double acceptance;
    private int leaps;
    private int depth;
    private boolean divergent;

    Trajectory(FullGradient gradient, RandomStream random, double epsilon, State state) {
      this.gradient = gradient;
      this.random = random;
      this.epsilon = epsilon;
      double[] momentum = new double[state.position().length];
      random.fillGaussian(momentum, momentum.length);
      this.origin =
          new Point(
              state.position().clone(), momentum, state.gradient().clone(), state.potential());
      this.energy = origin.energy();
      this.chosen = origin;
    }

    void grow(int maxDepth) {
      var path = new Stretch(origin, origin, origin.momentum().clone(), origin, 0, true);
      while (depth < maxDepth) {
        boolean forward = random.nextDouble() < 0.5;
        Stretch grown = build(forward ? path.last() : path.first(), depth, forward);
        if (!grown.whole()) {
          return;
        }
        depth++;
        if (Math.log(random.nextDouble()) < grown.logWeight() - path.logWeight()) {
          chosen = grown.chosen();
        }
        path = forward ? join(path, grown, path.chosen()) : join(grown, path, path.chosen());
        if (!path.whole()) {
          return;
        }
      }
    }

    private Stretch build(Point from, int depth, boolean forward) {
      if (depth == 0) {
        return leaf(leap(from, forward ? epsilon : -epsilon));
      }
      Stretch one = build(from, depth - 1, forward);
      if (!one.whole()) {
        return one;
      }
      Stretch two = build(forward ? one.last() : one.first(), depth - 1, forward);
      if (!two.whole()) {
        return two;
      }
      double total = logSum(one.logWeight(), two.logWeight());
      boolean second = Math.log(random.nextDouble()) < two.logWeight() - total;
      Point pick = second ? two.chosen() : one.chosen();
      return forward ? join(one, two, pick) : join(two, one, pick);
    }

    private Stretch leaf(Point point) {
      double gap = energy - point.energy();
      boolean finite = gap > -TOO_FAR;
      divergent |= !finite;
      acceptance += Double.isNaN(gap) ? 0 : Math.min(1, Math.exp(gap));
      leaps++;
      return new Stretch(point, point, point.momentum().clone(), point, gap, finite);
    }

    private Point leap(Point from, double step) {
      int d = from.position().length;
      double[] position = new double[d];
      double[] momentum = new double[d];
      double[] gradient = new double[d];
      for (int k = 0; k < d; k++) {
        momentum[k] = from.momentum()[k] - step / 2 * from.gradient()[k];
        position[k] = from.position()[k] + step * momentum[k];
      }
      double potential = this.gradient.evaluate(position, gradient);
      for (int k = 0; k < d; k++) {
        momentum[k] -= step / 2 * gradient[k];
      }
      return new Point(position, momentum, gradient, potential);
    }

    /** Puts two neighbours together; not whole if the ends, or either half's, turn back. */
    private static Stretch join(Stretch early, Stretch late, Point pick) {
      int d = early.momenta().length;
      double[] sum = new double[d];
      double[] toLate = new double[d];
      double[] toEarly = new double[d];
      for (int k = 0; k < d; k++) {
        sum[k] = early.momenta()[k] + late.momenta()[k];
        toLate[k] = early.momenta()[k] + late.first().momentum()[k];
        toEarly[k] = late.momenta()[k] + early.last().momentum()[k];
      }
      boolean whole =
          onward(sum, early.first(), late.last())
              && onward(toLate, early.first(), late.first())
              && onward(toEarly, early.last(), late.last());
      double weight = logSum(early.logWeight(), late.logWeight());
      return new Stretch(early.first(), late.last(), sum, pick, weight, whole);
    }

    private static boolean onward(double[] momenta, Point first, Point last) {
      return dot(momenta, first.momentum()) > 0 && dot(momenta, last.momentum()) > 0;
    }

    private static double dot(double[] a, double[] b) {
      double sum = 0;
      for (int k = 0; k < a.length; k++) {
        sum += a[k] * b[k];
      }
      return sum;
    }

    private static double logSum(double a, double b) {
      double high = Math.max(a, b);
      return high == Double.NEGATIVE_INFINITY
          ? high
          : high + Math.log(Math.exp(a - high) + Math.exp(b - high));
    }
  }
}
