package org.perrin.posterior;

import org.jspecify.annotations.Nullable;
import org.perrin.dynamics.Corrected;
import org.perrin.dynamics.Correction;
import org.perrin.dynamics.Reversible;
import org.perrin.gradient.FullGradient;
import org.perrin.model.Surrogate;
import org.perrin.sampler.Sampler;
import org.perrin.subsampling.HeavyRows;

/**
 * A posterior in the natural metric taken apart: rows in full, rows by their polynomial, and what
 * puts that right.
 *
 * @param order of the polynomial
 * @param heavy the rows in full
 * @param surrogate both together
 * @param correction null if nothing is left to correct
 * @param costs of a step, predicted
 */
record Division(
    int order,
    HeavyRows heavy,
    Surrogate surrogate,
    @Nullable Correction correction,
    StepCosts costs) {
  /** The sampler with a dynamics that proposes. */
  Sampler sampler(Reversible first) {
    return Sampler.of(new Corrected(first, correction), new FullGradient(surrogate));
  }

  /** Nanoseconds of a step with so many kicks that draws so many light rows, predicted. */
  double cost(int kicks, double light) {
    return costs.step(kicks, order, surrogate.rows(), light);
  }
}
