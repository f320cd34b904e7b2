package org.perrin.posterior;

import org.perrin.model.Model;

/**
 * Nanoseconds of one core that parts of an exact step take: measured on GLMs, and scaled by what a
 * row of a model costs beside one of theirs.
 *
 * @param d parameters
 * @param effort of a row
 */
record StepCosts(int d, double effort) {
  /** Without rows or forms. */
  private static final double STEP = 2000;

  static StepCosts of(Model model) {
    return new StepCosts(model.dimension(), model.effort());
  }

  /** With so many kicks, heavy rows and light rows. */
  double step(int kicks, int order, int heavy, double light) {
    return STEP + kicks * (form(order) + heavy * heavy()) + light * light();
  }

  /** A heavy row at a kick: read in order, out of a cache as a rule. */
  double heavy() {
    return (4 + 0.3 * d) * effort;
  }

  /** A light row: read at random, its remainder computed twice. */
  double light() {
    return (300 + 0.5 * d) * effort;
  }

  private double form(int order) {
    return 200 + 0.5 * d * d + (order == 3 ? 0.06 * d * d * d : 0);
  }

  /** The sum of a cubic form over n rows, {@code cubes} of them a row. */
  double building(double n, int cubes) {
    return 0.022 * n * d * d * d * cubes;
  }
}
