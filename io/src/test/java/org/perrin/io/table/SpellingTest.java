package org.perrin.io.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.perrin.io.Samples.table;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.io.InputException;
import org.perrin.io.Samples;
import org.perrin.io.design.Design;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.MissingPolicy;
import org.perrin.io.packed.PackedTable;
import org.perrin.io.packed.Packer;

/** Numbers as people write them: read with a word, or refused in a line. */
class SpellingTest {
  @TempDir Path folder;

  private static Column.Numeric numbers(Table table, String name) {
    assertThat(table.column(name)).isInstanceOf(Column.Numeric.class);
    return (Column.Numeric) table.column(name);
  }

  private static Column.Text text(Table table, String name) {
    assertThat(table.column(name)).isInstanceOf(Column.Text.class);
    return (Column.Text) table.column(name);
  }

  /** As read in memory, and as packed. */
  private Table packed(String text) {
    Path file = Samples.file(folder, "t.csv", text);
    Path out = folder.resolve("t.perrin");
    try (var packer = Packer.to(out, false, false)) {
      packer.finish(Table.stream(file, ReadOptions.detect(), packer));
    }
    return PackedTable.open(out).verify().sketch();
  }

  @Test
  void points_are_thousands_where_commas_are_decimals() {
    String text = "price;carat\n5.914;0,53\n1.234.567;1,2\n914;2\n";
    Table table = table(text);
    assertThat(numbers(table, "price").values().toArray()).containsExactly(5914, 1234567, 914);
    assertThat(numbers(table, "carat").values().toArray()).containsExactly(0.53, 1.2, 2);
    assertThat(numbers(table, "price").note())
        .isEqualTo("read with \".\" between thousands and \",\" before decimals");
    assertThat(numbers(table, "carat").note()).isNull();
    Table again = packed(text);
    assertThat(numbers(again, "price").values().toArray()).containsOnly(5914, 1234567, 914);
    assertThat(again.column("price").note()).isEqualTo(table.column("price").note());
  }

  @Test
  void points_are_decimals_where_the_file_has_decimal_points() {
    assertThat(numbers(table("a;b\n5.914;0.5\n1.234;2\n"), "a").values().toArray())
        .containsExactly(5.914, 1.234);
    assertThat(numbers(table("a,b\n5.914,1\n1.234,2\n"), "a").values().toArray())
        .containsExactly(5.914, 1.234);
  }

  @ParameterizedTest
  @ValueSource(strings = {"5.914", "5,914"})
  void what_nobody_can_tell_is_an_error_until_it_is_said(String field) {
    String text = "y;x\n1;%s\n2;%s\n5;%s\n".formatted(field, field, field.replace('5', '7'));
    assertThatThrownBy(() -> Design.of(table(text), DesignSpec.target("y")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "line 2, column \"x\": \"%s\" may be 5.914 or 5914: say what stands before decimals"
                .formatted(field));
    Path file = Samples.file(folder, "a.csv", text);
    double first = field.contains(",") ? 5.914 : 5914;
    assertThat(numbers(Table.read(file, ReadOptions.detect().decimal(',')), "x").values().get(0))
        .isEqualTo(first);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"5,914\" \"914\" \"1,234,567\" | 5914 914 1234567 | read with \",\" between thousands and \".\" before decimals",
        "\"5,914.5\" 3 0.25 | 5914.5 3 0.25 | read with \",\" between thousands and \".\" before decimals",
        "\"$5,914\" $3 -$0.5 | 5914 3 -0.5 | read with \",\" between thousands and \".\" before decimals; \"$\" is left out",
        "12% 3.5% -1% | 12 3.5 -1 | 12% is read as 12",
        "5€ 7€ 1.5€ | 5 7 1.5 | \"€\" is left out",
        "1'234 5'678'901 3 | 1234 5678901 3 | read with \"'\" between thousands and \".\" before decimals",
        "\"1,5\" \"2,25\" \"1.234,5\" | 1.5 2.25 1234.5 | read with \".\" between thousands and \",\" before decimals"
      })
  void dressed_numbers_are_read_with_a_note(String fields, String values, String note) {
    String text = "x,other\n" + fields.strip().replace(" ", ",1\n") + ",2\n";
    double[] expected =
        java.util.Arrays.stream(values.strip().split(" "))
            .mapToDouble(Double::parseDouble)
            .toArray();
    Column.Numeric column = numbers(table(text), "x");
    assertThat(column.values().toArray()).containsExactly(expected);
    assertThat(column.note()).isEqualTo(note.strip());
    assertThat(numbers(packed(text), "x").values().toArray()).containsOnly(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "-", "--", "none", "#N/A", "—"})
  void a_marker_among_numbers_is_a_missing_value(String marker) {
    String text =
        "y,x\n"
            + IntStream.range(0, 30)
                .mapToObj(i -> i + "," + (i % 6 == 0 ? marker : i + ".5") + "\n")
                .collect(Collectors.joining());
    Table table = table(text);
    assertThat(table.column("x").missing()).isEqualTo(5);
    assertThat(numbers(table, "x").values().get(1)).isEqualTo(1.5);
    assertThat(table.column("x").note())
        .isEqualTo("25 of 30 values are numbers, \"%s\" counts as missing".formatted(marker));
    Design design = Design.of(table, DesignSpec.target("y").missing(MissingPolicy.DROP));
    assertThat(design.data().names()).containsExactly("(Intercept)", "x");
    assertThat(design.notes()).contains("\"x\": " + table.column("x").note());
    assertThat(packed(text).column("x").missing()).isEqualTo(5);
  }

