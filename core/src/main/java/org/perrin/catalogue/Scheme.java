package org.perrin.catalogue;

import org.jspecify.annotations.Nullable;
import org.perrin.mode.Mode;
import org.perrin.model.Curved;
import org.perrin.model.Model;
import org.perrin.model.Smooth;
import org.perrin.subsampling.Bandit;
import org.perrin.subsampling.Clusters;
import org.perrin.subsampling.Preferential;
import org.perrin.subsampling.Stratified;
import org.perrin.subsampling.Subsampling;
import org.perrin.subsampling.Uniform;
import org.perrin.subsampling.WithoutReplacement;

/** The subsampling schemes by name. To add one, write a class and a line here. */
public enum Scheme {
  /** All alike, with replacement. */
  UNIFORM(
      "uniform",
      "p = 1/N, with replacement",
      "rows that matter alike; the yardstick",
      (model, mode, a) -> new Uniform(model.rows())),
  /** All alike, without replacement. */
  WITHOUT_REPLACEMENT(
      "wor",
      "every set of n rows alike",
      "n not small compared with N",
      (model, mode, a) -> new WithoutReplacement(model.rows())),
  /** The paper's weights for the plain estimator. */
  GRADIENT(
      "ps",
      "p ∝ ‖∇fᵢ(θ̂)‖, Eq. (11)",
      "plain gradients",
      (model, mode, a) -> Preferential.byGradient(model, mode, a)),
  /** The paper's weights for control variates; leverage in the natural metric. */
  CURVATURE(
      "ps",
      "p ∝ √tr(HᵢΣ̂Hᵢ), Eq. (16); in the natural metric the leverage ℓ''ᵢ xᵢᵀΣ̂xᵢ",
      "differences of gradients, as in the paper",
      (model, mode, a) -> Preferential.byCurvature(curved(model), mode, a)),
  /** The paper's objective without its Taylor step. */
  EXPECTED(
      "expected",
      "p ∝ √E‖∇fᵢ(θ) − ∇fᵢ(θ̂)‖², θ ~ N(θ̂, Σ̂)",
      "differences of gradients; rare levels",
      (model, mode, a) -> Preferential.byExpectation(curved(model), mode, a)),
  /** By Lipschitz constants. */
  LIPSCHITZ(
      "lipschitz",
      "p ∝ Lᵢ (Zhao and Zhang, 2015)",
      "no mode to be had",
      (model, mode, a) -> Preferential.byLipschitz(smooth(model), a)),
  /** Learned on the way. */
  BANDIT(
      "bandit",
      "p ∝ √(γ + Σₜ ‖aᵢ‖² 1{drawn}/(n pᵢ)), learned (Borsos et al., 2018)",
      "no mode, no Hessian, long chains; O(log N) a row",
      (model, mode, a) -> new Bandit(model.rows(), a > 0 ? a : Preferential.MIXTURE)),
  /** Like beside like, for the plain estimator. */
  STRATA_OF_GRADIENTS(
      "strata",
      "p as ps, one row from each of n strata of like gradients (Zhao and Zhang, 2014)",
      "plain gradients of rows in clusters",
      (model, mode, a) ->
          Stratified.of(
              Preferential.gradientScores(model, mode.theta()),
              Clusters.byGradient(model, mode),
              a)),
  /** Like beside like, for differences of gradients. */
  STRATA_OF_DIFFERENCES(
      "strata",
      "p as ps, one row from each of n strata of like differences",
      "differences of gradients of rows in clusters",
      (model, mode, a) ->
          Stratified.of(
              Preferential.curvatureScores(curved(model), mode),
              Clusters.byDifference(model, mode),
              a));

  private final String label;
  private final String formula;
  private final String use;
  private final Maker maker;

  Scheme(String label, String formula, String use, Maker maker) {
    this.label = label;
    this.formula = formula;
    this.use = use;
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

  /** Why its weights are not made for the terms of an estimator, or null. */
  public @Nullable String refuse(Estimator estimator) {
    boolean forGradients = this == GRADIENT || this == STRATA_OF_GRADIENTS;
    boolean forDifferences = this == CURVATURE || this == EXPECTED || this == STRATA_OF_DIFFERENCES;
    if (forGradients && estimator.differences()) {
      return "weights by gradients say nothing of differences of gradients";
    }
    if (forDifferences && !estimator.differences()) {
      return "weights by curvature are for differences of gradients: cv, svrg or saga";
    }
    return null;
  }

  /** As in a sampler's name. */
  public String label() {
    return label;
  }

  /** What it is, in a formula. */
  public String formula() {
    return formula;
  }

  /** What it is for. */
  public String use() {
    return use;
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
