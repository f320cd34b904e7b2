package org.perrin.family;

import org.jspecify.annotations.Nullable;

/**
 * A parameter of a family's distribution. The first one of a family is what a formula is of; the
 * others are the same for all rows unless they have a formula of their own.
 *
 * @param name as users see it
 * @param link to its predictor
 * @param prior of a parameter that is the same for all rows, as on the command line: of the
 *     parameter itself if its link is the logarithm, else of its predictor; null for the first
 * @param inUnits whether the prior is in units of the response's standard deviation
 */
public record Parameter(String name, Link link, @Nullable String prior, boolean inUnits) {
  /** What a formula is of. */
  public static Parameter first(String name, Link link) {
    return new Parameter(name, link, null, false);
  }

  /** A scale in the unit of the response. */
  public static Parameter scale(String name) {
    return new Parameter(name, Link.LOG, "exponential(1)", true);
  }

  /** Something above 0 that has no unit. */
  public static Parameter positive(String name, String prior) {
    return new Parameter(name, Link.LOG, prior, false);
  }

  /** A probability. */
  public static Parameter share(String name) {
    return new Parameter(name, Link.LOGIT, "normal(0, 1.5)", false);
  }
}
