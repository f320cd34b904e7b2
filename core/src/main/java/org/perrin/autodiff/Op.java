package org.perrin.autodiff;

import org.perrin.math.Gamma;

/**
 * The kinds of node on a tape, and the second derivatives of each, found when they are asked for
 * from what the node holds: its value v, its argument x and its first derivative d.
 */
final class Op {
  static final byte LEAF = 0;

  /** {@code Σ cₖ vₖ + c} over neighbouring nodes. */
  static final byte DENSE = 1;

  /** {@code Σ cₖ vₖ + c} over any nodes. */
  static final byte SPARSE = 2;

  static final byte TIMES = 3;
  static final byte OVER = 4;

  /** Any function of two arguments that is linear in both together: sums and differences. */
  static final byte SUM = 5;

  /** From here on functions of one argument. */
  static final byte LINEAR = 6;

  static final byte EXP = 7;
  static final byte LOG = 8;
  static final byte SQRT = 9;
  static final byte SQUARE = 10;
  static final byte RECIPROCAL = 11;
  static final byte POWER = 12;
  static final byte TANH = 13;
  static final byte CIRCULAR = 14;
  static final byte LOGISTIC = 15;
  static final byte SOFTPLUS = 16;
  static final byte LOG_GAMMA = 17;
  static final byte GIVEN = 18;

  private Op() {}

  /** The second derivative of a function of one argument; {@code extra} is the node's own. */
  static double curvature(byte op, double x, double v, double d, double extra) {
    return switch (op) {
      case LINEAR -> 0;
      case EXP -> v;
      case LOG -> -d * d;
      case SQRT -> -d / (2 * x);
      case SQUARE -> 2;
      case RECIPROCAL -> 2 * v * v * v;
      case POWER -> extra * (extra - 1) * Math.pow(x, extra - 2);
      case TANH -> -2 * v * d;
      case CIRCULAR -> -v;
      case LOGISTIC -> d * (1 - 2 * v);
      case SOFTPLUS -> d * (1 - d);
      case LOG_GAMMA -> Gamma.trigamma(x);
      case GIVEN -> extra;
      default -> throw new IllegalArgumentException("not a function of one argument: " + op);
    };
  }
}
