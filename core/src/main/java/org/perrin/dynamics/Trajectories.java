package org.perrin.dynamics;

import org.jspecify.annotations.Nullable;
import org.perrin.gradient.FullGradient;
import org.perrin.gradient.Gradient;
import org.perrin.gradient.Workspace;
import org.perrin.metric.Metric;
import org.perrin.random.Streams;

/**
 * Hamiltonian trajectories for a density close to a standard normal (Shahbaba et al., 2014): the
 * flow of {@code ½‖u‖² + ½‖p‖²} is a rotation and is followed exactly, and what is left, {@code W =
 * f − ½‖u‖²}, changes momenta in between:
 *
 * <pre>p ← p − α/2 ∇W(u);  (u, p) ← (u cos α + p sin α, p cos α − u sin α);  p ← p − α/2 ∇W(u)
 * </pre>
 *
 * {@code kicks} times, {@code α = φ/kicks} with an angle φ around a quarter of a turn, where u and
 * v are independent, and a little beyond, drawn again for each trajectory. Accepted with
 * probability {@code min(1, e^{−ΔH})}: exact for any f, and nothing is lost to the Gaussian part
 * however long the step. One gradient a kick.
 *
 * <p>Where the density is closer to another normal one than to the standard one, {@code u = m + Cw}
 * with its mean and a factor of its covariance, all this is done in w: reversible all the same, and
 * O(d²) more a kick.
 *
 * @param kicks of a trajectory
 * @param angle of a trajectory on average
 * @param reference m and C; null for 0 and the identity
 */
public record Trajectories(int kicks, double angle, @Nullable Metric reference)
    implements Reversible {
  /** Angles are uniform within this share of their mean. */
  private static final double JITTER = 0.2;

  /** Where a linear function of u and of v are on average a little opposed. */
  private static final double ANGLE = 1.9;

  /** Checks the number. */
  public Trajectories {
    if (kicks < 1) {
      throw new IllegalArgumentException("a trajectory has at least one kick, not " + kicks);
    }
  }

  /** With an angle that suits a posterior close to normal. */
  public Trajectories(int kicks) {
    this(kicks, ANGLE, null);
  }

  /** The same trajectories, turning around another normal density. */
  public Trajectories around(@Nullable Metric other) {
    return new Trajectories(kicks, angle, other);
  }

  /** The angle from kick to kick on average: a time, of the scale of a standard deviation. */
  public double step() {
    return angle / kicks;
  }

  @Override
  public @Nullable String refuse(Gradient gradient) {
    return gradient instanceof FullGradient
        ? null
        : "trajectories are accepted or rejected by f itself: they need the full gradient";
  }

  @Override
  public void start(State state, Gradient gradient, Streams random, Workspace workspace) {
    state.potential(((FullGradient) gradient).evaluate(state.position(), state.gradient()));
  }

  @Override
  public void step(State state, Gradient gradient, Streams random, Workspace workspace) {
    var full = (FullGradient) gradient;
    int d = state.position().length;
    double[] u = state.position().clone();
    double[] w = inside(u);
    double[] p = new double[d];
    double[] g = state.gradient().clone();
    double[] slope = reference == null ? g : new double[d];
    pull(g, slope);
    random.noise().fillGaussian(p, d);
    double turn = angle * (1 + JITTER * (2 * random.noise().nextDouble() - 1)) / kicks;
    double before = state.potential() + kinetic(p);
    double potential = state.potential();
    kick(p, slope, w, turn / 2);
    for (int k = 1; k <= kicks; k++) {
      rotate(w, p, Math.cos(turn), Math.sin(turn));
      outside(w, u);
      if (k < kicks) {
        full.estimate(u, random.rows(), workspace, g);
      } else {
        potential = full.evaluate(u, g);
      }
      pull(g, slope);
      kick(p, slope, w, k < kicks ? turn : turn / 2);
    }
    double gap = before - potential - kinetic(p);
    double probability = gap >= 0 ? 1 : Double.isNaN(gap) ? 0 : Math.exp(gap);
    state.acceptance(probability);
    state.rows((int) Math.min(Integer.MAX_VALUE, (long) kicks * full.model().rows()));
    if (random.noise().nextDouble() < probability) {
      System.arraycopy(u, 0, state.position(), 0, d);
      System.arraycopy(g, 0, state.gradient(), 0, d);
      state.potential(potential);
    }
  }

  /** w, which is u itself around the standard normal density. */
  private double[] inside(double[] u) {
    if (reference == null) {
      return u;
    }
    double[] w = new double[u.length];
    reference.toU(u, w);
    return w;
  }

  private void outside(double[] w, double[] u) {
    if (reference != null) {
      reference.toTheta(w, u);
    }
  }

  private void pull(double[] gradient, double[] slope) {
    if (reference != null) {
      reference.pull(gradient, slope);
    }
  }

  private static void kick(double[] p, double[] gradient, double[] u, double time) {
    for (int k = 0; k < p.length; k++) {
      p[k] -= time * (gradient[k] - u[k]);
    }
  }

  private static void rotate(double[] u, double[] p, double cos, double sin) {
    for (int k = 0; k < u.length; k++) {
      double moved = u[k] * cos + p[k] * sin;
      p[k] = p[k] * cos - u[k] * sin;
      u[k] = moved;
    }
  }

  private static double kinetic(double[] p) {
    double sum = 0;
    for (double v : p) {
      sum = Math.fma(v, v, sum);
    }
    return sum / 2;
  }
}
