package org.perrin.spark.app;

/** The application with the settings of a cluster on loopback: executors share this class path. */
public final class TestMain {
  private TestMain() {}

  /** As {@link Main}. */
  public static void main(String[] args) {
    System.setProperty("spark.executor.extraClassPath", System.getProperty("java.class.path"));
    System.setProperty(
        "spark.executor.extraJavaOptions",
        "-Dperrin.scalar=true -XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    System.setProperty("spark.executor.memory", "700m");
    System.setProperty("spark.executor.cores", "1");
    System.setProperty("spark.driver.host", "127.0.0.1");
    System.setProperty("spark.driver.bindAddress", "127.0.0.1");
    System.setProperty("spark.ui.enabled", "false");
    Main.main(args);
  }
}
