package org.perrin.catalogue;

import java.util.function.DoubleFunction;
import org.perrin.dynamics.Dynamics;
import org.perrin.dynamics.Langevin;
import org.perrin.dynamics.LeimkuhlerMatthews;
import org.perrin.dynamics.Mala;
import org.perrin.dynamics.Nuts;

/** The dynamics by name. To add one, write a class and a line here. */
public enum Move {
  /** Euler's. */
  LANGEVIN("langevin", "θ' = θ − (ε/2) ĝ + √ε η, Eqs. (2), (4)", Langevin::new),
  /** Every normal used twice. */
  LEIMKUHLER_MATTHEWS(
      "leimkuhler-matthews", "θ' = θ − (h/2) ĝ + √h (ηₖ + ηₖ₊₁)/2", LeimkuhlerMatthews::new),
  /** With accept and reject. */
  MALA("mala", "a Langevin step, accepted or rejected by f", Mala::new),
  /** Trajectories until they turn. */
  NUTS("nuts", "a Hamiltonian trajectory until it turns back", Nuts::new);

  private final String label;
  private final String formula;
  private final DoubleFunction<Dynamics> maker;

  Move(String label, String formula, DoubleFunction<Dynamics> maker) {
    this.label = label;
    this.formula = formula;
    this.maker = maker;
  }

  /** The dynamics with a step-size. */
  public Dynamics make(double stepSize) {
    return maker.apply(stepSize);
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
