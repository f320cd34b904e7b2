package org.perrin.family;

import java.util.List;
import org.perrin.math.Scalars;

/** 1 with probability p, else 0. Logarithms have their own digits, in both tails. */
sealed interface Bernoulli extends Distribution {
  /** All families of it, by their links. */
  List<Family> FAMILIES = List.of(new Logistic(), new Probit(), new Cloglog());

  /** Of a 1. */
  double p();

  /** {@code log p}. */
  double logOne();

  /** {@code log(1 − p)}. */
  double logZero();

  static Bernoulli of(double p) {
    return new ByProbability(p, Math.log(p), Math.log1p(-p));
  }

  static Bernoulli of(double p, double logOne, double logZero) {
    return new ByProbability(p, logOne, logZero);
  }

  static Bernoulli ofLogOdds(double eta) {
    return new ByLogOdds(Scalars.expit(eta), eta);
  }

  /** With logarithms that are known. */
  record ByProbability(double p, double logOne, double logZero) implements Bernoulli {}

  /** Logarithms are computed when they are asked for: predictions ask for means alone. */
  record ByLogOdds(double p, double eta) implements Bernoulli {
    @Override
    public double logOne() {
      return -Scalars.log1pExp(-eta);
    }

    @Override
    public double logZero() {
      return -Scalars.log1pExp(eta);
    }
  }

  @Override
  default double mean() {
    return p();
  }

  @Override
  default double sd() {
    return Math.sqrt(p() * (1 - p()));
  }

  @Override
  default double logDensity(double y) {
    return y == 1 ? logOne() : y == 0 ? logZero() : Double.NEGATIVE_INFINITY;
  }

  @Override
  default double cumulative(double y) {
    return y < 0 ? 0 : y < 1 ? 1 - p() : 1;
  }

  @Override
  default boolean whole() {
    return true;
  }
}
