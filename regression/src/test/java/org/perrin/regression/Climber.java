package org.perrin.regression;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.ToDoubleFunction;

/**
 * Minima by the method of Nelder and Mead (1965), started again until nothing is gained: it knows
 * of no derivative and of no model, so that it shares nothing with what it checks.
 */
final class Climber {
  private Climber() {}

  static double[] minimum(ToDoubleFunction<double[]> f, double... start) {
    double[] best = start;
    for (int round = 0; round < 60; round++) {
      double[] next = descend(f, best, round % 2 == 0 ? 0.3 : -0.05);
      boolean done = round > 4 && f.applyAsDouble(best) - f.applyAsDouble(next) < 1e-10;
      best = next;
      if (done) {
        break;
      }
    }
    return best;
  }

  /** A point and its value. */
  private record Point(double[] at, double value) {
    static Point of(ToDoubleFunction<double[]> f, double... at) {
      return new Point(at, f.applyAsDouble(at));
    }

    /** On the line from here to another. */
    double[] along(Point to, double share) {
      double[] out = new double[at.length];
      Arrays.setAll(out, k -> at[k] + share * (to.at[k] - at[k]));
      return out;
    }
  }

  private static double[] descend(ToDoubleFunction<double[]> f, double[] start, double step) {
    int d = start.length;
    Point[] x = new Point[d + 1];
    for (int j = 0; j <= d; j++) {
      double[] at = start.clone();
      if (j > 0) {
        at[j - 1] += step;
      }
      x[j] = Point.of(f, at);
    }
    for (int t = 0; t < 600 * d && spread(x) > 1e-12; t++) {
      move(f, x);
    }
    return x[0].at;
  }

  private static double spread(Point[] x) {
    Arrays.sort(x, Comparator.comparingDouble(Point::value));
    return x[x.length - 1].value - x[0].value;
  }

  private static void move(ToDoubleFunction<double[]> f, Point[] x) {
    int d = x.length - 1;
    double[] sum = new double[d];
    for (int j = 0; j < d; j++) {
      for (int k = 0; k < d; k++) {
        sum[k] += x[j].at[k] / d;
      }
    }
    var middle = new Point(sum, Double.NaN);
    Point mirrored = Point.of(f, middle.along(x[d], -1));
    if (mirrored.value < x[0].value) {
      Point further = Point.of(f, middle.along(x[d], -2));
      x[d] = further.value < mirrored.value ? further : mirrored;
    } else if (mirrored.value < x[d - 1].value) {
      x[d] = mirrored;
    } else {
      Point inner = Point.of(f, middle.along(x[d], 0.5));
      if (inner.value < x[d].value) {
        x[d] = inner;
      } else {
        for (int j = 1; j <= d; j++) {
          x[j] = Point.of(f, x[0].along(x[j], 0.5));
        }
      }
    }
  }
}
