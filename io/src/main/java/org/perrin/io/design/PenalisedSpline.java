package org.perrin.io.design;

import java.util.Arrays;
import java.util.function.Function;
import org.perrin.io.InputException;
import org.perrin.math.Matrices;
import org.perrin.math.Parallel;

/**
 * A natural cubic spline of k knots in coordinates that suit a penalty {@code ∫f″²} (Green and
 * Silverman, 1994): {@code f(x) = (x − x̄) b + Σⱼ Zⱼ(x) uⱼ}. The line is free; u has k − 2
 * elements, and the penalty is proportional to {@code Σ uⱼ²}.
 *
 * <p>With t the number in units of its range and {@code Gⱼ″} the hat of height 1 at the j-th inner
 * knot, {@code ∫f″² = γᵀRγ} for {@code f = Σ γⱼGⱼ}. The values that it was fitted to give M and C
 * of {@code Z = G M − (1, t) C}: lines are taken out, Z is orthogonal over the values, and the mean
 * of {@code Σⱼ Zⱼ²} is 1, so that the scale of u is about that of f less its line. Beyond the
 * outermost knots it is straight.
 */
final class PenalisedSpline implements FittedBasis {
  private final double centre;
  private final double low;
  private final double span;
  private final double[] knots;

  /** Row j: what Gⱼ adds to each column. */
  private final double[][] m;

  private final double[][] c;

  /** From k knots, the mean, M and C, row by row. */
  PenalisedSpline(int k, double... numbers) {
    int n = k - 2;
    this.low = numbers[0];
    this.span = numbers[k - 1] - low;
    this.knots = new double[k];
    for (int i = 0; i < k; i++) {
      knots[i] = (numbers[i] - low) / span;
      if (i > 0 && !(numbers[i] > numbers[i - 1])) {
        throw new IllegalArgumentException("knots must grow");
      }
    }
    this.centre = numbers[k];
    this.m = new double[n][];
    this.c = new double[2][];
    int at = k + 1;
    for (int j = 0; j < n + 2; j++, at += n) {
      double[] row = Arrays.copyOfRange(numbers, at, at + n);
      if (j < n) {
        m[j] = row;
      } else {
        c[j - n] = row;
      }
    }
  }

  /** How many numbers say all of one of k knots. */
  static int numbers(int k) {
    return k + 1 + k * (k - 2);
  }

  /** Knots at quantiles of the different values, and what depends on all. Two passes. */
  static double[] fit(double[] values, int k, Function<String, InputException> bad) {
    double[] different = Arrays.stream(values).map(x -> x + 0.0).sorted().distinct().toArray();
    check(different.length, k, bad);
    int n = k - 2;
    double[] numbers = new double[numbers(k)];
    for (int i = 0; i < k; i++) {
      numbers[i] = BSpline.quantile(different, i, k - 1);
    }
    numbers[k] = FittedBasis.mean(values);
    for (int j = 0; j < n; j++) {
      numbers[k + 1 + j * n + j] = 1;
    }
    double[] moments = new PenalisedSpline(k, numbers).moments(values);
    double[][] found = new Reduced(numbers, k, moments, values.length).columns();
    for (int j = 0; j < k; j++) {
      System.arraycopy(found[j], 0, numbers, k + 1 + j * n, n);
    }
    return numbers;
  }

  private static void check(int different, int k, Function<String, InputException> bad) {
    if (different == 1) {
      throw bad.apply("has one value only, which gives no curve: leave it out");
    }
    if (different < 3) {
      throw bad.apply("has two different values, which give no curve: use the column as it is");
    }
    if (different < k) {
      throw bad.apply(
          "has %d different values for %d knots: give k = %d or less"
              .formatted(different, k, different));
    }
  }

  /** Sums of products of 1, t and all Gⱼ over the values, (n + 2)². */
  private double[] moments(double[] values) {
    int size = knots.length;
    return Parallel.sum(
        values.length,
        size * size,
        (sum, from, to) -> {
          double[] row = new double[size];
          for (int i = from; i < to; i++) {
            row[0] = 1;
            row[1] = place(values[i]);
            bends(row[1], row, 2);
            for (int a = 0; a < size; a++) {
              for (int b = 0; b < size; b++) {
                sum[a * size + b] += row[a] * row[b];
              }
            }
          }
        });
  }

  private double place(double x) {
    return (x - low) / span;
  }

