package org.perrin.io.design;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.perrin.data.Rows;
import org.perrin.io.Samples;
import org.perrin.io.formula.Basis;
import org.perrin.io.formula.Formula;
import org.perrin.io.table.Table;

/**
 * Formulas mean what they mean in R: for each table and formula the design has R's rank, its column
 * space and its columns without those that R's lm calls aliased. {@code src/test/r/formulas.R} says
 * what the resources hold and makes them.
 */
class FormulasOfRTest {
  private static final double DIGITS = 1e-8;
  private static final Map<String, Table> TABLES = new HashMap<>();

  private static String resource(String name) {
    try (InputStream in = FormulasOfRTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Table table(String name) {
    return TABLES.computeIfAbsent(name, key -> Samples.table(resource(key + ".csv")));
  }

  /** Eleven rows of it. */
  private static Table first(String name) {
    return TABLES.computeIfAbsent(
        "first of " + name,
        key -> Samples.table(resource(name + ".csv").lines().limit(12).collect(joining("\n"))));
  }

  private static double[] numbers(String text) {
    return text.isEmpty()
        ? new double[0]
        : Arrays.stream(text.split(",")).mapToDouble(Double::parseDouble).toArray();
  }

  static Stream<Arguments> formulas() {
    return resource("formulas.tsv")
        .lines()
        .map(line -> Arguments.of((Object[]) line.split("\t", -1)));
  }

  /** 80 formulas at least, on three tables. */
  @Test
  void there_are_many() {
    assertThat(formulas().count()).isGreaterThan(3 * 80);
  }

  private static Design design(String table, String formula) {
    return Design.of(table(table), DesignSpec.formula(formula).outcome(ResponseKind.REAL));
  }

  @ParameterizedTest
  @MethodSource("formulas")
  void a_design_is_the_model_matrix_of_R(
      String table, String formula, int rank, String space, String columns, String offset) {
    Design design = design(table, formula);
    Rows x = design.data().x();
    assertThat(x.width()).as("%s of rank %d", design.data().names(), rank).isEqualTo(rank);
    assertThat(spaceOf(x)).containsExactly(numbers(space), within(DIGITS));
    double[] fingerprint = new double[rank];
    Arrays.setAll(fingerprint, k -> alongW(x.count(), i -> x.get(i, k)));
    double[] expected = numbers(columns);
    Arrays.sort(fingerprint);
    Arrays.sort(expected);
    assertThat(fingerprint).as("%s", design.data().names()).hasSize(expected.length);
    for (int k = 0; k < rank; k++) {
      double size = 1 + Math.abs(expected[k]);
      assertThat(fingerprint[k]).isCloseTo(expected[k], within(DIGITS * size));
    }
    double[] added = design.data().offset();
    assertThat(added == null).isEqualTo(offset.isEmpty());
    if (added != null) {
      assertThat(alongW(x.count(), i -> added[i]))
          .isCloseTo(Double.parseDouble(offset), within(DIGITS));
    }
  }

  /** The fingerprint differs where one column does, so the test can fail. */
  @Test
  void another_space_is_noticed() {
    double[] one = spaceOf(design("plain", "y ~ x + g").data().x());
    double[] other = spaceOf(design("plain", "y ~ x + h + b").data().x());
    double most = 0;
    for (int k = 0; k < one.length; k++) {
      most = Math.max(most, Math.abs(one[k] - other[k]));
    }
    assertThat(most).isGreaterThan(0.01);
  }

  /** What was written and read again gives the same columns for other rows. */
  @ParameterizedTest
  @MethodSource("formulas")
  void new_rows_have_the_same_columns(String table, String formula) {
    Design design = design(table, formula);
    Encoding again = Encoding.fromJson(design.encoding().toJson());
    assertThat(again).isEqualTo(design.encoding());
    Design applied = again.apply(first(table), MissingPolicy.ERROR);
    assertThat(applied.data().names()).isEqualTo(design.data().names());
    double[] row = new double[design.data().x().width()];
    double[] expected = new double[row.length];
    for (int i = 0; i < 11; i++) {
      applied.data().x().copy(i, row);
      design.data().x().copy(i, expected);
      assertThat(row).isEqualTo(expected);
    }
    if (design.data().offset() != null) {
      assertThat(applied.data().offset()).isEqualTo(Arrays.copyOf(design.data().offset(), 11));
    }
  }

  static Stream<Arguments> curves() {
    return resource("curves.tsv")
        .lines()
        .map(line -> Arguments.of((Object[]) line.split("\t", -1)));
  }

  /** Inside the range of the values that they were fitted to, and outside. */
  @ParameterizedTest
  @MethodSource("curves")
  void curves_go_on_as_in_R(String text, double x, String columns) {
    Formula.Term term = Formula.parse("~" + text).terms(List.of()).getFirst();
    Basis basis = (Basis) term.factors().getFirst();
    FittedFactor.Curved part =
        (FittedFactor.Curved)
            design("plain", "y ~ " + text).encoding().terms().getFirst().getFirst();
    assertThat(part.basis()).isEqualTo(basis);
    double[] out = new double[part.names().size()];
    part.curve().write(x, out, 0);
    assertThat(out).containsExactly(numbers(columns), within(DIGITS));
  }

  /** {@code vₐᵀ P v_b}, {@code a ≤ b ≤ 3}, with P the projection onto the columns. */
  private static double[] spaceOf(Rows x) {
    List<double[]> basis = new ArrayList<>();
    for (int k = 0; k < x.width(); k++) {
      double[] q = new double[x.count()];
      int column = k;
      Arrays.setAll(q, i -> x.get(i, column));
      for (int twice = 0; twice < 2; twice++) {
        basis.forEach(b -> subtract(q, b, dot(q, b)));
      }
      double norm = Math.sqrt(dot(q, q));
      basis.add(Arrays.stream(q).map(value -> value / norm).toArray());
    }
    List<Double> space = new ArrayList<>();
    for (int b = 1; b <= 3; b++) {
      for (int a = 1; a <= b; a++) {
        double sum = 0;
        for (double[] q : basis) {
          sum += dot(q, v(a, q.length)) * dot(q, v(b, q.length));
        }
        space.add(sum);
      }
    }
    return space.stream().mapToDouble(value -> value).toArray();
  }

  private static double[] v(int a, int n) {
    return IntStream.rangeClosed(1, n).mapToDouble(i -> Math.sin(a * i + a * a)).toArray();
  }

  private static double alongW(int n, IntToDoubleFunction value) {
    return IntStream.range(0, n)
        .mapToDouble(i -> Math.cos(0.7 * (i + 1)) * value.applyAsDouble(i))
        .sum();
  }

  private static double dot(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
  }

  private static void subtract(double[] v, double[] q, double factor) {
    Arrays.setAll(v, i -> v[i] - factor * q[i]);
  }
}
