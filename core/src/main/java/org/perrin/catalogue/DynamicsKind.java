package org.perrin.catalogue;

import org.perrin.dynamics.Dynamics;
import org.perrin.dynamics.Hamiltonian;
import org.perrin.dynamics.Langevin;
import org.perrin.dynamics.LeimkuhlerMatthews;
import org.perrin.dynamics.Mala;
import org.perrin.dynamics.NoseHoover;
import org.perrin.dynamics.Nuts;
import org.perrin.dynamics.Preconditioned;
import org.perrin.dynamics.StepSize;
import org.perrin.dynamics.Underdamped;
import org.perrin.mode.Mode;
import org.perrin.model.Model;

/**
 * The dynamics by name. To add one, write a class and a line here.
 *
 * <p>Friction needs no tuning where the widest standard deviation σ of Σ̂ is known: {@code γ = 2/σ}
 * is critical for the slowest direction, and 2 in the natural metric.
 */
public enum DynamicsKind {
  /** Euler's. */
  LANGEVIN(
      "sgld",
      "θ' = θ − (ε/2) ĝ + √ε η, Eqs. (2), (4)",
      "Welling and Teh (2011)",
      "the paper's; the simplest",
      0.5,
      (step, model, mode) -> new Langevin(step)),
  /** Every normal used twice. */
  LEIMKUHLER_MATTHEWS(
      "sglm",
      "θ' = θ − (h/2) ĝ + √h (ηₖ + ηₖ₊₁)/2",
      "Leimkuhler and Matthews (2013)",
      "no bias of discretisation on a Gaussian: the default, in the natural metric",
      0.5,
      (step, model, mode) -> new LeimkuhlerMatthews(step)),
  /** With momenta and a correction for noise. */
  HAMILTONIAN(
      "sghmc",
      "p' = p − hĝ − hγp + N(0, 2γh − h²V̂), θ' = θ + hp'",
      "Chen, Fox and Guestrin (2014)",
      "noisy gradients: what noise adds is taken off",
      0.2,
      (step, model, mode) -> new Hamiltonian(step, friction(mode))),
  /** With a thermostat. */
  NOSE_HOOVER(
      "sgnht",
      "dp = −ĝ dt − ξp dt + √(2A) dW, dθ = p dt, dξ = (pᵀp/d − 1) dt, by BADODAB",
      "Ding et al. (2014)",
      "noise of unknown size, alike in all directions",
      0.2,
      (step, model, mode) -> new NoseHoover(step, friction(mode))),
  /** Friction by splitting. */
  UNDERDAMPED(
      "baoab",
      "kick, drift, friction, drift, kick, each half or exact",
      "Leimkuhler and Matthews (2013)",
      "badly scaled posteriors in θ; exact variance on a Gaussian",
      0.5,
      (step, model, mode) -> new Underdamped(step, friction(mode))),
  /** RMSProp's metric. */
  PRECONDITIONED(
      "psgld",
      "θ' = θ − (ε/2) Gĝ + √(εG) η, G = 1/(λ + √v)",
      "Li et al. (2016), without Γ",
      "badly scaled posteriors without a mode; biased even for small steps",
      0.2,
      (step, model, mode) -> preconditioned(step, model, mode, false)),
  /** RMSProp's metric and what it lacks. */
  PRECONDITIONED_GAMMA(
      "psgld-gamma",
      "as psgld, with Γ = ∂G/∂θ",
      "Li et al. (2016)",
      "psgld with one source of its bias less",
      0.2,
      (step, model, mode) -> preconditioned(step, model, mode, true)),
  /** With accept and reject. */
  MALA(
      "mala",
      "a Langevin step, accepted or rejected by f",
      "Roberts and Tweedie (1996)",
      "exact; small tables",
      0.5,
      (step, model, mode) -> new Mala(step.at(0))),
  /** Trajectories until they turn. */
  NUTS(
      "nuts",
      "a Hamiltonian trajectory until it turns back",
      "Hoffman and Gelman (2014)",
      "exact; small tables, and the yardstick",
      0.5,
      (step, model, mode) -> new Nuts(step.at(0)));

  private final String label;
  private final String formula;
  private final String reference;
  private final String use;
  private final double naturalStep;
  private final Maker maker;

  DynamicsKind(
      String label, String formula, String reference, String use, double naturalStep, Maker maker) {
    this.label = label;
    this.formula = formula;
    this.reference = reference;
    this.use = use;
    this.naturalStep = naturalStep;
    this.maker = maker;
  }

  @FunctionalInterface
  private interface Maker {
    Dynamics make(StepSize step, Model model, Mode mode);
  }

  private static double friction(Mode mode) {
    return 2 / mode.metric().widest();
  }

  /** The constants of the paper: ρ = 0.99, λ = 1e−5 for gradients that are means. */
  private static Dynamics preconditioned(StepSize step, Model model, Mode mode, boolean gamma) {
    double[] curvature = Scheme.curved(model).hessianDiagonal(mode.theta());
    return new Preconditioned(step, 0.99, 1e-5 * model.rows(), curvature, gamma);
  }

  /** The dynamics with a step-size for a model with its mode. */
  public Dynamics make(StepSize step, Model model, Mode mode) {
    if (exact() && !(step instanceof StepSize.Constant)) {
      throw new IllegalArgumentException(label + " has one step-size, not a schedule of them");
    }
    return maker.make(step, model, mode);
  }

  /** Whether it accepts or rejects by f itself, and so needs all rows. */
  public boolean exact() {
    return this == MALA || this == NUTS;
  }

  /** Whether its step is a time, of the scale of a standard deviation, and not its square. */
  public boolean secondOrder() {
    return this == HAMILTONIAN || this == NOSE_HOOVER || this == UNDERDAMPED;
  }

  /** A step that suits the natural metric. */
  public double naturalStep() {
    return naturalStep;
  }

  /** The paper's step 1/N, or its root where a step is of the scale of a standard deviation. */
  public double plainStep(int rows) {
    boolean root = secondOrder() || this == PRECONDITIONED || this == PRECONDITIONED_GAMMA;
    return root ? Math.sqrt(1.0 / rows) : 1.0 / rows;
  }

  /** As in a sampler's name. */
  public String label() {
    return label;
  }

  /** What it is, in a formula. */
  public String formula() {
    return formula;
  }

  /** Whose it is. */
  public String reference() {
    return reference;
  }

  /** When to use it. */
  public String use() {
    return use;
  }
}
