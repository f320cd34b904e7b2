package org.perrin.posterior;

import org.perrin.data.Storage;
import org.perrin.sampler.Run;

/** Looks on while a posterior is made: for progress, checkpoints and an early end. */
public interface Watcher {
  /** Does nothing. */
  Watcher NONE = new Watcher() {};

  /** A stage begins: {@code mode}, {@code weights}, {@code pilot}, {@code sampling}. */
  default void stage(String name) {}

  /** Something the user should know, in one line. */
  default void remark(String text) {}

  /** Where draws are kept. */
  default Storage storage() {
    return Storage.heap();
  }

  /** Before the first block; a run that was killed is restored here. */
  default void begin(Run run) {}

  /** Called between blocks of steps, on one thread; false ends the run with what is there. */
  default boolean block(Run run) {
    return true;
  }

  /** Steps between two calls of {@link #block}, for a sampler that reads {@code rows} a step. */
  default int blockSteps(long rows) {
    return (int) Math.max(1, 2_000_000 / Math.max(1, rows));
  }

  /** As {@link #blockSteps(long)}, for a run of {@code steps} steps in all. */
  default int blockSteps(long rows, long steps) {
    return blockSteps(rows);
  }
}
