package org.perrin.spark.app;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.SparkContext;
import org.perrin.posterior.Watcher;
import org.perrin.sampler.Run;

/** Asks Spark between stages what its executors keep, and says how far a fit is. */
final class CachedBytes implements Watcher {
  private final ProgressLines lines = new ProgressLines();
  private final SparkContext spark;
  private final Map<String, Long> most = new TreeMap<>();

  CachedBytes(SparkContext spark) {
    this.spark = spark;
  }

  private void look() {
    Arrays.stream(spark.getRDDStorageInfo())
        .forEach(kept -> most.merge(kept.name(), kept.memSize() + kept.diskSize(), Math::max));
  }

  /** The most of each table. */
  Map<String, Long> most() {
    return most;
  }

  @Override
  public void stage(String name) {
    look();
    lines.stage(name);
  }

  @Override
  public void remark(String text) {
    lines.remark(text);
  }

  @Override
  public boolean block(Run run) {
    look();
    return lines.block(run);
  }
}
