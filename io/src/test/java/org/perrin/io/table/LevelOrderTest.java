package org.perrin.io.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Properties;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.io.InputException;

/** The order of levels that a Parquet file carries. */
class LevelOrderTest {
  @TempDir Path folder;

  @Test
  void levels_stand_in_the_order_of_the_metadata_and_unnamed_ones_come_last() throws SQLException {
    Path file = write("{\"size\": [\"small\", \"none\", \"large\"]}");
    Table table = Table.read(file);
    var size = (Column.Text) table.column("size");
    assertThat(size.arranged()).isTrue();
    assertThat(size.levels()).containsExactly("small", "none", "large", "huge");
    assertThat(size.get(0)).isEqualTo("large");
    assertThat(size.get(1)).isNull();
    assertThat(size.get(2)).isEqualTo("huge");
    assertThat(size.get(3)).isEqualTo("small");
    assertThat(((Column.Text) table.column("town")).arranged()).isFalse();
  }

  @Test
  void metadata_that_are_not_json_are_refused() throws SQLException {
    Path file = write("{\"size\": [");
    assertThatThrownBy(() -> Table.read(file))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("perrin.levels");
  }

  private Path write(String levels) throws SQLException {
    Path file = folder.resolve("sizes.parquet");
    try (var connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
        var statement = connection.createStatement()) {
      statement.execute(
          """
          COPY (SELECT * FROM (VALUES ('large', 'a'), (NULL, 'b'), ('huge', 'a'), ('small', 'b')) t(size, town))
          TO '%s' (FORMAT parquet, KV_METADATA {"perrin.levels": '%s'})
          """
              .formatted(file, levels));
    }
    return file;
  }
}
