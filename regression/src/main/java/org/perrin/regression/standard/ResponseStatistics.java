package org.perrin.regression.standard;

import org.perrin.data.Doubles;

/**
 * A response at a glance.
 *
 * @param mean of it
 * @param size the mean of its size: a censored time is written with a minus
 * @param sd of it, 1 if it is constant
 */
public record ResponseStatistics(double mean, double size, double sd) {
  /** Of all rows. */
  public static ResponseStatistics of(Doubles y) {
    double mean = 0;
    double size = 0;
    for (long i = 0; i < y.size(); i++) {
      mean += y.get(i) / y.size();
      size += Math.abs(y.get(i)) / y.size();
    }
    double sum = 0;
    for (long i = 0; i < y.size(); i++) {
      double away = y.get(i) - mean;
      sum += away * away;
    }
    double sd = Math.sqrt(sum / Math.max(1, y.size() - 1));
    return new ResponseStatistics(mean, size, sd > 0 ? sd : 1);
  }
}
