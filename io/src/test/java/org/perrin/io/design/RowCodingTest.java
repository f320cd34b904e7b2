package org.perrin.io.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.data.HeldCodes;
import org.perrin.data.StreamedCodes;
import org.perrin.io.packed.Packer;
import org.perrin.io.table.ReadOptions;
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

  /** What needs no row is what rows are stored by. */
  @ParameterizedTest
  @ValueSource(strings = {"y ~ x + h + g + x:h + x:g", "y ~ 0 + g + h + I(x^2)", "y ~ g*h"})
  void the_encoding_alone_knows_the_layout(String formula) throws Exception {
    Design design = Design.of(table(LEVELS), DesignSpec.formula(formula));
    CodeLayout layout = CodeLayout.of(design.encoding());
    assertThat(layout.pays()).isTrue();
    var x = (CodedRows) design.data().x();
    int[] ones = new int[layout.numbers()];
    Arrays.fill(ones, 1);
    assertThat(x.width()).isEqualTo(layout.width());
    assertThat(x.nonZeros()).isEqualTo(layout.numbers() + layout.factors());
    assertThat(x.numbers())
        .containsExactly(Arrays.stream(layout.columns()).filter(k -> k < layout.width()).toArray());
    assertThat(x.sizes()).startsWith(ones).endsWith(layout.levels());
    Design few = Design.of(table(20), DesignSpec.formula("y ~ x + g"));
    assertThat(CodeLayout.of(few.encoding()).pays()).isFalse();
  }

  private static double expected(String name, int i) {
    double x = name.contains("x") ? x(i) : 1;
    boolean h = !name.contains("h[") || name.contains("h[" + h(i) + "]");
    boolean g = !name.contains("g[") || name.contains("[g%03d]".formatted(i % LEVELS));
    return h && g ? x : 0;
  }

  /** 300 features of which a row has up to six, numbers or ones, the last row none. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sparse_rows_stay_sparse_and_hold_the_same_numbers(boolean ones) throws Exception {
    int n = 500;
    double[][] x = new double[n][300];
    var text = new StringBuilder();
    for (int i = 0; i < n; i++) {
      text.append(i % 2);
      for (int k = i * i % 50; k < 300 && i < n - 1; k += 53 + i % 7) {
        x[i][k] = ones ? 1 : k % 9 == 0 ? 0 : x(i + k) - 3;
        text.append(" %d:%s".formatted(k + 1, x[i][k]));
      }
      text.append('\n');
    }
    text.append("1 300:1\n");
    Path file = folder.resolve("t.svm");
    Files.writeString(file, text, StandardCharsets.UTF_8);
    Dataset data = Design.of(Table.read(file), DesignSpec.target("label")).data();
    assertThat(data.x()).isInstanceOf(CodedRows.class);
    assertThat(((CodedRows) data.x()).storedBytes()).isLessThan(501 * 300 * 8 / 10);
    double[] row = new double[data.x().width()];
    for (int i = 0; i < n; i++) {
      data.x().copy(i, row);
      assertThat(row[0]).isOne();
      assertThat(Arrays.copyOfRange(row, 1, 301)).isEqualTo(x[i]);
    }
    Dataset some = Design.of(Table.read(file), DesignSpec.formula("label ~ x2 + x300")).data();
    assertThat(some.x()).isNotInstanceOf(CodedRows.class);
    assertThat(some.x().get(n, 2)).isOne();
    assertThat(some.x().get(8, 1)).isEqualTo(x[8][1]);
  }

  /** Counts of words: 60 columns, of which every row has two. */
  @Test
  void columns_that_are_mostly_zero_are_found() throws Exception {
    var text = new StringBuilder("y,x");
    for (int k = 0; k < 60; k++) {
      text.append(",w").append(k);
    }
    for (int i = 0; i < 400; i++) {
      text.append("\n%d,%s".formatted(i % 2, x(i)));
      for (int k = 0; k < 60; k++) {
        text.append(',').append(word(i, k));
      }
    }
    Path file = folder.resolve("words.csv");
    Files.writeString(file, text, StandardCharsets.UTF_8);
    Dataset data = Design.of(Table.read(file), DesignSpec.target("y")).data();
    assertThat(data.x()).isInstanceOf(CodedRows.class);
    for (int i = 0; i < 400; i++) {
      assertThat(data.x().get(i, 1)).isEqualTo(x(i));
      for (int k = 0; k < 60; k++) {
        assertThat(data.x().get(i, 2 + k)).isEqualTo(word(i, k));
      }
    }
  }

  private static int word(int i, int k) {
    return k == i * 7 % 60 ? 1 + i % 3 : k == (i * 11 + 5) % 60 ? 2 : 0;
  }

  /** Factors, slopes of them, interactions, a rare empty cell, numbers as factors, indicators. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "y ~ x + h + g",
        "y ~ x + h + g + x:h + x:g",
        "y ~ 0 + g + g:h + log(x + 1)",
        "y ~ C(k) + h:g + I(x^2):C(k)",
        "y ~ x + ."
      })
  void packed_tables_are_coded_as_tables_are(String formula) throws Exception {
    var text = new StringBuilder("y,x,g,h,k");
    for (int k = 0; k < 40; k++) {
      text.append(",i").append(k);
    }
    for (int i = 0; i < 3000; i++) {
      int level = i == 1700 ? 0 : i % LEVELS;
      text.append("\n%d,%s,g%03d,%s,%d".formatted(i % 2, x(i), level, h(i), i * 7 % 50 * 3));
      for (int k = 0; k < 40; k++) {
        // the 30th meets the 31st in one row only
        text.append(k == i % 43 || k == 30 && i == 2011 || k == 31 && i == 2011 ? ",1" : ",0");
      }
    }
    Path file = folder.resolve("t.csv");
    Files.writeString(file, text, StandardCharsets.UTF_8);
    Path packed = folder.resolve("t.perrin");
    try (var packer = Packer.to(packed, false, false)) {
      packer.finish(Table.stream(file, ReadOptions.detect(), packer));
    }
    var spec =
        formula.endsWith(".") ? DesignSpec.target("y").drop("g", "k") : DesignSpec.formula(formula);
    Design plain = Design.of(Table.read(file), spec);
    Design streamed = Design.of(Table.read(packed), spec);
    assertThat(plain.data().x()).isInstanceOf(HeldCodes.class);
    assertThat(streamed.data().x()).isInstanceOf(StreamedCodes.class);
    assertThat(streamed.encoding()).isEqualTo(plain.encoding());
    var held = (CodedRows) plain.data().x();
    var read = (CodedRows) streamed.data().x();
    assertThat(read.nonZeros()).isEqualTo(held.nonZeros());
    assertThat(read.numbers()).isEqualTo(held.numbers());
    int[] at = new int[held.nonZeros()];
    double[] x = new double[at.length];
    int[] places = at.clone();
    double[] values = x.clone();
    for (int j = 0; j < held.count(); j++) {
      int i = j % 3 == 0 ? j : (j * 31 + 7) % held.count();
      int n = held.elements(i, at, x);
      assertThat(read.elements(i, places, values)).isEqualTo(n);
      assertThat(Arrays.copyOf(places, n)).isEqualTo(Arrays.copyOf(at, n));
      assertThat(Arrays.copyOf(values, n)).isEqualTo(Arrays.copyOf(x, n));
    }
  }

  @Test
  void few_columns_stay_dense() throws Exception {
    assertThat(Design.of(table(20), DesignSpec.formula("y ~ x + g")).data().x())
        .isNotInstanceOf(CodedRows.class);
  }
}
