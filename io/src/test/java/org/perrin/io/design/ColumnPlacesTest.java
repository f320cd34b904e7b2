package org.perrin.io.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;

/** Columns of a design by the column of the table that they are made of. */
class ColumnPlacesTest {
  private static int[] places(String formula, String column) {
    var table =
        Table.of(
            "towns",
            List.of(
                Column.Numeric.of("y", 0, 1, 1, 0, 1, 1),
                Column.Numeric.of("x", 0, 1, 2, 3, 5, 8),
                Column.Text.of("town", "a", "b", "a", "b", "c", "c"),
                Column.Text.of("g", "u", "v", "u", "v", "u", "v")));
    return ColumnPlaces.of(Design.of(table, DesignSpec.formula(formula)).encoding(), column);
  }

  @Test
  void columns_of_their_own_are_found_in_their_order() {
    assertThat(places("y ~ x + town", "x")).containsExactly(1);
    assertThat(places("y ~ x + town", "town")).containsExactly(2, 3);
    assertThat(places("y ~ town + poly(x, 2)", "x")).containsExactly(3, 4);
    assertThat(places("y ~ town", "x")).isEmpty();
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
}
