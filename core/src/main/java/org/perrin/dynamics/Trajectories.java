package org.perrin.dynamics;

import org.perrin.gradient.FullGradient;
import org.perrin.gradient.Gradient;
import org.perrin.gradient.Workspace;
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
 * v are independent, and a little beyond, drawn anew for each trajectory. Accepted with probability
 * {@code min(1, e^{−ΔH})}: exact for any f, and nothing is lost to the Gaussian part however long
 * the step. One gradient a kick.
 *
 * @param kicks of a trajectory
 * @param angle of a trajectory on average
 */
public record Trajectories(int kicks, double angle) implements Reversible {
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
    this(kicks, ANGLE);
  }

  /** The angle from kick to kick on average: a time, of the scale of a standard deviation. */
  public double step() {
    return angle / kicks;
  }

  @Override
  public String refuse(Gradient gradient) {
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
    double[] p = new double[d];
    double[] g = state.gradient().clone();
    random.noise().fillGaussian(p, d);
    double turn = angle * (1 + JITTER * (2 * random.noise().nextDouble() - 1)) / kicks;
    double before = state.potential() + kinetic(p);
    double potential = state.potential();
    kick(p, g, u, turn / 2);
    for (int k = 1; k <= kicks; k++) {
      rotate(u, p, Math.cos(turn), Math.sin(turn));
      if (k < kicks) {
        full.estimate(u, random.rows(), workspace, g);
      } else {
        potential = full.evaluate(u, g);
      }
      kick(p, g, u, k < kicks ? turn : turn / 2);
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
