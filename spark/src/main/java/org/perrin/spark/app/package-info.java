/** The application for {@code spark-submit}: commands around {@link org.perrin.spark.SparkFit}. */
package org.perrin.spark.app;
