package org.perrin.spark.app;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.data.Synthetic;

/**
 * Logistic data of numbers and factors, whose levels are texts on Spark. The driver makes them.
 *
 * @param made so many rows, an intercept first; columns of factors end in the number of a level
 */
record FactorTable(IntFunction<Dataset> made) implements BenchTable {
  /** Two numbers and four factors, 135 columns. */
  static FactorTable flights() {
    return new FactorTable(rows -> Synthetic.flightsCoded(11, rows));
  }

  /** Four numbers and six factors, 999 columns. */
  static FactorTable thousandLevels() {
    return new FactorTable(rows -> Synthetic.factorsLike(3, rows));
  }

  @Override
  public Dataset data(int count) {
    return made.apply(count);
  }

  @Override
  public org.apache.spark.sql.Dataset<Row> rows(SparkSession spark, int count, int partitions) {
    Dataset data = data(count);
    int numbers = ((CodedRows) data.x()).numbers().length;
    List<Level> levels = data.names().stream().skip(numbers).map(Level::of).toList();
    List<String> factors = levels.stream().map(Level::factor).distinct().toList();
    var schema = new StructType().add("id", DataTypes.LongType);
    for (String name : data.names().subList(1, numbers)) {
      schema = schema.add(name, DataTypes.DoubleType);
    }
    for (String name : factors) {
      schema = schema.add(name, DataTypes.StringType);
    }
    // of a factor that has no place the first level
    String[] first = factors.stream().map(name -> new Level(name, 1).text()).toArray(String[]::new);
    int[] factor = levels.stream().mapToInt(level -> factors.indexOf(level.factor)).toArray();
    String[] text = levels.stream().map(Level::text).toArray(String[]::new);
    List<Row> rows =
        IntStream.range(0, count)
            .mapToObj(i -> row(data, i, numbers, first, factor, text))
            .toList();
    var context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    return spark.createDataFrame(
        context.parallelize(rows, partitions), schema.add("y", DataTypes.DoubleType));
  }

  private static Row row(
      Dataset data, int i, int numbers, String[] first, int[] factor, String[] text) {
    int[] at = new int[data.x().nonZeros()];
    double[] elements = new double[at.length];
    int n = ((CodedRows) data.x()).elements(i, at, elements);
    List<Object> cells = new ArrayList<>(List.of((long) i));
    for (int k = 1; k < numbers; k++) {
      cells.add(elements[k]);
    }
    cells.addAll(Arrays.asList(first));
    for (int e = numbers; e < n; e++) {
      cells.set(numbers + factor[at[e] - numbers], text[at[e] - numbers]);
    }
    cells.add(data.responses().get(i));
    return RowFactory.create(cells.toArray());
  }

  /** Of a column. */
  private record Level(String factor, int number) {
    static Level of(String column) {
      String factor = column.replaceAll("[0-9]+$", "");
      return new Level(factor, Integer.parseInt(column.substring(factor.length())));
    }

    /** Sorted as numbers are. */
    String text() {
      return "%s%04d".formatted(factor, number);
    }
  }
}
