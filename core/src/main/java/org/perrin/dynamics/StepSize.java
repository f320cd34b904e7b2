package org.perrin.dynamics;

/** The step-size of every iteration. */
public sealed interface StepSize {
  /** ε of iteration {@code t}, counted from 0. */
  double at(long t);

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

  private static void positive(double value) {
    if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("a step-size must be positive and finite, not " + value);
    }
  }
}
