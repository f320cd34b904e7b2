package org.perrin.io.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.data.CodedRows;
import org.perrin.io.table.StoredNumbers;
import org.perrin.io.table.Table;

class IndicatorColumnsTest {
  @TempDir Path folder;

  private static ColumnBlock column(double... values) {
    return new ColumnBlock.Numbers(StoredNumbers.narrow(values, values.length));
  }

  private static RowSelection all(int rows) {
    return new RowSelection(rows, null);
  }

  private static List<Integer> widths(List<ColumnBlock> blocks) {
    return blocks.stream().map(ColumnBlock::width).toList();
  }

  private static double[] row(List<ColumnBlock> blocks, int row) {
    int width = blocks.stream().mapToInt(ColumnBlock::width).sum();
    double[] values = new double[width];
    int at = 0;
    for (ColumnBlock block : blocks) {
      block.write(row, values, at);
      at += block.width();
    }
    return values;
  }

  @Test
  void columns_that_exclude_each_other_become_one_block_with_the_same_values() {
    List<ColumnBlock> blocks =
        List.of(
            column(1.5, 2, 3, 4),
            column(1, 0, 0, 0),
            column(0, 1, 0, 0),
            column(0, 0, 0, 0),
            column(0, 0, 1, 0),
            // overlaps with the first: another factor begins
            column(1, 0, 0, 1),
            column(0, 1, 0, 0),
            column(0, 0, 1, 0),
            column(2, 0, 0, 0));
    List<ColumnBlock> merged = IndicatorColumns.merged(blocks, all(4));
    assertThat(widths(merged)).containsExactly(1, 4, 3, 1);
    assertThat(merged.get(1).single()).isTrue();
    assertThat(merged.get(1).place(3)).isNegative();
    for (int i = 0; i < 4; i++) {
      assertThat(row(merged, i)).isEqualTo(row(blocks, i));
    }
  }

  @Test
  void two_columns_and_other_numbers_stay_as_they_are() {
    List<ColumnBlock> blocks =
        List.of(column(1, 0), column(0, 1), column(3, 0), column(0, -1), column(0.5, 0));
    assertThat(IndicatorColumns.merged(blocks, all(2))).isEqualTo(blocks);
  }

  @Test
  void rows_that_are_left_out_do_not_count() {
    List<ColumnBlock> blocks = List.of(column(1, 0, Double.NaN), column(0, 1, 1), column(0, 0, 7));
    assertThat(IndicatorColumns.merged(blocks, all(3))).hasSize(3);
    var kept = new RowSelection(3, new int[] {0, 1});
    assertThat(widths(IndicatorColumns.merged(blocks, kept))).containsExactly(3);
  }

  @Test
  void a_table_with_many_indicators_is_coded_and_the_design_is_the_same() throws IOException {
    List<String> lines = new ArrayList<>();
    int levels = 40;
    var head = new StringBuilder("y,x");
    for (int k = 0; k < levels; k++) {
      head.append(",soil").append(k);
    }
    lines.add(head.toString());
    for (int i = 0; i < 400; i++) {
      var line = new StringBuilder().append(i % 2).append(',').append(i * 0.5 + 0.25);
      for (int k = 0; k < levels; k++) {
        line.append(k == i * 7 % (levels + 1) ? ",1" : ",0");
      }
      lines.add(line.toString());
    }
    Path file = Files.write(folder.resolve("soils.csv"), lines);
    var data = Design.of(Table.read(file.toString()), DesignSpec.target("y")).data();
    assertThat(data.x()).isInstanceOf(CodedRows.class);
    for (int i = 0; i < 400; i++) {
      int x = data.names().indexOf("x");
      assertThat(data.x().get(i, x)).isEqualTo(i * 0.5 + 0.25);
      for (int k = 0; k < levels; k++) {
        int column = data.names().indexOf("soil" + k);
        assertThat(data.x().get(i, column)).isEqualTo(k == i * 7 % (levels + 1) ? 1 : 0);
      }
    }
  }
}
