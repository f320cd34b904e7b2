package org.perrin.spark.app;

import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.perrin.data.DenseRows;
import org.perrin.math.Scalars;
import org.perrin.random.RandomStream;

/**
 * Logistic data made where they lie: correlated numbers, and indicators of levels that become rarer
 * geometrically, without a reference level. Row i is a function of the seed and i alone.
 */
record GeneratedTable(long seed, int numbers, int levels) implements BenchTable {
  private static final double RATIO = 0.85;

  StructType schema() {
    var schema = new StructType().add("id", DataTypes.LongType);
    for (int k = 1; k <= numbers + levels; k++) {
      String name = k <= numbers ? "num" + k : "level" + (k - numbers);
      schema = schema.add(name, DataTypes.DoubleType);
    }
    return schema.add("y", DataTypes.DoubleType);
  }

  @Override
  public Dataset<Row> rows(SparkSession spark, int count, int partitions) {
    List<Integer> parts = new ArrayList<>();
    for (int p = 0; p < partitions; p++) {
      parts.add(p);
    }
    long s = seed;
    int n = numbers;
    int l = levels;
    var context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    return spark.createDataFrame(
        context
            .parallelize(parts, partitions)
            .flatMap(
                p -> {
                  var made = new GeneratedTable(s, n, l);
                  long from = (long) count * p / partitions;
                  long to = (long) count * (p + 1) / partitions;
                  return java.util.stream.LongStream.range(from, to)
                      .mapToObj(made::spark)
                      .iterator();
                }),
        schema());
  }

  private Row spark(long i) {
    double[] values = row(i);
    Object[] cells = new Object[values.length + 1];
    cells[0] = i;
    for (int k = 0; k < values.length; k++) {
      cells[k + 1] = values[k];
    }
    return RowFactory.create(cells);
  }

  @Override
  public org.perrin.data.Dataset data(int count) {
    int columns = 1 + numbers + levels;
    double[] y = new double[count];
    var x =
        DenseRows.fill(
            count,
            columns,
            (i, to, at) -> {
              double[] row = row(i);
              to[at] = 1;
              System.arraycopy(row, 0, to, at + 1, columns - 1);
              y[i] = row[columns - 1];
            });
    return org.perrin.data.Dataset.of(x, y);
  }

  /** Features of row {@code i}, and behind them its class. */
  double[] row(long i) {
    var random = RandomStream.of(seed ^ i * 0x9e3779b97f4a7c15L);
    double[] row = new double[numbers + levels + 1];
    double common = random.nextGaussian();
    double eta = 0;
    for (int k = 0; k < numbers; k++) {
      row[k] = 0.6 * common + 0.8 * random.nextGaussian();
      eta += (k % 2 == 0 ? 0.3 : -0.3) * row[k];
    }
    int level = 0;
    while (level < levels - 1 && random.nextDouble() < RATIO) {
      level++;
    }
    row[numbers + level] = 1;
    eta += level % 2 == 0 ? 0.05 * level : -0.05 * level;
    row[row.length - 1] = random.nextDouble() < Scalars.expit(eta) ? 1 : 0;
    return row;
  }
}
