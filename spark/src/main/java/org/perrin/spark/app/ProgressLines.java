package org.perrin.spark.app;

import org.perrin.posterior.Watcher;
import org.perrin.sampler.Run;

/** Says on standard error how far a fit is. */
final class ProgressLines implements Watcher {
  @Override
  public void stage(String name) {
    Main.report("stage " + name);
  }

  @Override
  public void remark(String text) {
    Main.report(text);
  }

  @Override
  public boolean block(Run run) {
    Main.report("step %,d of %,d".formatted(run.steps(0), run.stepsPlanned()));
    return true;
  }
}
