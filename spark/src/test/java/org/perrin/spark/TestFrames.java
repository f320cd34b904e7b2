package org.perrin.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/** Data sets of the core as tables of Spark's. */
final class TestFrames {
  private TestFrames() {}

  /** Columns id, x…, y; rows in {@code parts} partitions. */
  static Dataset<Row> of(SparkSession spark, org.perrin.data.Dataset data, int parts) {
    var schema = new StructType().add("id", DataTypes.LongType);
    for (String name : data.names()) {
      schema = schema.add(name, DataTypes.DoubleType);
    }
    schema = schema.add("y", DataTypes.DoubleType);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < data.count(); i++) {
      Object[] cells = new Object[data.names().size() + 2];
      cells[0] = (long) i;
      for (int k = 0; k < data.names().size(); k++) {
        cells[k + 1] = data.x().get(i, k);
      }
      cells[cells.length - 1] = data.y()[i];
      rows.add(RowFactory.create(cells));
    }
    return spark.createDataFrame(rows, schema).repartition(parts);
  }
}