  @Test
  void other_words_among_numbers_are_an_error_or_a_note() {
    String head = "y,x\n";
    String rows =
        IntStream.range(0, 25).mapToObj(i -> i + "," + i).collect(Collectors.joining("\n"));
    Table many = table(head + rows + "\n1,lots\n2,few\n3,lots\n4,few\n5,lots\n");
    assertThat(text(many, "x").flaw().problem())
        .startsWith("\"lots\" is not a number, but 25 of 30 values are numbers: correct it");
    Table few = table("y,grade\n" + "1,1\n2,2\n3,3\n4,K\n".repeat(5));
    assertThat(text(few, "grade").flaw()).isNull();
    assertThat(text(few, "grade").note())
        .isEqualTo("15 of 20 values are numbers, others are text such as \"K\", so all are levels");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "12% 12 13%",
        "$5 €5 $7",
        "\"1,5\" 1.5 2",
        "\"5,914\" 5.914 1",
        "1'234 \"1,234,567\" 1"
      })
  void numbers_written_in_two_ways_are_an_error(String fields) {
    Table table = table("x,other\n" + fields.replace(" ", ",1\n") + ",2\n");
    assertThat(text(table, "x").flaw()).isNotNull();
  }

  @Test
  void what_is_said_holds_for_all_columns() {
    Path file = Samples.file(folder, "a.csv", "a;b;c\n1,5;0.5;1,234\n2,5;1.5;2\n");
    Table table = Table.read(file, ReadOptions.detect().decimal('.'));
    assertThat(text(table, "a").flaw()).isNotNull();
    assertThat(numbers(table, "b").values().toArray()).containsExactly(0.5, 1.5);
    assertThat(numbers(table, "c").values().toArray()).containsExactly(1234, 2);
  }

  @Test
  void a_header_may_hold_percents() {
    assertThat(table("name,5%,95%\na,1,2\nb,3,4\n").names()).containsExactly("name", "5%", "95%");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1,23,456", "0,123,456", "12 34", "1.2.3", "5 kg", "1,2345.6", "$", "%"})
  void these_are_no_numbers(String field) {
    assertThat(FormattedNumber.of(field)).isNull();
  }

  @Test
  void new_rows_are_read_as_those_of_the_fit() {
    String fitted =
        "y,share,code,price\n1,12%,007,\"5,914\"\n2,20%,7,\"1,000\"\n4,15%,x,.\n3,1%,7,7\n";
    DesignSpec spec = DesignSpec.target("y").missing(MissingPolicy.DROP);
    Encoding encoding = Encoding.fromJson(Design.of(table(fitted), spec).encoding().toJson());
    assertThat(encoding.spellings().keySet()).containsExactlyInAnyOrder("share", "code", "price");
    Path file =
        Samples.file(folder, "new.csv", "share,code,price\n7%,007,.\n8%,7,\"2,500\"\n-,x,5\n");
    Table table = Table.read(file, ReadOptions.detect().spellings(encoding.spellings()));
    assertThat(text(table, "code").levels()).containsExactly("007", "7", "x");
    assertThat(numbers(table, "price").values().toArray()).containsExactly(Double.NaN, 2500, 5);
    assertThat(numbers(table, "share").values().toArray()).containsExactly(7, 8, Double.NaN);
    Path other = Samples.file(folder, "other.csv", "share,code,price\n0.07,7,1\n");
    Table wrong = Table.read(other, ReadOptions.detect().spellings(encoding.spellings()));
    assertThat(numbers(wrong, "share").flaw().problem())
        .startsWith("\"0.07\" is not written like the other numbers of the column");
  }

  @Test
  void spellings_survive_json() {
    var spelling = new Spelling(false, ',', '.', "%", java.util.List.of("-", "."));
    assertThat(Spelling.of(spelling.toJson())).isEqualTo(spelling);
    assertThat(Spelling.of(Spelling.TEXT.toJson())).isEqualTo(Spelling.TEXT);
    assertThat(Map.of("a", Spelling.of(Spelling.PLAIN.toJson()))).containsValue(Spelling.PLAIN);
  }
}
