package org.perrin.spark.app;

import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.perrin.data.Dataset;

/** Rows with an id that orders them and classes y, as Spark and as memory have them. */
interface BenchTable {
  /** On Spark, in so many partitions. */
  org.apache.spark.sql.Dataset<Row> rows(SparkSession spark, int count, int partitions);

  /** In memory, an intercept first. */
  Dataset data(int count);
}
