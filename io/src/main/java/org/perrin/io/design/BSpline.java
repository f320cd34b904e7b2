package org.perrin.io.design;

import java.util.Arrays;
import java.util.function.Function;
import org.perrin.io.InputException;

/**
 * B-splines without the first, which the intercept stands for, as R's {@code bs}. Beyond the
 * outermost knots the polynomials there go on.
 */
final class BSpline implements FittedBasis {
  private final int degree;
  private final double[] knots;

  /** From the knots, those at the ends once. */
  BSpline(int degree, double... knots) {
    for (int k = 1; k < knots.length; k++) {
      boolean end = k == 1 || k == knots.length - 1;
      if (knots[k] < knots[k - 1] || (end && knots[k] == knots[k - 1])) {
        throw new IllegalArgumentException("knots must grow");
      }
    }
    this.degree = degree;
    this.knots = new double[knots.length + 2 * degree];
    Arrays.fill(this.knots, 0, degree, knots[0]);
    System.arraycopy(knots, 0, this.knots, degree, knots.length);
    Arrays.fill(this.knots, degree + knots.length, this.knots.length, knots[knots.length - 1]);
  }

  /** Least and greatest value, and between them the quantiles at 1/(inner + 1), 2/(inner + 1), … */
  static double[] knots(double[] values, int inner, Function<String, InputException> bad) {
    double[] sorted = values.clone();
    Arrays.parallelSort(sorted);
    double[] knots = new double[inner + 2];
    for (int k = 0; k < knots.length; k++) {
      knots[k] = quantile(sorted, k, inner + 1);
    }
    if (!(knots[0] < knots[1] && knots[inner] < knots[inner + 1])) {
      throw bad.apply(
          inner == 0
              ? "has one value only, which gives no curve: leave it out"
              : "has too many equal values at an end for so many knots: lower df");
    }
    return knots;
  }

  /** The quantile at {@code k/of}, between order statistics as by type 7 in R. */
  static double quantile(double[] sorted, int k, int of) {
    double place = (double) (sorted.length - 1) * k / of;
    int below = (int) Math.min(Math.floor(place + 4 * Math.ulp(place)), sorted.length - 1.0);
    double share = Math.max(0, place - below);
    return share == 0 ? sorted[below] : sorted[below] + share * (sorted[below + 1] - sorted[below]);
  }

  /** All of them, the first too. */
  int count() {
    return knots.length - degree - 1;
  }

  @Override
  public int width() {
    return count() - 1;
  }

  @Override
  public void write(double x, double[] out, int at) {
    int first = interval(x) - degree;
    double[] some = local(x, degree, first + degree);
    for (int k = 0; k <= degree; k++) {
      if (first + k > 0) {
        out[at + first + k - 1] = some[k];
      }
    }
  }

  /** The values, or derivatives, of all splines of a degree on these knots (de Boor, 1978). */
  double[] all(double x, int order, int derivative) {
    double[] all = new double[knots.length - order - 1];
    if (derivative == 0) {
      int last = interval(x);
      System.arraycopy(local(x, order, last), 0, all, last - order, order + 1);
      return all;
    }
    double[] lower = all(x, order - 1, derivative - 1);
    for (int i = 0; i < all.length; i++) {
      all[i] = order * (over(lower[i], i, order) - over(lower[i + 1], i + 1, order));
    }
    return all;
  }

  private double over(double value, int i, int order) {
    double span = knots[i + order] - knots[i];
    return span > 0 ? value / span : 0;
  }

  /** The last knot below {@code x} that has a greater one after it; the outermost if beyond. */
  private int interval(double x) {
    int low = degree;
    int high = knots.length - degree - 1;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (knots[middle] <= x && knots[middle] < knots[knots.length - 1]) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The {@code order + 1} splines that are not zero between knot {@code at} and the next. */
  private double[] local(double x, int order, int at) {
    double[] some = new double[order + 1];
    some[0] = 1;
    for (int j = 1; j <= order; j++) {
      double saved = 0;
      for (int r = 0; r < j; r++) {
        double right = knots[at + r + 1];
        double left = knots[at + 1 - j + r];
        double share = some[r] / (right - left);
        some[r] = saved + (right - x) * share;
        saved = (x - left) * share;
      }
      some[j] = saved;
    }
    return some;
  }
}
