package org.perrin.posterior;

import org.perrin.sampler.Run;

/** Runs to the end in blocks, so that a watcher can look, save or stop between them. */
final class Blocks {
  private Blocks() {}

  static Run run(Run run, long rowsPerStep, Watcher watcher) {
    byte[] saved = watcher.saved();
    if (saved != null) {
      run.restore(saved);
    }
    int steps = Math.max(1, watcher.blockSteps(rowsPerStep, run.stepsPlanned()));
    while (!run.advance(steps)) {
      if (!watcher.block(run)) {
        break;
      }
    }
    return run;
  }
}
