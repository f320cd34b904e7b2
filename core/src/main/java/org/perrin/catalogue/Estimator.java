package org.perrin.catalogue;

import org.jspecify.annotations.Nullable;
import org.perrin.gradient.ControlVariate;
import org.perrin.gradient.FullGradient;
import org.perrin.gradient.Gradient;
import org.perrin.gradient.PlainGradient;
import org.perrin.gradient.Recentred;
import org.perrin.gradient.Saga;
import org.perrin.mode.Mode;
import org.perrin.model.Model;
import org.perrin.subsampling.Batches;

/** The gradient estimators by name. To add one, write a class and a line here. */
public enum Estimator {
  /** All rows. */
  FULL(
      "full",
      "∇f(θ)",
      "O(Nd), all cores",
      "a yardstick; exact samplers",
      (model, mode, batches, n) -> new FullGradient(model)),
  /** Reweighted gradients. */
  PLAIN(
      "plain",
      "∇f₀(θ) + Σⱼ wⱼ ∇f(θ), Eqs. (3), (8)",
      "O(nd)",
      "no pass over the data at all, or no mode to be had",
      (model, mode, batches, n) -> PlainGradient.of(model, batches)),
  /** Differences from the mode. */
  CONTROL_VARIATE(
      "cv",
      "∇f(θ̂) + ∇f₀(θ) − ∇f₀(θ̂) + Σⱼ wⱼ [∇f(θ) − ∇f(θ̂)], Eqs. (5), (12)",
      "O(nd) after one pass",
      "one mode, and a posterior around it: the usual case",
      (model, mode, batches, n) -> ControlVariate.at(mode, model, batches)),
  /** Differences from a point that follows the chain. */
  SVRG(
      "svrg",
      "as cv, with θ̃ in place of θ̂, moved to θ every N/n steps (Dubey et al., 2016)",
      "O(nd), and a pass every N/n steps",
      "posteriors with several modes or far from Gaussian",
      (model, mode, batches, n) -> Recentred.of(model, batches, n)),
  /** Differences from where each row was last seen. */
  SAGA(
      "saga",
      "∇f₀(θ) + Σᵢ ∇fᵢ(φᵢ) + Σⱼ wⱼ [∇f(θ) − ∇f(φ)], then φ = θ (Dubey et al., 2016)",
      "O(nd) after one pass; a number a row and chain (GLM) or d",
      "as svrg where another pass is costly and memory is not",
      (model, mode, batches, n) -> new Saga(model, batches));

  private final String label;
  private final String formula;
  private final String cost;
  private final String use;
  private final Maker maker;

  Estimator(String label, String formula, String cost, String use, Maker maker) {
    this.label = label;
    this.formula = formula;
    this.cost = cost;
    this.use = use;
    this.maker = maker;
  }

  @FunctionalInterface
  private interface Maker {
    Gradient make(Model model, Mode mode, @Nullable Batches batches, int n);
  }

  /**
   * The estimator for a model with its mode and batches of about {@code n} rows; {@link #FULL}
   * looks at neither.
   */
  public Gradient make(Model model, Mode mode, @Nullable Batches batches, int n) {
    return maker.make(model, mode, batches, n);
  }

  /** Whether its terms are differences of gradients, small where the chain is near a centre. */
  public boolean differences() {
    return this == CONTROL_VARIATE || this == SVRG || this == SAGA;
  }

  /** As in a sampler's name. */
  public String label() {
    return label;
  }

  /** What it is, in a formula. */
  public String formula() {
    return formula;
  }

  /** What a step costs. */
  public String cost() {
    return cost;
  }

  /** When to use it. */
  public String use() {
    return use;
  }
}
