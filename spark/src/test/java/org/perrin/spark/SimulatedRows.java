package org.perrin.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.perrin.family.Family;
import org.perrin.family.Support;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;
import org.perrin.random.RandomStream;

/**
 * Rows of a family at {@code η₁ = 0.5 + 0.4 x − 0.3 x² + 0.6 (town = b)} and other predictors that
 * all rows share, as Spark and as memory have them.
 *
 * @param rows x, town, y and n: trials, or 1 for an event and 0 for a censored time
 */
record SimulatedRows(List<Row> rows) {
  static final StructType SCHEMA =
      new StructType()
          .add("x", DataTypes.DoubleType)
          .add("town", DataTypes.StringType)
          .add("y", DataTypes.DoubleType)
          .add("n", DataTypes.DoubleType);
  static final double[] TRUTH = {0.5, 0.4, -0.3, 0.6};
  private static final int TRIALS = 5;

  static SimulatedRows of(Family family, int count, double... others) {
    var random = RandomStream.of(12);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double x = random.nextGaussian();
      boolean b = random.nextDouble() < 0.4;
      double[] eta = new double[family.parameters().size()];
      System.arraycopy(others, 0, eta, 1, others.length);
      eta[0] = TRUTH[0] + TRUTH[1] * x + TRUTH[2] * x * x + (b ? TRUTH[3] : 0);
      double y = family.among(TRIALS, eta).draw(random);
      boolean timed = family.support() == Support.SURVIVAL;
      double n = timed ? (random.nextDouble() < 0.8 ? 1 : 0) : TRIALS;
      rows.add(RowFactory.create(x, b ? "b" : "a", timed ? Math.abs(y) : y, n));
    }
    return new SimulatedRows(rows);
  }

  /** The formula of a family's responses. */
  static String formula(Family family) {
    String left =
        switch (family.support()) {
          case SHARE -> "y | trials(n)";
          case SURVIVAL -> "y | cens(n)";
          default -> "y";
        };
    return left + " ~ x + I(x^2) + town";
  }

  SimulatedRows first(int count) {
    return new SimulatedRows(rows.subList(0, count));
  }

  Dataset<Row> frame(SparkSession spark) {
    return spark.createDataFrame(rows, SCHEMA).repartition(3);
  }

  Table table() {
    return Table.of("rows", List.of(numbers("x", 0), texts(), numbers("y", 2), numbers("n", 3)));
  }

  private Column numbers(String name, int k) {
    return Column.Numeric.of(name, rows.stream().mapToDouble(r -> r.getDouble(k)).toArray());
  }

  private Column texts() {
    return Column.Text.of("town", rows.stream().map(r -> r.getString(1)).toArray(String[]::new));
  }
}
