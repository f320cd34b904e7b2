package org.perrin.catalogue;

import org.perrin.gradient.ControlVariate;
import org.perrin.gradient.FullGradient;
import org.perrin.gradient.Gradient;
import org.perrin.gradient.PlainGradient;
import org.perrin.mode.Mode;
import org.perrin.model.Model;
import org.perrin.subsampling.Batches;

/** The gradient estimators by name. To add one, write a class and a line here. */
public enum Estimator {
  /** All rows. */
  FULL("full", "∇f(θ)", (model, mode, batches) -> new FullGradient(model)),
  /** Reweighted gradients. */
  PLAIN(
      "plain",
      "∇f₀(θ) + Σⱼ wⱼ ∇f(θ), Eqs. (3), (8)",
      (model, mode, batches) -> PlainGradient.of(model, batches)),
  /** Differences from the mode. */
  CONTROL_VARIATE(
      "control-variate",
      "∇f(θ̂) + ∇f₀(θ) − ∇f₀(θ̂) + Σⱼ wⱼ [∇f(θ) − ∇f(θ̂)], Eqs. (5), (12)",
      (model, mode, batches) -> ControlVariate.at(mode, model, batches));

  private final String label;
  private final String formula;
  private final Maker maker;

  Estimator(String label, String formula, Maker maker) {
    this.label = label;
    this.formula = formula;
    this.maker = maker;
  }

  @FunctionalInterface
  private interface Maker {
    Gradient make(Model model, Mode mode, Batches batches);
  }

  /** The estimator for a model with its mode and batches (which {@link #FULL} does not look at). */
  public Gradient make(Model model, Mode mode, Batches batches) {
    return maker.make(model, mode, batches);
  }

  /** As on the command line. */
  public String label() {
    return label;
  }

  /** What it is, in a formula. */
  public String formula() {
    return formula;
  }
}
