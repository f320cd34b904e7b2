package org.perrin.spark;

import org.apache.spark.sql.SparkSession;

/** TestSessions for tests. */
final class TestSessions {
  private TestSessions() {}

  /** Two threads in this JVM, no web page. */
  static SparkSession local() {
    return SparkSession.builder()
        .master("local[2]")
        .appName("perrin test")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "4")
        .getOrCreate();
  }
}
