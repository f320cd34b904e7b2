package org.perrin.model;

import org.perrin.family.RemainderIntegral;
import org.perrin.math.Kernels;
import org.perrin.math.Scalars;

/**
 * What Taylor's polynomial at η leaves of {@code log Σ e^{ηₖ}}, the class of reference among them.
 * Derivatives along t are cumulants of {@code tₖ} where class k has probability {@code pₖ}. All is
 * relative to the most probable class, so that rows whose class is all but certain keep their
 * digits.
 */
final class SoftmaxRemainder {
  /** Beyond this the exponential of a predictor's change is not formed. */
  private static final double FAR = 300;

  private final int order;
  private final double[] p;
  private final double[] s;
  private final double[] moved;
  private int top;

  SoftmaxRemainder(int order, int classes) {
    this.order = order;
    this.p = new double[classes];
    this.s = new double[classes];
    this.moved = new double[classes];
  }

  /** Takes in the predictors of all classes at the centre. */
  void at(double[] eta) {
    top = 0;
    for (int k = 1; k < p.length; k++) {
      top = eta[k] > eta[top] ? k : top;
    }
    double total = 0;
    for (int k = 0; k < p.length; k++) {
      p[k] = Scalars.exp(eta[k] - eta[top]);
      total += p[k];
    }
    for (int k = 0; k < p.length; k++) {
      p[k] /= total;
    }
  }

  /** Of a class at the centre. */
  double probability(int k) {
    return p[k];
  }

  /** The remainder where predictors of all classes change by t. */
  double of(double[] t) {
    double low = 0;
    double high = 0;
    for (int k = 0; k < s.length; k++) {
      s[k] = t[k] - t[top];
      low = Math.min(low, s[k]);
      high = Math.max(high, s[k]);
    }
    return high - low <= RemainderIntegral.SMALL
        ? RemainderIntegral.of(order, 1, x -> cumulant(order + 1, x))
        : difference(high);
  }

  /**
   * Remainders for {@code count} changes t of all classes, one behind the other and overwritten, by
   * differences alone: for sums over rows, where tiny ones do not count.
   */
  void rough(double[] t, int count, double[] out) {
    int all = p.length;
    for (int j = 0; j < count; j++) {
      double shift = t[j * all + top];
      for (int k = 0; k < all; k++) {
        t[j * all + k] = Math.min(t[j * all + k] - shift, FAR);
      }
    }
    double[] e = new double[count * all];
    Kernels.best().exp(t, e, e.length);
    for (int j = 0; j < count; j++) {
      double sum = 0;
      double first = 0;
      double second = 0;
      double third = 0;
      for (int k = 0; k < all; k++) {
        double x = t[j * all + k];
        sum = Math.fma(p[k], e[j * all + k], sum);
        first = Math.fma(p[k], x, first);
        second = Math.fma(p[k] * x, x, second);
        third = Math.fma(p[k] * x * x, x, third);
      }
      double skew = third - 3 * first * second + 2 * first * first * first;
      double polynomial = first + (second - first * first) / 2 + (order == 3 ? skew / 6 : 0);
      out[j] = Math.log(sum) - polynomial;
    }
  }

  private double difference(double high) {
    double rise = high > FAR ? far(high) : Math.log1p(sum());
    double mean = 0;
    double square = 0;
    for (int k = 0; k < s.length; k++) {
      mean = Math.fma(p[k], s[k], mean);
      square = Math.fma(p[k] * s[k], s[k], square);
    }
    double r = rise - mean - (square - mean * mean) / 2;
    return order == 3 ? r - cumulant(3, 0) / 6 : r;
  }

  /** {@code Σ pₖ (e^{sₖ} − 1)}. */
  private double sum() {
    double sum = 0;
    for (int k = 0; k < s.length; k++) {
      sum += k == top ? 0 : p[k] * (Scalars.exp(s[k]) - 1);
    }
    return sum;
  }

  private double far(double high) {
    double sum = 0;
    for (int k = 0; k < s.length; k++) {
      sum += p[k] * Scalars.exp(s[k] - high);
    }
    return high + Math.log(sum);
  }

  /** The third or fourth cumulant of s at {@code η + xt}. */
  private double cumulant(int q, double x) {
    double total = 0;
    double mean = 0;
    for (int k = 0; k < s.length; k++) {
      moved[k] = p[k] * Scalars.exp(x * s[k]);
      total += moved[k];
      mean = Math.fma(moved[k], s[k], mean);
    }
    mean /= total;
    double variance = 0;
    double moment = 0;
    for (int k = 0; k < s.length; k++) {
      double y = s[k] - mean;
      variance += moved[k] / total * y * y;
      moment += moved[k] / total * RemainderIntegral.power(y, q);
    }
    return q == 3 ? moment : moment - 3 * variance * variance;
  }
}
