package org.perrin.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;
import org.perrin.random.RandomStream;

/**
 * Rows of two numbers and three factors, classes or counts of them, offsets and weights, as Spark
 * and as memory have them.
 *
 * @param rows id, x, z, g, h, k, o, w and y
 */
record FactorRows(List<Row> rows) {
  private static final String[] FACTORS = {"g", "h", "k"};
  private static final StructType SCHEMA = schema();

  private static StructType schema() {
    var schema = new StructType().add("id", DataTypes.LongType);
    for (String name : List.of("x", "z")) {
      schema = schema.add(name, DataTypes.DoubleType);
    }
    for (String name : FACTORS) {
      schema = schema.add(name, DataTypes.StringType);
    }
    for (String name : List.of("o", "w", "y")) {
      schema = schema.add(name, DataTypes.DoubleType);
    }
    return schema;
  }

  /** Levels become rarer; of one row in 400 x is far from the others. */
  static FactorRows of(int count, boolean counts, int... levels) {
    var random = RandomStream.of(4);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double x = 3 + (i % 400 == 7 ? 30 : 1) * random.nextGaussian();
      double z = 100 * random.nextGaussian();
      double eta = (counts ? 0.02 : 0.4) * (x - 3) - 0.002 * z;
      String[] names = new String[levels.length];
      for (int f = 0; f < levels.length; f++) {
        double u = random.nextDouble();
        int level = (int) (levels[f] * u * (f == 0 ? u : 1));
        names[f] = "%s%04d".formatted(FACTORS[f], level);
        eta += 0.3 * Math.sin(level);
      }
      double o = 0.2 * Math.cos(i);
      double mean = counts ? Math.exp(eta + o) : 1 / (1 + Math.exp(-eta));
      double noise = random.nextDouble();
      double y = counts ? Math.floor(mean - Math.log(noise)) : noise < mean ? 1 : 0;
      rows.add(RowFactory.create((long) i, x, z, names[0], names[1], names[2], o, 1.0 + i % 3, y));
    }
    return new FactorRows(rows);
  }

  Dataset<Row> frame(SparkSession spark, int parts) {
    return spark.createDataFrame(rows, SCHEMA).repartition(parts);
  }

  Table table() {
    List<Column> columns = new ArrayList<>();
    for (int c = 1; c < SCHEMA.fieldNames().length; c++) {
      int k = c;
      String name = SCHEMA.fieldNames()[c];
      boolean text = SCHEMA.fields()[c].dataType().equals(DataTypes.StringType);
      columns.add(
          text
              ? Column.Text.of(
                  name, rows.stream().map(row -> row.getString(k)).toArray(String[]::new))
              : Column.Numeric.of(
                  name, rows.stream().mapToDouble(row -> row.getDouble(k)).toArray()));
    }
    return Table.of("rows", columns);
  }
}
