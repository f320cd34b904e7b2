/**
 * Regressions on Spark, with the bits of the same regression in memory. Rows get an order that does
 * not depend on partitions ({@link org.perrin.spark.BlockBounds}), lie in blocks that are the
 * chunks of {@link org.perrin.math.Parallel} ({@link org.perrin.spark.RowBlock}), are summed block
 * by block ({@link org.perrin.spark.BlockTable}), and the rows of coming steps are fetched many
 * steps at a time ({@link org.perrin.spark.Fetcher}). What executors do not do is collected ({@link
 * org.perrin.spark.DriverOnly}). {@link org.perrin.spark.SparkFit} and {@link
 * org.perrin.spark.PerrinRegression} are the entry points.
 */
package org.perrin.spark;
