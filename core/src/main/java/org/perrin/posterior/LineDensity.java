package org.perrin.posterior;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.perrin.random.RandomStream;

/**
 * A density on a line that is drawn from by quadrature: tabulated where it is within e⁻⁴⁵ of its
 * highest value, at so many nodes that interpolating between them is right to some seven digits.
 */
final class LineDensity {
  private static final double REACH = 60;
  private static final double COARSE = 0.25;
  private static final double NEGLIGIBLE = 45;
  private static final int NODES = 20_001;

  private final double from;
  private final double step;
  private final double[] density;
  private final double[] cumulative;

  private LineDensity(double from, double step, double[] density) {
    this.from = from;
    this.step = step;
    this.density = density;
    this.cumulative = new double[density.length];
    for (int k = 1; k < density.length; k++) {
      cumulative[k] = cumulative[k - 1] + (density[k - 1] + density[k]) / 2;
    }
  }

  /** The density whose logarithm is {@code log} up to a constant, single-peaked, near a point. */
  static LineDensity of(DoubleUnaryOperator log, double near) {
    double top = near;
    for (double s = near - REACH; s <= near + REACH; s += COARSE) {
      top = better(log, top, s);
    }
    for (double move = COARSE; move > 1e-9; move /= 2) {
      top = better(log, better(log, top, top - move), top + move);
    }
    double highest = log.applyAsDouble(top);
    if (!Double.isFinite(highest) || Math.abs(top - near) > REACH - COARSE) {
      throw new IllegalArgumentException("the marginal of the scale has no peak: give it a prior");
    }
    double low = edge(log, top, highest - NEGLIGIBLE, -1);
    double high = edge(log, top, highest - NEGLIGIBLE, 1);
    double step = (high - low) / (NODES - 1);
    double[] density = new double[NODES];
    for (int k = 0; k < NODES; k++) {
      density[k] = Math.exp(log.applyAsDouble(low + k * step) - highest);
    }
    return new LineDensity(low, step, density);
  }

  private static double better(DoubleUnaryOperator log, double a, double b) {
    return log.applyAsDouble(b) > log.applyAsDouble(a) ? b : a;
  }

  /** Where the logarithm falls below a level, by doubling and halving. */
  private static double edge(DoubleUnaryOperator log, double top, double level, int sign) {
    double inside = 0;
    double outside = 1e-9;
    while (log.applyAsDouble(top + sign * outside) > level && outside < 1000) {
      inside = outside;
      outside *= 2;
    }
    for (int k = 0; k < 40; k++) {
      double middle = (inside + outside) / 2;
      if (log.applyAsDouble(top + sign * middle) > level) {
        inside = middle;
      } else {
        outside = middle;
      }
    }
    return top + sign * outside;
  }

  /** The mean. */
  double mean() {
    return moment(0, 1);
  }

  /** The standard deviation. */
  double sd() {
    return Math.sqrt(moment(mean(), 2));
  }

  private double moment(double around, int power) {
    double total = 0;
    double sum = 0;
    for (int k = 0; k < density.length; k++) {
      total += density[k];
      sum += density[k] * Math.pow(from + k * step - around, power);
    }
    return sum / total;
  }

  /** A draw: the cell by its mass, the place in it by the line between its ends. */
  double draw(RandomStream random) {
    double mass = random.nextDouble() * cumulative[cumulative.length - 1];
    int at = Arrays.binarySearch(cumulative, mass);
    int cell = Math.clamp(at >= 0 ? at : -at - 2, 0, density.length - 2);
    double rest = mass - cumulative[cell];
    double left = density[cell];
    double slope = density[cell + 1] - left;
    double root = Math.sqrt(Math.max(0, left * left + 2 * slope * rest));
    double share = left + root > 0 ? 2 * rest / (left + root) : 0.5;
    return from + step * (cell + Math.clamp(share, 0, 1));
  }
}
