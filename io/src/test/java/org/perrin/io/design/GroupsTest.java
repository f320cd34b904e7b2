package org.perrin.io.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.perrin.io.InputException;
import org.perrin.io.Samples;
import org.perrin.io.table.Table;

class GroupsTest {
  private static final String ROWS =
      """
      y,x,c,a,b,twin,one
      1,0,3,p,u,1,z
      2,1,3,p,v,1,z
      3,2,3,q,u,2,z
      5,4,3,q,w,2,z
      8,7,3,r,u,3,z
      6,1,3,r,v,3,z
      """;

  @TempDir Path folder;

  private static Design design(String formula, String... further) {
    return Design.of(
        Samples.table(ROWS),
        DesignSpec.formula(formula).outcome(ResponseKind.REAL).further(further));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "(1 | a) ! sd(1 | a) ! a[p] a[q] a[r]",
        "(x | a) ! sd(1 | a) sd(x | a) cor(1, x | a) ! a[p] a[p, x] a[q] a[q, x] a[r] a[r, x]",
        "(x || a) ! sd(1 | a) sd(x | a) ! a[p] a[p, x] a[q] a[q, x] a[r] a[r, x]",
        "(0 + x | a) ! sd(x | a) ! a[p, x] a[q, x] a[r, x]",
        "(1 | a:b) ! sd(1 | a:b) ! a:b[p:u] a:b[p:v] a:b[q:u] a:b[q:w] a:b[r:u] a:b[r:v]",
      })
  void parameters_have_names(String term, String heads, String effects) {
    GroupTerm group = design("y ~ x + " + term).encoding().groups().getFirst();
    assertThat(String.join(" ", group.scaleNames()) + cors(group)).isEqualTo(heads);
    assertThat(String.join(" ", group.effectNames())).isEqualTo(effects);
    assertThat(group.effects()).isEqualTo(group.effectNames().size());
  }

  private static String cors(GroupTerm group) {
    return group.correlationNames().isEmpty()
        ? ""
        : " " + String.join(" ", group.correlationNames());
  }

  @Test
  void correlations_come_column_by_column() {
    GroupTerm group = design("y ~ (x + b | twin)").encoding().groups().getFirst();
    assertThat(group.correlationNames())
        .containsExactly(
            "cor(1, x | twin)",
            "cor(1, b[v] | twin)",
            "cor(x, b[v] | twin)",
            "cor(1, b[w] | twin)",
            "cor(x, b[w] | twin)",
            "cor(b[v], b[w] | twin)");
    assertThat(group.text()).isEqualTo("(1 + x + b | twin)");
  }

  @Test
  void nested_factors_are_two_terms() {
    assertThat(design("y ~ x + (1 | b/a)").encoding().groups())
        .extracting(GroupTerm::text)
        .containsExactly("(1 | b)", "(1 | b:a)");
  }

  @Test
  void other_parameters_have_groups_of_their_own() {
    Design design = design("y ~ x + (1 | a)", "sigma ~ (1 | b)");
    assertThat(design.encoding().allGroups())
        .extracting(placed -> placed.prefix() + placed.term().text())
        .containsExactly("(1 | a)", "sigma: (1 | b)");
    assertThat(design.groups().get(1).level()).containsExactly(0, 1, 0, 2, 0, 1);
    assertThat(Encoding.fromJson(design.encoding().toJson())).isEqualTo(design.encoding());
  }

  /** The level of one factor is known, that of the other is not. */
  @Test
  void new_and_partly_new_levels_are_marked() {
    Encoding encoding = design("y ~ x + (x | a/b)").encoding();
    Table rows = Samples.table("x,a,b\n1,p,u\n1,p,w\n1,s,u\n1,q,new\n");
    Design design = encoding.applyWhereKnown(rows).design();
    assertThat(design.groups().get(0).level()).containsExactly(0, 0, TypedColumns.NEW, 1);
    assertThat(design.groups().get(1).level())
        .containsExactly(0, TypedColumns.NEW, TypedColumns.NEW, TypedColumns.NEW);
    assertThat(design.notes())
        .anyMatch(note -> note.startsWith("1 row of levels of \"a\" that were not there"))
        .anyMatch(note -> note.startsWith("3 rows of levels of \"a:b\" that were not there"));
  }

  /** A folder that an earlier version wrote. */
  @Test
  void one_varying_intercept_is_read_as_it_was_written_before() {
    String json =
        """
        {"response":{"real":"y"},"intercept":true,"terms":[],"weights":null,"offset":null,
         "group":{"levels":"a","full":true,"values":["p","q"]}}
        """;
    assertThat(Encoding.fromJson(json).groups())
        .containsExactly(
            design("y ~ (1 | a)").encoding().groups().stream()
                .map(
                    g ->
                        new GroupTerm(
                            Grouping.of(
                                new FittedFactor.Levels("a", java.util.List.of("p", "q"), true)),
                            g.intercept(),
                            g.terms(),
                            g.correlated()))
                .toArray(GroupTerm[]::new));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "y ~ (c | a) ! \"c\" in (1 + c | a) has one value only, which gives no slope: leave it out",
        "y ~ (0 + c | a) ! \"c\" in (0 + c | a) has one value only",
        "y ~ (1 | one) ! \"one\" has one level only, by which nothing varies: leave the term out",
        "y ~ (1 | a) + (1 | twin) ! a and twin put the same rows together, so nothing tells their effects apart: leave (1 | twin) out",
        "y ~ (1 | a) + (x | twin) ! so nothing tells their effects apart: leave 1 out of (1 + x | twin)",
        "y ~ x + (1 | y) ! column \"y\" is both target and group: let nothing vary by it",
        "y ~ (1 | a:y) ! column \"y\" is both target and group",
        "y ~ (1 | a) + (x | a) ! there are two of sd(1 | a): leave one out of (1 + x | a)",
        "y ~ (1 | a/twin) ! a and a:twin put the same rows together",
        "y ~ (s(x) | a) ! s(x) does not vary by groups: use ns(…) there",
        "y ~ (y | a) ! column \"y\" is both target and feature",
        "y ~ (1 | q) ! there is no column \"q\"",
        "y ~ (q | a) ! there is no column \"q\"",
        "y ~ (0 + one | a) ! \"one[z]\" in (0 + one | a) has one value only",
      })
  void what_data_cannot_tell_is_refused_in_one_line(String formula, String message) {
    assertThatThrownBy(() -> design(formula))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  @Test
  void factors_that_differ_in_a_row_may_cross() {
    assertThat(design("y ~ (1 | a) + (1 | b)").groups()).hasSize(2);
    assertThat(design("y ~ (1 | a) + (0 + x | twin)").groups()).hasSize(2);
  }
}
