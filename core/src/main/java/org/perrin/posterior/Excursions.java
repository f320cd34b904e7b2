package org.perrin.posterior;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.draws.Draws;
import org.perrin.math.Parallel;
import org.perrin.sampler.Run;
import org.perrin.sampler.RunningChain;

/**
 * What a finished run in u says against itself, coordinate by coordinate. A pilot is too short for
 * rare excursions; the run is not. Two things are looked at, neither of which reads a row:
 *
 * <ul>
 *   <li>{@code E[(u − ū)ĝ]}, which is 1 for the posterior (Stein) and grows with gradient noise,
 *       with steps that overshoot and with excursions;
 *   <li>the standard deviation of each chain over its robust spread {@code (q₇₅ − q₂₅)/1.349},
 *       which is 1 for a normal, 1.1 to 1.5 for skewed and heavy-tailed posteriors, and large where
 *       a few draws lie far from all others.
 * </ul>
 *
 * @param products {@code E[(u − ū)ĝ]} of each coordinate; empty if nothing was observed
 * @param error about the standard error of a product: {@code √(2 · 1.8/h / steps)}, as u² forgets
 *     in 1.8/h steps
 * @param tails the largest ratio of spreads among the chains, of each coordinate
 */
record Excursions(double[] products, double error, double[] tails) {
  /** The quartiles of a standard normal are this far apart. */
  private static final double QUARTILES = 1.3489795003921634;

  /** Beyond this sds would be off by some ten per cent. */
  private static final double MOST_PRODUCT = 1.2;

  private static final double LEAST_PRODUCT = 0.8;

  /** Of thousands of coordinates the worst is some four standard errors off by chance. */
  private static final double SIGMAS = 5;

  /** A Student t with three degrees of freedom has 1.5. */
  private static final double MOST_TAIL = 2;

  /** Fewer draws of a chain have no tails to speak of. */
  private static final int LEAST_DRAWS = 100;

  private static final int MOST_LOOKED_AT = 2000;

  /** What a run with step h says. */
  static Excursions of(Run run, double h) {
    double steps = run.chains().stream().mapToLong(chain -> chain.workspace().observed()).sum();
    double error = Math.sqrt(3.6 / h / Math.max(1, steps));
    return new Excursions(products(run.chains()), error, tails(run.draws()));
  }

  /** What is wrong, in a few words; null if nothing is. */
  @Nullable String trouble() {
    double most = Arrays.stream(products).max().orElse(1);
    double least = Arrays.stream(products).min().orElse(1);
    double tail = Arrays.stream(tails).max().orElse(1);
    if (tail > MOST_TAIL) {
      return "some draws lie far from all others (an sd is %.1f times its robust form)"
          .formatted(tail);
    }
    double slack = SIGMAS * error;
    if (most > MOST_PRODUCT + slack || least < LEAST_PRODUCT - slack) {
      double worst = most - 1 > 1 - least ? most : least;
      return "the draws are %s than the posterior (E[u∇f] = %.2f, not 1)"
          .formatted(worst > 1 ? "wider" : "narrower", worst);
    }
    return null;
  }

  private static double[] products(List<RunningChain> chains) {
    double[] sums = {};
    double count = 0;
    for (RunningChain chain : chains) {
      double[] own = chain.workspace().products();
      count += chain.workspace().observed();
      sums = sums.length == 0 ? new double[own.length] : sums;
      for (int k = 0; k < own.length; k++) {
        sums[k] += own[k];
      }
    }
    int d = sums.length / 3;
    double[] products = new double[d];
    for (int k = 0; k < d; k++) {
      products[k] = (sums[2 * d + k] - sums[k] * sums[d + k] / count) / count;
    }
    return products;
  }

  /** Of at most {@link #MOST_LOOKED_AT} coordinates, the others being groups like these. */
  private static double[] tails(Draws draws) {
    double[] tails = new double[draws.dimension()];
    int stride = 1 + (tails.length - 1) / MOST_LOOKED_AT;
    Parallel.run(
        (tails.length + stride - 1) / stride,
        part -> {
          int k = part * stride;
          for (double[] chain : draws.coordinate(k)) {
            if (chain.length >= LEAST_DRAWS) {
              tails[k] = Math.max(tails[k], tail(chain));
            }
          }
        });
    return tails;
  }

  private static double tail(double[] values) {
    double mean = Arrays.stream(values).average().orElse(0);
    double variance = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    double spread = (sorted[sorted.length * 3 / 4] - sorted[sorted.length / 4]) / QUARTILES;
    return Math.sqrt(variance / (values.length - 1)) / spread;
  }
}
