package org.perrin.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.perrin.io.design.Design;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.design.ModelGuess;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;

/** Runs where PERRIN_DATA names a folder with the data sets of the paper. */
class RealDataTest {
  private static Table read(String name) {
    String folder = System.getenv("PERRIN_DATA");
    assumeTrue(folder != null, "PERRIN_DATA is not set: real data are not tested");
    Path path = Path.of(folder, name);
    assumeTrue(Files.exists(path), name + " is not in PERRIN_DATA: it is not tested");
    return Table.read(path);
  }

  private static double first(Table table, String name) {
    return ((Column.Numeric) table.column(name)).values().get(0);
  }

  @Test
  void covertype() {
    Table table = read("covtype.csv.gz");
    assertThat(table.count()).isEqualTo(581_012);
    assertThat(table.columns()).hasSize(55);
    assertThat(first(table, "Elevation")).isEqualTo(2596);
    assertThat(first(table, "Horizontal_Distance_To_Fire_Points")).isEqualTo(6279);
    assertThat(first(table, "Soil_Type29")).isEqualTo(1);
    assertThat(first(table, "Cover_Type")).isEqualTo(5);
    Design design = Design.of(table, DesignSpec.target("Cover_Type").positive("2"));
    assertThat(design.data().names()).hasSize(55).startsWith("(Intercept)", "Elevation");
    double positive = 0;
    for (double y : design.data().y()) {
      positive += y;
    }
    assertThat(positive).isEqualTo(283_301);
  }

  @Test
  void protein() {
    Table table = read("CASP.csv.gz");
    assertThat(table.count()).isEqualTo(45_730);
    assertThat(table.columns()).hasSize(10);
    assertThat(first(table, "RMSD")).isEqualTo(17.284);
    assertThat(first(table, "F5")).isEqualTo(1872790.507);
    assertThat(ModelGuess.of(table, "RMSD").model()).isEqualTo("linear");
  }
}
