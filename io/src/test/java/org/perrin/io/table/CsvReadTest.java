package org.perrin.io.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.perrin.io.Samples.table;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.io.Samples;
import org.perrin.io.formula.Formula;

class CsvReadTest {
  @TempDir Path folder;

  private static double[] numbers(Table table, String name) {
    return ((Column.Numeric) table.column(name)).values().toArray();
  }

  private static Column.Text text(Table table, String name) {
    return (Column.Text) table.column(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {",", ";", "\t", "|"})
  void delimiters_are_found(String delimiter) {
    Table table = table("a,b,c\n1,x,3\n4,y,6\n".replace(",", delimiter));
    assertThat(table.names()).containsExactly("a", "b", "c");
    assertThat(numbers(table, "c")).containsExactly(3, 6);
  }

  @Test
  void quotes_line_ends_and_byte_order_mark() {
    Table table =
        table("\ufeffname,\"size, in m\"\r\n\"a \"\"b\"\"\nc\", 1 \r\n\r\n d ,\"2\"\r\n\"\",3");
    assertThat(table.names()).containsExactly("name", "size, in m");
    assertThat(text(table, "name").levels()).containsExactly("a \"b\"\nc", "d");
    assertThat(table.column("name").missing()).isEqualTo(1);
    assertThat(numbers(table, "size, in m")).containsExactly(1, 2, 3);
  }

  @Test
  void single_quotes_are_found() {
    Table table = table("a,b\n'x, y',1\n'z',2\n");
    assertThat(text(table, "a").levels()).containsExactly("x, y", "z");
  }

  @Test
  void a_delimiter_inside_quotes_does_not_mislead() {
    Table table = table("a;b\n\"1,2,3,4\";5\n\"6,7,8,9\";10\n");
    assertThat(table.names()).containsExactly("a", "b");
  }

  @Test
  void decimal_commas_come_with_semicolons() {
    assertThat(numbers(table("a;b\n1,5;2\n-0,25;3.5\n"), "a")).containsExactly(1.5, -0.25);
  }

  @Test
  void numbers_in_the_first_line_mean_no_header() {
    Table table = table("5.1,3.5,setosa\n4.9,3.0,setosa\n");
    assertThat(table.names()).containsExactly("V1", "V2", "V3");
    assertThat(table.count()).isEqualTo(2);
    assertThat(numbers(table, "V1")).containsExactly(5.1, 4.9);
  }

  @Test
  void years_may_be_names() {
    Table table = table("country,2019,region\nA,1,north\nB,2,south\n");
    assertThat(table.names()).containsExactly("V1", "V2", "V3");
    Table wide = table("id,kind,2019\n1,x,5\n2,y,6\n");
    assertThat(wide.names()).containsExactly("id", "kind", "2019");
  }

  @Test
  void options_win_over_detection() {
    Path path = Samples.file(folder, "a.csv", "1:2\n3:4\n");
    Table table =
        Table.read(
            path, ReadOptions.detect().format(ReadOptions.Format.CSV).delimiter(':').header(true));
    assertThat(table.names()).containsExactly("1", "2");
    assertThat(table.count()).isEqualTo(1);
  }

  @Test
  void kinds_follow_from_all_values() {
    Table table =
        table(
            """
            number,flag,text,date,code,empty,mixed
            1,yes,a,2024-01-01,007,,1
            NA,No,b,2024-02-01,7,,true
            -2.5e3,,NA,,x,?,false
            """);
    assertThat(numbers(table, "number")).containsExactly(1, Double.NaN, -2500);
    assertThat(((Column.Flags) table.column("flag")).values()).containsExactly(1, 0, -1);
    assertThat(text(table, "text").get(2)).isNull();
    assertThat(table.column("date").kind()).isEqualTo("date");
    assertThat(text(table, "code").levels()).containsExactly("007", "7", "x");
    assertThat(table.column("empty").missing()).isEqualTo(3);
    assertThat(table.column("mixed").kind()).isEqualTo("text");
  }

  @Test
  void text_far_down_is_found_and_spellings_survive() {
    String rows =
        IntStream.range(0, 50_000).mapToObj(i -> "0" + i % 9).collect(Collectors.joining("\n"));
    Table table = table("a\n" + rows + "\nlast\n");
    assertThat(text(table, "a").levels()).contains("00", "08", "last").hasSize(10);
    assertThat(text(table, "a").flaw().where()).isEqualTo("line 50002");
  }

  @Test
  void packed_files_read_like_plain_ones() throws IOException {
    byte[] plain = "a,b\n1,ä\n2,ß\n".getBytes(UTF_8);
    var out = new ByteArrayOutputStream();
    try (var zstd = new ZstdOutputStream(out)) {
      zstd.write(plain);
    }
    for (byte[] bytes : new byte[][] {plain, Samples.gzip(plain), out.toByteArray()}) {
      Table table = Table.read(Samples.file(folder, "no-extension", bytes));
      assertThat(numbers(table, "a")).containsExactly(1, 2);
      assertThat(text(table, "b").levels()).containsExactly("ä", "ß");
    }
  }

  @Test
  void a_hundred_thousand_columns() {
    String header =
        IntStream.range(0, 100_000).mapToObj(k -> "column" + k).collect(Collectors.joining(","));
    String row = "1,".repeat(99_999) + "2";
    Table table = table(header + "\n" + row + "\n" + row + "\n" + row + "\n");
    assertThat(table.columns()).hasSize(100_000);
    assertThat(numbers(table, "column99999")).containsExactly(2, 2, 2);
    assertThat(Formula.parse("y ~ .").terms(table.names())).hasSize(100_000);
  }

  /** Random tables, characters of up to four bytes across the borders of blocks included. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void random_tables_round_trip(long seed) {
    var random = new SplittableRandom(seed);
    String[] levels = {"a", "ü", "日本", "🙂", "x,y", "say \"hi\"", "line\nbreak"};
    int rows = 30_000;
    double[] values = new double[rows];
    String[] texts = new String[rows];
    StringBuilder csv = new StringBuilder("value,text\n");
    for (int i = 0; i < rows; i++) {
      values[i] = Math.scalb(random.nextDouble(-1, 1), random.nextInt(-60, 60));
      texts[i] = levels[random.nextInt(levels.length)];
      csv.append(values[i]).append(",\"").append(texts[i].replace("\"", "\"\"")).append("\"\n");
    }
    Table table = table(csv.toString());
    assertThat(numbers(table, "value")).isEqualTo(values);
    Column.Text column = text(table, "text");
    assertThat(IntStream.range(0, rows).mapToObj(column::get)).containsExactly(texts);
  }
}
