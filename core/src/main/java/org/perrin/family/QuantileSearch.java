package org.perrin.family;

/**
 * Quantiles from a distribution function: an interval is widened until it holds one, and halved.
 */
final class QuantileSearch {
  private static final int HALVINGS = 200;

  private QuantileSearch() {}

  static double quantile(Distribution of, double p) {
    double start = Double.isFinite(of.mean()) ? of.mean() : Math.max(of.least(), 0);
    double width = Double.isFinite(of.sd()) && of.sd() > 0 ? of.sd() : 1 + Math.abs(start);
    double low = Math.max(of.least(), start - width);
    double high = start + width;
    for (double step = width; of.cumulative(low) > p && low > of.least(); step *= 2) {
      low = Math.max(of.least(), low - step);
    }
    for (double step = width; of.cumulative(high) < p && high < 1e300; step *= 2) {
      high += step;
    }
    return of.whole() ? whole(of, p, low, high) : between(of, p, low, high);
  }

  private static double between(Distribution of, double p, double low, double high) {
    for (int k = 0; k < HALVINGS; k++) {
      double middle = low + (high - low) / 2;
      if (middle <= low || middle >= high) {
        break;
      }
      if (of.cumulative(middle) < p) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** The least whole number at which the distribution function reaches p. */
  private static double whole(Distribution of, double p, double from, double to) {
    double low = Math.max(of.least(), Math.floor(from)) - 1;
    double high = Math.ceil(to);
    while (high - low > 1) {
      double middle = Math.floor(low + (high - low) / 2);
      // beyond 2⁵³ neighbouring numbers are more than 1 apart
      if (middle <= low || middle >= high) {
        break;
      }
      if (of.cumulative(middle) < p) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }
}
