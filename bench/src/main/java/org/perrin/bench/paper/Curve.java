package org.perrin.bench.paper;

import java.util.List;

/**
 * A line in a figure: at each x a mean over chains (or candidates) and a spread, two standard
 * deviations across them.
 *
 * @param name as in the legend
 * @param x where
 * @param mean the line
 * @param spread half the height of the band around it; zeros where there is none
 * @param marks whether it is drawn as marks rather than a line
 */
record Curve(String name, double[] x, double[] mean, double[] spread, boolean marks) {
  /** Ends the name of a line that belongs to marks: it has their colour and no legend. */
  static final String CLOSED_FORM = ", closed form";

  /** Ends the name of marks that show the paper's values: likewise. */
  static final String PUBLISHED = ", published";

  /** Whether it belongs to another curve. */
  boolean follows() {
    return name.endsWith(CLOSED_FORM) || name.endsWith(PUBLISHED);
  }

  /** The name without such an ending. */
  String stem() {
    return name.replace(CLOSED_FORM, "").replace(PUBLISHED, "");
  }

  /** Checks that the parts fit. */
  Curve {
    if (mean.length != x.length || spread.length != x.length) {
      throw new IllegalArgumentException(
          "curve %s has %d places, %d means, %d spreads"
              .formatted(name, x.length, mean.length, spread.length));
    }
  }

  /** A line without a band. */
  static Curve line(String name, double[] x, double[] y) {
    return new Curve(name, x, y, new double[x.length], false);
  }

  /** Mean and two standard deviations over {@code samples}, each a value for every x. */
  static Curve over(String name, double[] x, List<double[]> samples, int ddof) {
    double[] mean = new double[x.length];
    double[] spread = new double[x.length];
    int count = samples.size();
    for (int k = 0; k < x.length; k++) {
      for (double[] sample : samples) {
        mean[k] += sample[k] / count;
      }
      double squares = 0;
      for (double[] sample : samples) {
        squares += (sample[k] - mean[k]) * (sample[k] - mean[k]);
      }
      spread[k] = count > ddof ? 2 * Math.sqrt(squares / (count - ddof)) : 0;
    }
    return new Curve(name, x, mean, spread, false);
  }

  /** The same as marks. */
  Curve asMarks() {
    return new Curve(name, x, mean, spread, true);
  }

  /** The same under another name. */
  Curve named(String other) {
    return new Curve(other, x, mean, spread, marks);
  }

  /** The same over other places. */
  Curve at(double[] places) {
    return new Curve(name, places, mean, spread, marks);
  }

  /** The last mean. */
  double last() {
    return mean[mean.length - 1];
  }
}
