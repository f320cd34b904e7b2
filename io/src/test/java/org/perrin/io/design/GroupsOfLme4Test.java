package org.perrin.io.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.perrin.io.Samples;
import org.perrin.io.table.Table;

/**
 * What varies by groups means what it means in lme4: for each table and formula there are lme4's
 * terms with their levels and columns. {@code src/test/r/groups.R} says what the resource holds and
 * makes it.
 */
class GroupsOfLme4Test {
  private static final double DIGITS = 1e-8;
  private static final Map<String, Table> TABLES = new HashMap<>();

  /** A term: how many levels, and for each column Σⱼ (Σᵢ wᵢ xᵢ)² over levels j and their rows i. */
  private record Term(int levels, double... columns) {
    static Term of(String text) {
      String[] parts = text.split(":");
      double[] columns =
          Arrays.stream(parts[1].split(",")).mapToDouble(Double::parseDouble).toArray();
      return new Term(Integer.parseInt(parts[0]), columns);
    }

    static List<Term> sorted(Stream<Term> terms) {
      return terms
          .sorted(
              Comparator.comparingInt(Term::levels)
                  .thenComparing(t -> t.columns.length)
                  .thenComparing(t -> Math.round(1e6 * t.columns[0])))
          .toList();
    }
  }

  private static String resource(String name) {
    try (InputStream in = GroupsOfLme4Test.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<Arguments> formulas() {
    return resource("groups.tsv").lines().map(line -> Arguments.of((Object) line.split("\t")));
  }

  private static Design design(String table, String formula) {
    Table rows = TABLES.computeIfAbsent(table, t -> Samples.table(resource(t + ".csv")));
    return Design.of(rows, DesignSpec.formula(formula).outcome(ResponseKind.REAL));
  }

  @Test
  void there_are_many() {
    assertThat(formulas().count()).isGreaterThanOrEqualTo(2 * 25);
  }

  @ParameterizedTest
  @MethodSource("formulas")
  void levels_and_columns_are_those_of_lme4(String... line) {
    Design design = design(line[0], line[1]);
    List<Term> expected = Term.sorted(Arrays.stream(line).skip(2).map(Term::of));
    List<Term> found = new ArrayList<>();
    for (int g = 0; g < design.groups().size(); g++) {
      found.addAll(terms(design.encoding().groups().get(g), design.groups().get(g)));
    }
    found = Term.sorted(found.stream());
    assertThat(found).hasSameSizeAs(expected);
    for (int g = 0; g < found.size(); g++) {
      assertThat(found.get(g).levels).isEqualTo(expected.get(g).levels);
      double[] mine = found.get(g).columns;
      double[] theirs = expected.get(g).columns;
      assertThat(mine).hasSameSizeAs(theirs);
      for (int c = 0; c < mine.length; c++) {
        assertThat(mine[c]).isCloseTo(theirs[c], within(DIGITS * (1 + Math.abs(theirs[c]))));
      }
    }
  }

  /** Columns that are not correlated are terms of their own in lme4. */
  private static List<Term> terms(GroupTerm term, GroupRows rows) {
    double[] columns = new double[term.width()];
    Arrays.setAll(columns, c -> fingerprint(term.by().count(), rows.level(), rows.values().get(c)));
    int levels = term.by().count();
    return term.correlated()
        ? List.of(new Term(levels, columns))
        : Arrays.stream(columns).mapToObj(f -> new Term(levels, f)).toList();
  }

  private static double fingerprint(int levels, int[] level, double[] values) {
    double[] sums = new double[levels];
    for (int i = 0; i < level.length; i++) {
      sums[level[i]] += Math.cos(0.7 * (i + 1)) * (values == null ? 1 : values[i]);
    }
    return Arrays.stream(sums).map(sum -> sum * sum).sum();
  }

  /** What was written and read again gives the same levels and columns. */
  @ParameterizedTest
  @MethodSource("formulas")
  void new_rows_have_the_same_levels_and_columns(String... line) {
    Design design = design(line[0], line[1]);
    Encoding again = Encoding.fromJson(design.encoding().toJson());
    assertThat(again).isEqualTo(design.encoding());
    Design applied = again.apply(TABLES.get(line[0]), MissingPolicy.ERROR);
    for (int g = 0; g < design.groups().size(); g++) {
      assertThat(applied.groups().get(g).level()).isEqualTo(design.groups().get(g).level());
      for (int c = 0; c < design.encoding().groups().get(g).width(); c++) {
        assertThat(applied.groups().get(g).values().get(c))
            .isEqualTo(design.groups().get(g).values().get(c));
      }
    }
  }
}
