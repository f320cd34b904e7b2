package org.perrin.posterior;

import org.perrin.model.Bounded;
import org.perrin.model.Model;

/**
 * Nanoseconds of one core that parts of an exact step take: measured on GLMs, and scaled by what a
 * row of a model costs beside one of theirs.
 *
 * @param d parameters
 * @param s numbers of a row that it takes to see u, d where rows are dense
 * @param cubic multiply-adds of a cubic form
 * @param effort of a row
 */
record StepCosts(int d, int s, double cubic, double effort) {
  /** Without rows or forms. */
  private static final double STEP = 2000;

  static StepCosts of(Model model) {
    return new StepCosts(model.dimension(), model.nonZeros(), cubic(model), model.effort());
  }

  private static double cubic(Model model) {
    return model instanceof Bounded bounded ? bounded.cubicWork() : 0;
  }

  /** With so many kicks, heavy rows and light rows. */
  double step(int kicks, int order, int heavy, double light) {
    return STEP + kicks * (form(order) + heavy * heavy()) + light * light();
  }

  /** A heavy row at a kick: read in order, out of a cache as a rule. */
  double heavy() {
    return (s < d ? 5 + 0.5 * s : 4 + 0.3 * d) * effort;
  }

  /** A light row: read at random, its remainder computed twice. */
  double light() {
    return (300 + 0.5 * s) * effort;
  }

  private double form(int order) {
    // rows that are not dense take u to θ and their sum back
    double products = s < d ? 3 : 1;
    return 200 + 0.5 * products * d * d + (order == 3 ? 0.12 * cubic : 0);
  }

  /** The sum of a cubic form over n rows, {@code cubes} of them a row. */
  double building(double n, int cubes) {
    return s < d ? n * (20 + 0.3 * s * s * s) + d * d * d : 0.022 * n * d * d * d * cubes;
  }
}
