package org.perrin.spark.app;

import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Option;

/** Where the session comes from: spark-submit's settings, or all cores of this machine. */
final class SessionOption {
  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "Spark's master; that of spark-submit, or local[*], if not given.")
  private String master;

  SparkSession open() {
    var conf = new SparkConf();
    if (master != null) {
      conf.setMaster(master);
    } else if (!conf.contains("spark.master")) {
      conf.setMaster("local[*]");
    }
    // packets of rows are large, and how many there are at a time is bounded by the window
    conf.setIfMissing("spark.driver.maxResultSize", "0");
    // and go straight to the driver, not by way of the block manager
    conf.setIfMissing("spark.task.maxDirectResultSize", "100m");
    conf.setIfMissing("spark.app.name", "perrin");
    conf.setIfMissing("spark.ui.showConsoleProgress", "false");
    boolean local = conf.get("spark.master").startsWith("local");
    if (local) {
      conf.setIfMissing("spark.ui.enabled", "false");
      conf.setIfMissing("spark.driver.host", "127.0.0.1");
      conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
    }
    return SparkSession.builder().config(conf).getOrCreate();
  }
}
