package org.perrin.io.design;

import java.util.Arrays;
import java.util.function.Function;
import org.perrin.io.InputException;
import org.perrin.math.Parallel;

/**
 * Polynomials of degree 1, 2, … that are orthonormal over the values they were fitted to, and to
 * the constant: {@code pₖ(x)/√nₖ} with {@code p₀ = 1} and {@code pₖ₊₁ = (x − aₖ₊₁) pₖ − (nₖ/nₖ₋₁)
 * pₖ₋₁}, where {@code nₖ = Σ pₖ²} and {@code aₖ₊₁ = Σ x pₖ² / nₖ} (Stieltjes), as R's {@code poly}.
 */
final class Polynomial implements FittedBasis {
  private final double[] a;
  private final double[] n;

  /** From {@code a₁ … a_d, n₀ … n_d}. */
  Polynomial(int degree, double[] numbers) {
    this.a = Arrays.copyOf(numbers, degree);
    this.n = Arrays.copyOfRange(numbers, degree, numbers.length);
  }

  /** One pass over the values for each degree. */
  static double[] fit(double[] values, int degree, Function<String, InputException> bad) {
    double[] numbers = new double[2 * degree + 1];
    numbers[0] = FittedBasis.mean(values);
    numbers[degree] = values.length;
    double mean = numbers[0];
    for (int k = 1; k <= degree; k++) {
      double[] before = numbers.clone();
      double[] sums = sums(values, mean, k, before, degree);
      if (!(sums[0] > 0) || !Double.isFinite(sums[0])) {
        throw bad.apply(
            "runs out of digits: lower its degree, or use other units, as in I(x/1000)");
      }
      numbers[degree + k] = sums[0];
      if (k < degree) {
        numbers[k] = mean + sums[1] / sums[0];
      }
    }
    return numbers;
  }

  /** {@code Σ pₖ²} and {@code Σ (x − mean) pₖ²}. */
  private static double[] sums(double[] values, double mean, int k, double[] numbers, int degree) {
    return Parallel.sum(
        values.length,
        2,
        (total, from, to) -> {
          for (int i = from; i < to; i++) {
            double p = value(values[i], k, numbers, degree);
            total[0] += p * p;
            total[1] += (values[i] - mean) * p * p;
          }
        });
  }

  /** {@code pₖ(x)}, of which no later numbers are needed. */
  private static double value(double x, int k, double[] numbers, int degree) {
    double before = 0;
    double p = 1;
    for (int j = 0; j < k; j++) {
      double ratio = j == 0 ? 0 : numbers[degree + j] / numbers[degree + j - 1];
      double next = (x - numbers[j]) * p - ratio * before;
      before = p;
      p = next;
    }
    return p;
  }

  @Override
  public int width() {
    return a.length;
  }

  @Override
  public void write(double x, double[] out, int at) {
    double before = 0;
    double p = 1;
    for (int k = 0; k < a.length; k++) {
      double next = (x - a[k]) * p - (k == 0 ? 0 : n[k] / n[k - 1]) * before;
      before = p;
      p = next;
      out[at + k] = p / Math.sqrt(n[k + 1]);
    }
  }
}
