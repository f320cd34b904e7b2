package org.perrin.family;

import java.util.function.DoubleUnaryOperator;

/**
 * The remainder of Taylor's formula without a difference of large numbers: {@code r(t) = t^{q} ∫₀¹
 * (1−x)^{q−1}/(q−1)! g(xt) dx} with g the derivative of order {@code q = order + 1}, by
 * Gauss–Legendre quadrature. With six nodes and |t| ≤ ½ it is as good as exact for functions whose
 * nearest pole is as far as the logistic's, π.
 */
public final class RemainderIntegral {
  /** Where the integral is used; farther out the difference itself has digits enough. */
  public static final double SMALL = 0.5;

  /** Nodes of [−1, 1] that are positive, and their weights (Abramowitz and Stegun, 25.4). */
  private static final double[] NODES = {
    0.2386191860831969, 0.6612093864662645, 0.9324695142031521
  };

  private static final double[] WEIGHTS = {
    0.4679139345726910, 0.3607615730481386, 0.1713244923791704
  };

  private RemainderIntegral() {}

  /** {@code r(t)} with q = {@code order} + 1. */
  public static double of(int order, double t, DoubleUnaryOperator derivative) {
    double sum = 0;
    for (int k = 0; k < NODES.length; k++) {
      double low = (1 - NODES[k]) / 2;
      double high = (1 + NODES[k]) / 2;
      double near = power(high, order) * derivative.applyAsDouble(low * t);
      double far = power(low, order) * derivative.applyAsDouble(high * t);
      sum = Math.fma(WEIGHTS[k] / 2, near + far, sum);
    }
    return sum * power(t, order + 1) / (order == 2 ? 2 : 6);
  }

  /** {@code xᵏ}, k from 2 to 4. */
  public static double power(double x, int k) {
    double square = x * x;
    return k == 2 ? square : k == 3 ? square * x : square * square;
  }
}
