package org.perrin.family;

/**
 * A family that knows its third and fourth derivatives by η and how large they get near a point:
 * what exact sampling needs to read few rows. Here {@code order} is the order of the Taylor
 * polynomial, 2 or 3; what it leaves is of {@code order + 1}.
 */
public interface BoundedLikelihood extends Likelihood {
  /** {@code ∂ᵏℓ/∂ηᵏ}, k = 3 or 4. */
  double derivative(int k, double eta, double y);

  /** {@code sup |∂ᵏℓ/∂ηᵏ|} over {@code |x − η| ≤ reach}, k = 3 or 4; infinite if there is none. */
  double most(int k, double eta, double reach, double y);

  /** {@code ℓ(η + t)} less its Taylor polynomial of {@code order} at η. */
  default double remainder(int order, double eta, double t, double y) {
    if (Math.abs(t) <= RemainderIntegral.SMALL) {
      return RemainderIntegral.of(order, t, s -> derivative(order + 1, eta + s, y));
    }
    double polynomial = slope(eta, y) * t + curvature(eta, y) * t * t / 2;
    if (order == 3) {
      polynomial += derivative(3, eta, y) * t * t * t / 6;
    }
    return loss(eta + t, y) - loss(eta, y) - polynomial;
  }
}
