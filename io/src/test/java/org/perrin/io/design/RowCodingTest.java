package org.perrin.io.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.io.table.Table;

/** Designs of which most columns are levels: coded, and the same numbers. */
class RowCodingTest {
  private static final int LEVELS = 90;

  @TempDir Path folder;

  private Table table(int levels) throws Exception {
    var text = new StringBuilder("y,x,g,h\n");
    for (int i = 0; i < 5 * levels; i++) {
      text.append("%d,%s,g%03d,%s\n".formatted(i % 2, x(i), i % levels, h(i)));
    }
    Path file = folder.resolve("t%d.csv".formatted(levels));
    Files.writeString(file, text, StandardCharsets.UTF_8);
    return Table.read(file);
  }

  private static double x(int i) {
    return (i * 37 % 101) / 8.0;
  }

  private static String h(int i) {
    return i * 7 % 11 < 5 ? "a" : "b";
  }

  @Test
  void columns_of_factors_are_coded_and_hold_the_same_numbers() throws Exception {
    Dataset data = Design.of(table(LEVELS), DesignSpec.formula("y ~ x + h + g + x:h")).data();
    assertThat(data.x()).isInstanceOf(CodedRows.class);
    for (int k = 0; k < data.names().size(); k++) {
      String name = data.names().get(k);
      for (int i = 0; i < data.count(); i += 7) {
        assertThat(data.x().get(i, k)).as(name).isCloseTo(expected(name, i), within(1e-15));
      }
    }
  }

  private static double expected(String name, int i) {
    double x = name.contains("x") ? x(i) : 1;
    boolean h = !name.contains("h[") || name.contains("h[" + h(i) + "]");
    boolean g = !name.contains("g[") || name.contains("[g%03d]".formatted(i % LEVELS));
    return h && g ? x : 0;
  }

  @Test
  void few_columns_stay_dense() throws Exception {
    assertThat(Design.of(table(20), DesignSpec.formula("y ~ x + g")).data().x())
        .isNotInstanceOf(CodedRows.class);
  }
}
