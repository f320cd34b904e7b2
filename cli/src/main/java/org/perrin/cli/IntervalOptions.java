package org.perrin.cli;

import java.util.Locale;
import org.perrin.io.UsageException;
import picocli.CommandLine.Option;

/** How probable intervals are, where their ends lie, and what the columns of these are called. */
final class IntervalOptions {
  @Option(
      names = "--interval",
      paramLabel = "P",
      defaultValue = "0.9",
      description = "The probability of intervals (${DEFAULT-VALUE}).")
  double interval;

  /** Refuses what is no probability of an interval. */
  void check() {
    check("--interval", interval);
  }

  /** Refuses a number that an option has and that does not lie between 0 and 1. */
  static void check(String option, double p) {
    if (!(p > 0 && p < 1)) {
      throw new UsageException("%s must lie between 0 and 1, not %s".formatted(option, p));
    }
  }

  /** The probabilities below both ends. */
  double[] ends() {
    return ends(interval);
  }

  static double[] ends(double interval) {
    double low = (1 - interval) / 2;
    return new double[] {low, 1 - low};
  }

  /** The name of a quantile's column: q2.5 for 0.025. */
  static String name(double p) {
    return "q" + String.format(Locale.ROOT, "%.6f", 100 * p).replaceFirst("\\.?0+$", "");
  }
}