  /** {@code Gⱼ(t)}: a third of cubes, whose second derivative is a hat. */
  private void bends(double t, double[] out, int at) {
    for (int j = 1; j < knots.length - 1; j++) {
      double before = knots[j] - knots[j - 1];
      double after = knots[j + 1] - knots[j];
      out[at + j - 1] =
          (cube(t - knots[j - 1]) / before
                  - cube(t - knots[j]) * (1 / before + 1 / after)
                  + cube(t - knots[j + 1]) / after)
              / 6;
    }
  }

  private static double cube(double x) {
    return x > 0 ? x * x * x : 0;
  }

  @Override
  public int width() {
    return knots.length - 1;
  }

  @Override
  public void write(double x, double[] out, int at) {
    double t = place(x);
    double[] g = new double[m.length];
    // beyond the last knot it is a line, which cubes would give with fewer digits
    double end = Math.min(t, 1);
    bends(end, g, 0);
    out[at] = x - centre;
    for (int k = 0; k < m.length; k++) {
      double sum = -c[0][k] - t * c[1][k];
      for (int j = 0; j < m.length; j++) {
        sum += (g[j] + (t - end) * slope(j)) * m[j][k];
      }
      out[at + 1 + k] = sum;
    }
  }

  /** The slope of Gⱼ beyond its knots: half the width of its hat. */
  private double slope(int j) {
    return (knots[j + 2] - knots[j]) / 2;
  }

  /** The reduction to an identity penalty and orthogonal columns. */
  private record Reduced(double[] numbers, int k, double[] moments, int count) {
    /** Rows of M and then of C. */
    double[][] columns() {
      int n = k - 2;
      double[][] line = line();
      double[] left = left(line);
      double[] root = Matrices.invertLower(Matrices.cholesky(penalty(), n), n);
      // u = Lᵀγ, R = LLᵀ, so columns are G L⁻ᵀ, and their products L⁻¹ (GᵀG) L⁻ᵀ
      double[] products =
          Matrices.multiply(Matrices.multiply(root, left, n), Matrices.transpose(root, n), n);
      symmetric(products, n);
      var eigen = Matrices.eigen(products, n);
      double trace = Arrays.stream(eigen.values()).sum() / count;
      double[][] rows = new double[k][n];
      for (int e = 0; e < n; e++) {
        double[] v = eigen.vectors()[n - 1 - e];
        double sign = Math.copySign(1 / Math.sqrt(trace), largest(v));
        for (int j = 0; j < n; j++) {
          double sum = 0;
          for (int i = 0; i < n; i++) {
            sum += root[i * n + j] * v[i];
          }
          rows[j][e] = sign * sum;
          rows[n][e] += rows[j][e] * line[j][0];
          rows[n + 1][e] += rows[j][e] * line[j][1];
        }
      }
      return rows;
    }

    private static double largest(double[] v) {
      double largest = 0;
      for (double x : v) {
        largest = Math.abs(x) > Math.abs(largest) ? x : largest;
      }
      return largest;
    }

    private static void symmetric(double[] a, int n) {
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
          double mean = (a[i * n + j] + a[j * n + i]) / 2;
          a[i * n + j] = mean;
          a[j * n + i] = mean;
        }
      }
    }

    /** {@code Rᵢⱼ = ∫ Gᵢ″Gⱼ″}: of hats, tridiagonal. */
    private double[] penalty() {
      int n = k - 2;
      double span = numbers[k - 1] - numbers[0];
      double[] r = new double[n * n];
      for (int j = 0; j < n; j++) {
        r[j * n + j] = (numbers[j + 2] - numbers[j]) / span / 3;
        if (j > 0) {
          double between = (numbers[j + 1] - numbers[j]) / span / 6;
          r[j * n + j - 1] = between;
          r[(j - 1) * n + j] = between;
        }
      }
      return r;
    }

    /** For each Gⱼ the line of least squares: its value at t = 0 and its slope. */
    private double[][] line() {
      int n = k - 2;
      double s = moments[0];
      double st = moments[1];
      double stt = moments[k + 1];
      double determinant = s * stt - st * st;
      double[][] line = new double[n][2];
      for (int j = 0; j < n; j++) {
        double sg = moments[2 + j];
        double stg = moments[k + 2 + j];
        line[j][1] = (s * stg - st * sg) / determinant;
        line[j][0] = (sg - st * line[j][1]) / s;
      }
      return line;
    }

    /** Products of what the lines leave. */
    private double[] left(double[][] line) {
      int n = k - 2;
      double[] left = new double[n * n];
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          left[i * n + j] =
              moments[(2 + i) * k + 2 + j]
                  - line[i][0] * moments[2 + j]
                  - line[i][1] * moments[k + 2 + j];
        }
      }
      return left;
    }
  }
}
