package org.perrin.cli.fit;

import java.time.Duration;
import org.perrin.data.Storage;
import org.perrin.posterior.Watcher;
import org.perrin.regression.Checkpoints;
import org.perrin.sampler.Run;

/** Looks on for the command: shows progress, saves checkpoints, and stops when it is asked to. */
public final class FitWatcher implements Watcher {
  private static final long ROWS_A_BLOCK = 200_000;

  private final ProgressDisplay progress;
  private final Interrupt interrupt;
  private final Checkpoints checkpoints;
  private final long every;
  private final boolean resume;
  private final Storage storage;
  private long last = System.nanoTime();
  private int runs;
  private boolean restored;

  /** Whether what is saved belongs to a run that is still to come. */
  private boolean early;

  /**
   * Looks on.
   *
   * @param checkpoints null to save none
   * @param resume whether to go on from the last
   * @param storage of draws
   */
  public FitWatcher(
      ProgressDisplay progress,
      Interrupt interrupt,
      Checkpoints checkpoints,
      Duration every,
      boolean resume,
      Storage storage) {
    this.progress = progress;
    this.interrupt = interrupt;
    this.checkpoints = checkpoints;
    this.every = every == null ? 0 : every.toNanos();
    this.resume = resume;
    this.storage = storage;
  }

  @Override
  public void stage(String name) {
    progress.stage(name);
  }

  @Override
  public void remark(String text) {
    progress.remark(text);
  }

  @Override
  public Storage storage() {
    return storage;
  }

  /** A fit that gave a run up and was killed in the next makes the first again, and saves none. */
  @Override
  public void begin(Run run) {
    boolean before = restored;
    if (resume && (runs == 0 || early)) {
      early = false;
      checkpoints.load(
          (state, draws) -> {
            restored = run.wrote(state);
            early = !restored;
            if (restored) {
              run.restore(state, draws);
            }
          });
    }
    if (runs++ > 0 && checkpoints != null && !early && before == restored) {
      checkpoints.restart();
    }
  }

  /** Short, so that Ctrl-C and short times between checkpoints are heard. */
  @Override
  public int blockSteps(long rows) {
    return (int) Math.max(1, ROWS_A_BLOCK / Math.max(1, rows));
  }

  @Override
  public boolean block(Run run) {
    if (run.drawn()) {
      interrupt.keep();
    }
    if (checkpoints != null && !early && System.nanoTime() - last >= every) {
      checkpoints.save(run::save);
      last = System.nanoTime();
    }
    progress.block(run);
    return !interrupt.asked();
  }
}
