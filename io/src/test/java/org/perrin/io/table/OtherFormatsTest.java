package org.perrin.io.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.io.Samples;

class OtherFormatsTest {
  @TempDir Path folder;

  private static double[] numbers(Table table, String name) {
    return ((Column.Numeric) table.column(name)).values().toArray();
  }

  private static void duck(String sql) throws SQLException {
    try (Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void parquet_in_all_its_types() throws SQLException {
    Path path = folder.resolve("it's [1].bin");
    duck(
        """
        COPY (SELECT i, i * 0.5 AS half, i::DECIMAL(9, 2) AS exact, mod(i, 2) = 0 AS even,
                     CASE WHEN i = 2 THEN NULL ELSE 'level ' || mod(i, 2) END AS kind,
                     i::HUGEINT AS huge, i::FLOAT AS single, DATE '2024-01-01' + i::INT AS day,
                     CASE WHEN i = 1 THEN NULL ELSE i END AS gap
              FROM range(4) t(i))
        TO '%s' (FORMAT parquet)
        """
            .formatted(path.toString().replace("'", "''")));
    Table table = Table.read(path);
    assertThat(table.count()).isEqualTo(4);
    for (String name : new String[] {"i", "exact", "huge", "single"}) {
      assertThat(numbers(table, name)).as(name).containsExactly(0, 1, 2, 3);
    }
    assertThat(numbers(table, "half")).containsExactly(0, 0.5, 1, 1.5);
    assertThat(numbers(table, "gap")).containsExactly(0, Double.NaN, 2, 3);
    assertThat(table.column("gap").missing()).isEqualTo(1);
    assertThat(((Column.Flags) table.column("even")).values()).containsExactly(1, 0, 1, 0);
    Column.Text kind = (Column.Text) table.column("kind");
    assertThat(kind.levels()).containsExactly("level 0", "level 1");
    assertThat(kind.codes()).containsExactly(0, 1, -1, 1);
    assertThat(table.column("day").kind()).isEqualTo("date");
  }

  /** So that rows are coded, and have the same bits, whatever file they come from. */
  @Test
  void numbers_are_stored_alike_from_any_file() throws SQLException {
    String types =
        """
        SELECT (i % 2)::TINYINT AS bit, (i % 100 - 50)::SMALLINT AS small, i::INTEGER AS number,
               (i * 50000)::BIGINT AS large, (i % 3)::FLOAT AS single, (i % 5)::DOUBLE AS five,
               (i % 7)::DECIMAL(9, 2) AS exact, i * 0.25 AS quarter, (i % 9)::UTINYINT AS nine,
               CASE WHEN i % 4 = 1 THEN NULL ELSE (i % 11)::BIGINT END AS gaps
        FROM range(70000) t(i)
        """;
    Path parquet = folder.resolve("rows.parquet");
    Path csv = folder.resolve("rows.csv");
    Path quoted = folder.resolve("quoted.csv");
    duck("COPY (%s) TO '%s' (FORMAT parquet)".formatted(types, parquet));
    duck("COPY (%s) TO '%s' (HEADER)".formatted(types, csv));
    duck("COPY (%s) TO '%s' (HEADER, FORCE_QUOTE *)".formatted(types, quoted));
    Table plain = Table.read(csv);
    int[] bytes = {1, 1, 4, 8, 1, 1, 1, 8, 1, 1};
    for (Table table : List.of(plain, Table.read(parquet), Table.read(quoted))) {
      for (int k = 0; k < bytes.length; k++) {
        Column.Numeric column = (Column.Numeric) table.columns().get(k);
        assertThat(column.values().bytes()).as(column.name()).isEqualTo(bytes[k]);
        assertThat(column.values().toArray()).isEqualTo(numbers(plain, column.name()));
        assertThat(column.missing()).isEqualTo(k == 9 ? 17_500 : 0);
      }
    }
  }

  @Test
  void json_lines_plain_and_packed() {
    byte[] lines =
        """
        {"y": 1, "kind": "a", "ok": true}
        {"y": 2.5, "kind": null, "ok": false}
        {"y": 3, "kind": "b"}
        """
            .getBytes(UTF_8);
    for (byte[] bytes : new byte[][] {lines, Samples.gzip(lines)}) {
      Table table = Table.read(Samples.file(folder, "rows [a-c]?.jsonl", bytes));
      assertThat(numbers(table, "y")).containsExactly(1, 2.5, 3);
      assertThat(((Column.Text) table.column("kind")).codes()).containsExactly(0, -1, 1);
      assertThat(((Column.Flags) table.column("ok")).values()).containsExactly(1, 0, -1);
    }
  }

  @Test
  void sql_over_a_file() {
    Path path = Samples.file(folder, "people.csv", "born,paid\n2001-05-17,3\n1999-01-02,4\n");
    Table table =
        Table.sql("SELECT year(born) AS year, paid * 2 AS twice FROM '%s'".formatted(path));
    assertThat(numbers(table, "year")).containsExactly(2001, 1999);
    assertThat(numbers(table, "twice")).containsExactly(6, 8);
  }

  @Test
  void libsvm_becomes_dense() {
    String text = "# a comment\n+1 1:0.5 3:-2 # more\n\n-1 qid:3 2:1e3\n1\n";
    Table table = Table.read(Samples.file(folder, "a1a", text));
    assertThat(table.names()).containsExactly("label", "x1", "x2", "x3");
    assertThat(numbers(table, "label")).containsExactly(1, -1, 1);
    assertThat(numbers(table, "x1")).containsExactly(0.5, 0, 0);
    assertThat(numbers(table, "x2")).containsExactly(0, 1000, 0);
    assertThat(numbers(table, "x3")).containsExactly(-2, 0, 0);
  }

  @Test
  void libsvm_from_zero() {
    Table table = Table.read(Samples.file(folder, "zero", "1 0:1 1:2\n0 1:3\n"));
    assertThat(table.names()).containsExactly("label", "x0", "x1");
  }

  /** Of a file that leaves out zeros only. */
  @Test
  void libsvm_features_that_are_absent_are_zeros_where_they_are_known() {
    Table table = Table.read(Samples.file(folder, "short", "1 1:1 2:2\n0 1:3\n"));
    Table known = table.withAbsent(List.of("label", "x2", "x4", "x0", "x", "town", "x01"));
    assertThat(known.names()).containsExactly("label", "x1", "x2", "x4", "x0");
    assertThat(numbers(known, "x4")).containsExactly(0, 0);
    Table csv = Table.read(Samples.file(folder, "short.csv", "label,x1\n1,2\n0,3\n"));
    assertThat(csv.withAbsent(List.of("x2"))).isSameAs(csv);
  }
}
