package org.perrin.io.design;

import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.perrin.io.InputException;
import org.perrin.io.formula.Basis;
import org.perrin.math.Parallel;

/**
 * The columns of a {@link Basis}, fitted: the same for any value, whatever else the table holds.
 */
sealed interface FittedBasis
    permits FittedBasis.Powers,
        FittedBasis.Line,
        Polynomial,
        BSpline,
        NaturalSpline,
        PenalisedSpline {
  /** Columns. */
  int width();

  /** Writes the columns at {@code x}. */
  void write(double x, double[] out, int at);

  /** From the numbers that {@link #fit} found. */
  static FittedBasis of(Basis basis, List<Double> numbers) {
    double[] found = numbers.stream().mapToDouble(x -> x).toArray();
    if (found.length != count(basis) || !Arrays.stream(found).allMatch(Double::isFinite)) {
      throw new IllegalArgumentException(basis.text() + " does not go with its numbers");
    }
    return switch (basis.function()) {
      case POLY ->
          basis.value("raw") == 1
              ? new Powers(basis.value("degree"))
              : new Polynomial(basis.value("degree"), found);
      case SCALE -> new Line(found[0], found[1]);
      case BS -> new BSpline(basis.value("degree"), found);
      case NS -> new NaturalSpline(found);
      case S -> new PenalisedSpline(basis.value("k"), found);
    };
  }

  /** How many numbers it takes from the values. */
  private static int count(Basis basis) {
    return switch (basis.function()) {
      case POLY -> basis.value("raw") == 1 ? 0 : 2 * basis.value("degree") + 1;
      case SCALE -> 2;
      case BS -> basis.value("df") - basis.value("degree") + 2;
      case NS -> basis.value("df") + 1;
      case S -> PenalisedSpline.numbers(basis.value("k"));
    };
  }

  /** What depends on the values; {@code bad} makes an error of what is wrong. */
  static List<Double> fit(Basis basis, double[] values, Function<String, InputException> bad) {
    double[] numbers =
        switch (basis.function()) {
          case POLY -> {
            int degree = basis.value("degree");
            checkDistinct(values, degree, bad);
            yield basis.value("raw") == 1 ? new double[0] : Polynomial.fit(values, degree, bad);
          }
          case SCALE -> Line.fit(values, bad);
          case BS -> BSpline.knots(values, basis.value("df") - basis.value("degree"), bad);
          case NS -> BSpline.knots(values, basis.value("df") - 1, bad);
          case S -> PenalisedSpline.fit(values, basis.value("k"), bad);
        };
    return Arrays.stream(numbers).boxed().toList();
  }

  private static void checkDistinct(
      double[] values, int degree, Function<String, InputException> bad) {
    TreeSet<Double> found =
        TypedColumns.distinct(values, new RowSelection(values.length, null), degree);
    if (found.size() <= degree) {
      throw bad.apply(
          "has %d different values to go through: its degree is at most %d"
              .formatted(found.size(), found.size() - 1));
    }
  }

  /** {@code Σ xᵢ / N}, the same bits on any machine. */
  static double mean(double[] values) {
    double[] sum =
        Parallel.sum(
            values.length,
            1,
            (total, from, to) -> {
              for (int i = from; i < to; i++) {
                total[0] += values[i];
              }
            });
    return sum[0] / values.length;
  }

  /** {@code x, x², …} */
  record Powers(int width) implements FittedBasis {
    @Override
    public void write(double x, double[] out, int at) {
      double power = 1;
      for (int k = 0; k < width; k++) {
        power *= x;
        out[at + k] = power;
      }
    }
  }

  /** {@code (x − centre) / scale}. */
  record Line(double centre, double scale) implements FittedBasis {
    static double[] fit(double[] values, Function<String, InputException> bad) {
      double mean = mean(values);
      double[] squares =
          Parallel.sum(
              values.length,
              1,
              (total, from, to) -> {
                for (int i = from; i < to; i++) {
                  total[0] += (values[i] - mean) * (values[i] - mean);
                }
              });
      double sd = Math.sqrt(squares[0] / (values.length - 1));
      if (!(sd > 0)) {
        throw bad.apply("has one value only, which cannot be scaled: leave it out");
      }
      return new double[] {mean, sd};
    }

    @Override
    public int width() {
      return 1;
    }

    @Override
    public void write(double x, double[] out, int at) {
      out[at] = (x - centre) / scale;
    }
  }
}
