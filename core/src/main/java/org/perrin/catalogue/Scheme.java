package org.perrin.catalogue;

import org.perrin.mode.Mode;
import org.perrin.model.Curved;
import org.perrin.model.Model;
import org.perrin.model.Predicted;
import org.perrin.model.Smooth;
import org.perrin.subsampling.Preferential;
import org.perrin.subsampling.Subsampling;
import org.perrin.subsampling.Uniform;
import org.perrin.subsampling.WithoutReplacement;

/** The subsampling schemes by name. To add one, write a class and a line here. */
public enum Scheme {
  /** All alike, with replacement. */
  UNIFORM("uniform", "p = 1/N, with replacement", (model, mode, a) -> new Uniform(model.rows())),
  /** All alike, without replacement. */
  WITHOUT_REPLACEMENT(
      "without-replacement",
      "every set of n rows alike",
      (model, mode, a) -> new WithoutReplacement(model.rows())),
  /** The paper's weights for the plain estimator. */
  GRADIENT(
      "gradient",
      "p ∝ ‖∇fᵢ(θ̂)‖, Eq. (11)",
      (model, mode, a) -> Preferential.of(Preferential.gradientScores(model, mode.theta()), a)),
  /** The paper's weights for control variates; leverage in the natural metric. */
  CURVATURE(
      "curvature",
      "p ∝ √tr(HᵢΣ̂Hᵢ), Eq. (16); in the natural metric the leverage ℓ''ᵢ xᵢᵀΣ̂xᵢ",
      (model, mode, a) -> Preferential.of(Preferential.curvatureScores(curved(model), mode), a)),
  /** The paper's objective without its Taylor step. */
  EXPECTED(
      "expected",
      "p ∝ √E‖∇fᵢ(θ) − ∇fᵢ(θ̂)‖², θ ~ N(θ̂, Σ̂)",
      (model, mode, a) ->
          Preferential.of(
              model instanceof Predicted predicted
                  ? Preferential.expectedScores(predicted, mode)
                  : Preferential.curvatureScores(curved(model), mode),
              a)),
  /** By Lipschitz constants. */
  LIPSCHITZ(
      "lipschitz",
      "p ∝ Lᵢ (Zhao and Zhang, 2015)",
      (model, mode, a) -> Preferential.of(Preferential.lipschitzScores(smooth(model)), a));

  private final String label;
  private final String formula;
  private final Maker maker;

  Scheme(String label, String formula, Maker maker) {
    this.label = label;
    this.formula = formula;
    this.maker = maker;
  }

  @FunctionalInterface
  private interface Maker {
    Subsampling make(Model model, Mode mode, double mixture);
  }

  /** The scheme for a model with its mode, mixed with α of uniform where it is preferential. */
  public Subsampling make(Model model, Mode mode, double mixture) {
    return maker.make(model, mode, mixture);
  }

  /** As on the command line. */
  public String label() {
    return label;
  }

  /** What it is, in a formula. */
  public String formula() {
    return formula;
  }

  static Curved curved(Model model) {
    if (model instanceof Curved curved) {
      return curved;
    }
    throw new IllegalArgumentException(
        model.getClass().getSimpleName() + " does not know its second derivatives");
  }

  static Smooth smooth(Model model) {
    if (model instanceof Smooth smooth) {
      return smooth;
    }
    throw new IllegalArgumentException(
        model.getClass().getSimpleName() + " has no Lipschitz constants");
  }
}
