package org.perrin.bench.paper;

import java.util.List;

/**
 * One plot of a figure and one file of curves.
 *
 * @param id name of its files
 * @param title above it
 * @param x the horizontal axis
 * @param y the vertical axis
 * @param curves in the order of the legend
 * @param timed whether it shows seconds, which no two runs have alike: such curves are kept apart
 */
record Panel(String id, String title, Axis x, Axis y, List<Curve> curves, boolean timed) {
  /** An axis with its label. */
  record Axis(String label, boolean logarithmic) {
    static Axis linear(String label) {
      return new Axis(label, false);
    }

    static Axis log(String label) {
      return new Axis(label, true);
    }
  }

  /** Copies the list. */
  Panel {
    curves = List.copyOf(curves);
  }

  static Panel of(String id, String title, Axis x, Axis y, List<Curve> curves) {
    return new Panel(id, title, x, y, curves, false);
  }

  static Panel timed(String id, String title, Axis x, Axis y, List<Curve> curves) {
    return new Panel(id, title, x, y, curves, true);
  }

  /** The curve called {@code name}. */
  Curve curve(String name) {
    return curves.stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }
}
