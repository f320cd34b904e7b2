package org.perrin.dynamics;

/** The step-size of every iteration. */
public sealed interface StepSize {
  /** ε of iteration {@code t}, counted from 0. */
  double at(long t);

  /** What the injected noise of iteration {@code t} is multiplied by: 1, or 0 where none is. */
  default double noise(long t) {
    return 1;
  }

  /** Always the same. */
  record Constant(double epsilon) implements StepSize {
    /** Checks ε. */
    public Constant {
      positive(epsilon);
    }

    @Override
    public double at(long t) {
      return epsilon;
    }
  }

  /** {@code εₜ = a (b + t)^{−γ}} (Welling and Teh, 2011). */
  record Polynomial(double a, double b, double gamma) implements StepSize {
    /** Checks the constants. */
    public Polynomial {
      positive(a);
      positive(b);
      if (!(gamma >= 0 && gamma <= 1)) {
        throw new IllegalArgumentException("the decay γ must be in [0, 1], not " + gamma);
      }
    }

    @Override
    public double at(long t) {
      return a * Math.pow(b + t, -gamma);
    }
  }

  /**
   * {@code εₜ = (ε/2) (1 + cos(π (t mod M)/M))} (Zhang et al., 2020): every cycle of M steps begins
   * large, to leave a mode, and ends small, to sample it. The first {@code explore} of a cycle adds
   * no noise. Draws are worth keeping at the ends of cycles.
   */
  record Cyclical(double epsilon, int period, double explore) implements StepSize {
    /** Checks the constants. */
    public Cyclical {
      positive(epsilon);
      if (period < 2 || !(explore >= 0 && explore < 1)) {
        throw new IllegalArgumentException(
            "a cycle needs at least 2 steps and explores in [0, 1) of them, not %d and %s"
                .formatted(period, explore));
      }
    }

    @Override
    public double at(long t) {
      return epsilon / 2 * (1 + Math.cos(Math.PI * (t % period) / period));
    }

    @Override
    public double noise(long t) {
      return t % period < explore * period ? 0 : 1;
    }
  }

  private static void positive(double value) {
    if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("a step-size must be positive and finite, not " + value);
    }
  }
}
