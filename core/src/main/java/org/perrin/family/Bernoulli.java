package org.perrin.family;

import java.util.List;
import org.perrin.math.Scalars;

/**
 * 1 with probability p, else 0.
 *
 * @param p of a 1
 * @param logOne {@code log p}, with its own digits
 * @param logZero {@code log(1 − p)}
 */
record Bernoulli(double p, double logOne, double logZero) implements Distribution {
  /** All families of it, by their links. */
  static final List<Family> FAMILIES = List.of(new Logistic(), new Probit(), new Cloglog());

  static Bernoulli of(double p) {
    return new Bernoulli(p, Math.log(p), Math.log1p(-p));
  }

  static Bernoulli ofLogOdds(double eta) {
    return new Bernoulli(Scalars.expit(eta), -Scalars.log1pExp(-eta), -Scalars.log1pExp(eta));
  }

  @Override
  public double mean() {
    return p;
  }

  @Override
  public double sd() {
    return Math.sqrt(p * (1 - p));
  }

  @Override
  public double logDensity(double y) {
    return y == 1 ? logOne : y == 0 ? logZero : Double.NEGATIVE_INFINITY;
  }

  @Override
  public double cumulative(double y) {
    return y < 0 ? 0 : y < 1 ? 1 - p : 1;
  }

  @Override
  public boolean whole() {
    return true;
  }
}
