package org.perrin.sampler;

import java.util.List;
import org.perrin.dynamics.Dynamics;
import org.perrin.gradient.Gradient;
import org.perrin.random.RandomStream;

/** A dynamics on a gradient: every sampler of the paper is one of these. */
public record Sampler(Dynamics dynamics, Gradient gradient) {
  /** Refuses what cannot work together, and says why. */
  public Sampler {
    String reason = gradient.refuse() != null ? gradient.refuse() : dynamics.refuse(gradient);
    if (reason != null) {
      throw new IllegalArgumentException(reason);
    }
  }

  /** The sampler of a dynamics and a gradient. */
  public static Sampler of(Dynamics dynamics, Gradient gradient) {
    return new Sampler(dynamics, gradient);
  }

  /** Called before chains move; see {@link Gradient#ahead}. */
  public void ahead(List<RandomStream> streams, int steps, int after) {
    gradient.ahead(streams, steps, after);
    dynamics.ahead(streams, steps, after);
  }

  /** d. */
  public int dimension() {
    return gradient.model().dimension();
  }
}
