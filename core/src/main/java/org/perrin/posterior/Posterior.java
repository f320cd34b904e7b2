package org.perrin.posterior;

import org.perrin.diagnostics.Summary;
import org.perrin.draws.Draws;
import org.perrin.mode.Mode;
import org.perrin.model.Model;

/** The answer: draws of θ, the Gaussian approximation they started from, and how they were made. */
public record Posterior(Model model, Draws draws, Mode mode, Account account) {
  /** Mean, standard deviation, quantiles and diagnostics of every parameter. */
  public Summary summary() {
    return Summary.of(draws);
  }

  /** Whether the draws can be relied on. */
  public Trust trust() {
    return Trust.of(draws, summary(), account);
  }
}
