package org.perrin.cli.compare;

import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.perrin.diagnostics.Summary;

/**
 * How far a posterior is from an exact one.
 *
 * @param mean RMS over parameters of the means' differences in exact standard deviations
 * @param sd RMS over parameters of the relative differences of standard deviations
 */
public record Distance(double mean, double sd) {
  /** Of summaries of the same parameters. */
  public static Distance of(Summary summary, Summary exact) {
    List<Summary.Row> rows = summary.rows();
    return of(exact, k -> rows.get(k).mean(), k -> rows.get(k).sd());
  }

  /** Of draws so far. */
  static Distance of(RunningMoments moments, Summary exact) {
    return of(exact, moments::mean, moments::sd);
  }

  private static Distance of(Summary exact, IntToDoubleFunction mean, IntToDoubleFunction sd) {
    double means = 0;
    double sds = 0;
    int d = exact.rows().size();
    for (int k = 0; k < d; k++) {
      Summary.Row right = exact.rows().get(k);
      means += square((mean.applyAsDouble(k) - right.mean()) / right.sd());
      sds += square(sd.applyAsDouble(k) / right.sd() - 1);
    }
    return new Distance(Math.sqrt(means / d), Math.sqrt(sds / d));
  }

  /** What chance alone makes of two sets of exact draws, by their effective sizes. */
  public static Distance byChance(Summary summary, Summary exact) {
    double means = 0;
    double sds = 0;
    for (int k = 0; k < summary.rows().size(); k++) {
      Summary.Row one = summary.rows().get(k);
      Summary.Row right = exact.rows().get(k);
      means += 1 / one.essBulk() + 1 / right.essBulk();
      sds += (1 / one.essTail() + 1 / right.essTail()) / 2;
    }
    int d = summary.rows().size();
    return new Distance(Math.sqrt(means / d), Math.sqrt(sds / d));
  }

  private static double square(double x) {
    return x * x;
  }
}
