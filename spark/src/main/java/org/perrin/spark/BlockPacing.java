package org.perrin.spark;

import org.perrin.posterior.Watcher;
import org.perrin.sampler.Run;

/**
 * How many steps are fetched at once: an eighth of the run, so that the number of jobs does not
 * depend on the number of steps; fewer if the driver has no room for the rows of two such blocks.
 * {@code m} draws from N rows meet at most {@code N(1 − e^(−m/N))} different ones on average, which
 * is what uniform draws meet.
 */
final class BlockPacing implements Watcher {
  private static final int BLOCKS = 8;

  private final Watcher watcher;
  private final long chains;
  private final long table;
  private final long room;
  private final Runnable afterMode;

  BlockPacing(Watcher watcher, int chains, SparkModel model, Runnable afterMode) {
    this.watcher = watcher;
    this.chains = chains;
    this.table = model.rows();
    this.room = RowStore.capacity(model.rows(), model.pulledLayout());
    this.afterMode = afterMode;
  }

  @Override
  public int blockSteps(long rows, long steps) {
    long even = (steps + BLOCKS - 1) / BLOCKS;
    double share = 0.5 * room / table;
    double draws = share >= 0.5 ? Double.POSITIVE_INFINITY : -table * Math.log1p(-share);
    return (int) Math.max(1, Math.min(even, draws / (rows * chains)));
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
