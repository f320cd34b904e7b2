package org.perrin.posterior;

import org.perrin.model.Model;

/**
 * What samplers are predicted to cost, in nanoseconds of one core for as many nearly independent
 * draws as are asked for. Good to a factor of two, which is enough to choose by.
 */
final class Prices {
  /** Gradients to a draw of NUTS in the natural metric at 15 parameters; it grows with d^¼. */
  private static final double GRADIENTS = 7;

  private Prices() {}

  static double draws(Options options) {
    return (double) options.chains() * options.draws();
  }

  /** Gradients of NUTS to a draw. */
  static double gradients(double d) {
    return GRADIENTS * Math.max(1, Math.pow(d / 15, 0.25));
  }

  /** A row is read in order, its exponential and d multiply-adds each way taken. */
  static double nuts(Model model, Options options) {
    double row = 8 + 0.4 * model.nonZeros();
    double steps = draws(options) + 300.0 * options.chains();
    return steps * gradients(model.dimension()) * model.rows() * row * model.effort();
  }

  /**
   * The least that exact draws cost with quadratic polynomials and few heavy rows, if rows are as
   * like each other as they can be: rejections and light rows as docs/exact.md counts them, {@code
   * 0.3 √(d³/N)} and {@code 0.4 d³/√N}.
   */
  static double exactAtLeast(Model model, Options options) {
    double d = model.dimension();
    double n = model.rows();
    double loss = 0.3 * Math.sqrt(d * d * d / n);
    double light = 0.4 * d * d * d / Math.sqrt(n) * StepCosts.of(model).light();
    return draws(options) * light * (2 * Math.exp(loss) - 1);
  }

  /** A row is read at random from memory, 8 / h steps to a draw. */
  static double natural(Model model, Options options) {
    double d = model.dimension();
    double row = 60 + 1.4 * model.nonZeros();
    double n = Math.min(model.rows(), Natural.subsample(model, options));
    return draws(options) * 8 / Natural.STEP * (1000 + d * d + n * row * model.effort());
  }
}
