package org.perrin.io.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;

/** Columns of a design that are made of one column of the table. */
class OwnTermsTest {
  private static final Table TABLE =
      Table.of(
          "towns",
          List.of(
              Column.Numeric.of("y", 0, 1, 1, 0, 1, 1),
              Column.Numeric.of("x", 0, 1, 2, 3, 5, 8),
              Column.Text.of("town", "a", "b", "a", "b", "c", "c"),
              Column.Text.of("g", "u", "v", "u", "v", "u", "v")));

  private static int @Nullable [] places(String formula, String column) {
    Encoding encoding = Design.of(TABLE, DesignSpec.formula(formula)).encoding();
    OwnTerms own = OwnTerms.of(encoding).get(column);
    return own == null ? null : own.places();
  }

  @Test
  void columns_of_their_own_are_found_in_their_order() {
    assertThat(places("y ~ x + town", "x")).containsExactly(1);
    assertThat(places("y ~ x + town", "town")).containsExactly(2, 3);
    assertThat(places("y ~ town + poly(x, 2)", "x")).containsExactly(3, 4);
    assertThat(places("y ~ town", "x")).isNull();
  }

  @Test
  void products_offsets_and_groups_have_none() {
    assertThat(places("y ~ x*town", "x")).isNull();
    assertThat(places("y ~ x*town", "town")).isNull();
    assertThat(places("y ~ town + offset(x)", "x")).isNull();
    assertThat(places("y ~ x + (1 | g)", "g")).isNull();
    assertThat(places("y ~ x + (1 | g)", "x")).containsExactly(1);
    assertThat(places("y ~ x + (1 + x | g)", "x")).isNull();
  }

  /** Also of further predictors, and where columns that others determine are left out. */
  @Test
  void values_are_those_of_the_whole_design() {
    for (DesignSpec spec :
        List.of(
            DesignSpec.formula("y ~ x + g + I(2*x) + town + poly(x, 2)"),
            DesignSpec.formula("y ~ town + g").further("sigma ~ x + town", "nu ~ poly(x, 3)"))) {
      Design whole = Design.of(TABLE, spec);
      Map<String, OwnTerms> all = OwnTerms.of(whole.encoding());
      assertThat(all.keySet()).containsExactlyInAnyOrder("x", "g", "town");
      Set<Integer> seen = new HashSet<>();
      for (OwnTerms own : all.values()) {
        double[][] values = own.values(TABLE);
        for (int k = 0; k < own.places().length; k++) {
          assertThat(seen.add(own.places()[k])).isTrue();
          for (int i = 0; i < values.length; i++) {
            assertThat(values[i][k]).isEqualTo(whole.data().x().get(i, own.places()[k]));
          }
        }
      }
      assertThat(seen).hasSizeGreaterThan(4);
    }
  }
}
