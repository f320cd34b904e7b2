package org.perrin.cli.fit;

import java.util.Arrays;
import java.util.Locale;
import org.perrin.diagnostics.Convergence;
import org.perrin.draws.Draws;

/**
 * How far a run has come: the worst of a few coordinates.
 *
 * @param draws of all chains
 * @param ess least effective number, NaN while draws are too few to say
 * @param rhat largest, NaN likewise
 */
record Mixing(int draws, double ess, double rhat) {
  private static final int COORDINATES = 8;
  private static final int LEAST_DRAWS = 20;

  static Mixing of(Draws draws) {
    int least = draws.chains().stream().mapToInt(Draws.Chain::count).min().orElse(0);
    if (least < LEAST_DRAWS) {
      return new Mixing(draws.count(), Double.NaN, Double.NaN);
    }
    double rhat = 0;
    double ess = Double.POSITIVE_INFINITY;
    int step = Math.max(1, draws.dimension() / COORDINATES);
    for (int k = 0; k < draws.dimension(); k += step) {
      double[][] chains = draws.coordinate(k);
      for (int c = 0; c < chains.length; c++) {
        chains[c] = Arrays.copyOf(chains[c], least);
      }
      rhat = Math.max(rhat, Convergence.rhat(chains));
      ess = Math.min(ess, Convergence.essBulk(chains));
    }
    return new Mixing(draws.count(), ess, rhat);
  }

  /** Behind a comma, or nothing. */
  String text() {
    return Double.isNaN(ess)
        ? ""
        : String.format(Locale.ROOT, ", %,d draws, %,.0f effective, R-hat %.3f", draws, ess, rhat);
  }
}
