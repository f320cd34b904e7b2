package org.perrin.spark;

import org.perrin.math.Kernels;
import org.perrin.posterior.Watcher;
import org.perrin.sampler.Run;

/**
 * How many steps are fetched at once: an eighth of the run, so that the number of jobs does not
 * depend on the number of steps; fewer if the driver's memory does not hold their rows. A window
 * may take an eighth of the heap: two are there at a time, and packets on their way.
 */
final class Pace implements Watcher {
  private static final int BLOCKS = 8;
  private static final int SHARE = 8;

  private final Watcher watcher;
  private final long chains;
  private final long table;
  private final long most;
  private final Runnable afterMode;

  Pace(Watcher watcher, int chains, SparkModel model, Runnable afterMode) {
    this.watcher = watcher;
    this.chains = chains;
    this.table = model.rows();
    this.most =
        Runtime.getRuntime().maxMemory() / SHARE / (8L * (Kernels.pad(model.dimension()) + 8));
    this.afterMode = afterMode;
  }

  @Override
  public int blockSteps(long rows, long steps) {
    long even = (steps + BLOCKS - 1) / BLOCKS;
    long byMemory = table <= most ? even : most / (rows * chains);
    return (int) Math.max(1, Math.min(even, byMemory));
  }

  @Override
  public void stage(String name) {
    if (name.equals("weights")) {
      afterMode.run();
    }
    watcher.stage(name);
  }

  @Override
  public void remark(String text) {
    watcher.remark(text);
  }

  @Override
  public boolean block(Run run) {
    return watcher.block(run);
  }
}
