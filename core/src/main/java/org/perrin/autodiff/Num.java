package org.perrin.autodiff;

import org.perrin.math.Gamma;
import org.perrin.math.Scalars;

/**
 * A number that remembers how it came about. Arithmetic reads as usual, {@code
 * y.minus(mu).over(sigma).square()}, and leaves a trace on a tape that derivatives are read from.
 * Numbers are lent: one that a row has made must not be kept for the next row.
 */
public final class Num {
  private final Tape tape;
  private final int index;

  Num(Tape tape, int index) {
    this.tape = tape;
    this.index = index;
  }

  Tape tape() {
    return tape;
  }

  int index() {
    return index;
  }

  /** Its value here and now; what depends on it in other ways than by arithmetic is not derived. */
  public double value() {
    return tape.value[index];
  }

  /** {@code this + other}. */
  public Num plus(Num other) {
    return tape.binary(Op.SUM, index, other.index, value() + other.value(), 1, 1);
  }

  /** {@code this + c}. */
  public Num plus(double c) {
    return tape.unary(Op.LINEAR, index, value() + c, 1, 0);
  }

  /** {@code this − other}. */
  public Num minus(Num other) {
    return tape.binary(Op.SUM, index, other.index, value() - other.value(), 1, -1);
  }

  /** {@code this − c}. */
  public Num minus(double c) {
    return tape.unary(Op.LINEAR, index, value() - c, 1, 0);
  }

  /** {@code c − this}. */
  public Num subtractedFrom(double c) {
    return tape.unary(Op.LINEAR, index, c - value(), -1, 0);
  }

  /** {@code this · other}. */
  public Num times(Num other) {
    double x = value();
    double y = other.value();
    return tape.binary(Op.TIMES, index, other.index, x * y, y, x);
  }

  /** {@code this · c}. */
  public Num times(double c) {
    return tape.unary(Op.LINEAR, index, value() * c, c, 0);
  }

  /** {@code this / other}. */
  public Num over(Num other) {
    double y = other.value();
    double v = value() / y;
    return tape.binary(Op.OVER, index, other.index, v, 1 / y, -v / y);
  }

  /** {@code this / c}. */
  public Num over(double c) {
    return times(1 / c);
  }

  /** {@code −this}. */
  public Num negate() {
    return times(-1);
  }

  /** {@code 1 / this}. */
  public Num reciprocal() {
    double v = 1 / value();
    return tape.unary(Op.RECIPROCAL, index, v, -v * v, 0);
  }

  /** {@code this²}. */
  public Num square() {
    double x = value();
    return tape.unary(Op.SQUARE, index, x * x, 2 * x, 0);
  }

  /** {@code √this}. */
  public Num sqrt() {
    double v = Math.sqrt(value());
    return tape.unary(Op.SQRT, index, v, 0.5 / v, 0);
  }

  /** {@code this^p}. */
  public Num pow(double p) {
    double x = value();
    return tape.unary(Op.POWER, index, Math.pow(x, p), p * Math.pow(x, p - 1), p);
  }

  /** {@code e^this}. */
  public Num exp() {
    double v = Scalars.exp(value());
    return tape.unary(Op.EXP, index, v, v, 0);
  }

  /** The natural logarithm. */
  public Num log() {
    double x = value();
    return tape.unary(Op.LOG, index, Math.log(x), 1 / x, 0);
  }

  /** {@code log(1 + this)}. */
  public Num log1p() {
    double x = value();
    return tape.unary(Op.LOG, index, Math.log1p(x), 1 / (1 + x), 0);
  }

  /** The hyperbolic tangent. */
  public Num tanh() {
    double v = Math.tanh(value());
    return tape.unary(Op.TANH, index, v, 1 - v * v, 0);
  }

  /** The sine. */
  public Num sin() {
    double x = value();
    return tape.unary(Op.CIRCULAR, index, Math.sin(x), Math.cos(x), 0);
  }

  /** The cosine. */
  public Num cos() {
    double x = value();
    return tape.unary(Op.CIRCULAR, index, Math.cos(x), -Math.sin(x), 0);
  }

  /** {@code |this|}; the derivative at 0 is taken to be 0. */
  public Num abs() {
    return tape.unary(Op.LINEAR, index, Math.abs(value()), Math.signum(value()), 0);
  }

  /** {@code 1 / (1 + e^{−this})}. */
  public Num logistic() {
    double v = Scalars.expit(value());
    return tape.unary(Op.LOGISTIC, index, v, v * (1 - v), 0);
  }

  /** {@code log(1 + e^this)} without overflow. */
  public Num softplus() {
    double x = value();
    return tape.unary(Op.SOFTPLUS, index, Scalars.log1pExp(x), Scalars.expit(x), 0);
  }

  /** {@code log Γ(this)}, for positive numbers. */
  public Num logGamma() {
    double x = value();
    return tape.unary(Op.LOG_GAMMA, index, Gamma.log(x), Gamma.digamma(x), 0);
  }

  /**
   * Any function of this number whose value and first two derivatives the caller has worked out by
   * hand: the way to write the hot part of a row for speed.
   */
  public Num apply(double value, double slope, double curvature) {
    return tape.unary(Op.GIVEN, index, value, slope, curvature);
  }

  /** The sum of some numbers, one node however many they are. */
  public static Num sum(Num... terms) {
    return terms[0].tape.sum(terms, terms.length);
  }

  /** {@code log Σ e^{termₖ}} without overflow. */
  public static Num logSumExp(Num... terms) {
    double top = Double.NEGATIVE_INFINITY;
    for (Num term : terms) {
      top = Math.max(top, term.value());
    }
    Num[] scaled = new Num[terms.length];
    for (int k = 0; k < terms.length; k++) {
      scaled[k] = terms[k].minus(top).exp();
    }
    return sum(scaled).log().plus(top);
  }

  /** A number for people. */
  @Override
  public String toString() {
    return Double.toString(value());
  }
}
