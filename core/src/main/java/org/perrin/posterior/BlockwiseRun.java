package org.perrin.posterior;

import org.perrin.sampler.Run;

/** Runs to the end in blocks, so that a watcher can look, save or stop between them. */
final class BlockwiseRun {
  private BlockwiseRun() {}

  static Run run(Run run, long rowsPerStep, Watcher watcher) {
    watcher.begin(run);
    int steps = Math.max(1, watcher.blockSteps(rowsPerStep, run.stepsPlanned()));
    while (!run.advance(steps)) {
      if (!watcher.block(run)) {
        break;
      }
    }
    return run;
  }
}
