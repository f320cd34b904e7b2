package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.perrin.regression.FitFolder;

/** Kills a process in the middle of its work, and makes sure that it was in the middle. */
final class Killed {
  /** 128 + SIGKILL: a process that ends by itself has another exit code. */
  static final int EXIT = 137;

  private static final int TRIALS = 6;

  private Killed() {}

  /**
   * Starts a process and kills it {@code millis} after {@code reached} is true; where it had ended
   * by then another is started and killed sooner. Fails if none was killed at work.
   */
  static void during(Supplier<Process> start, Callable<Boolean> reached, long millis)
      throws Exception {
    boolean killed = false;
    for (int trial = 0; trial < TRIALS && !killed; trial++) {
      Process process = start.get();
      while (process.isAlive() && !reached.call()) {
        Thread.sleep(1);
      }
      Thread.sleep(millis >> 2 * trial);
      killed = process.destroyForcibly().waitFor() == EXIT;
    }
    assertThat(killed).as("a process was killed at work").isTrue();
  }

  /**
   * Kills a fit that saves states once there are two, with work left, and resumes it here; where
   * one ended by itself before that its result goes, and another is started.
   */
  static void andResumed(Path folder, String out, Supplier<Process> start) throws Exception {
    Path result = folder.resolve(out);
    Path partial = folder.resolve(out + ".partial");
    Supplier<Process> again =
        () -> {
          FitFolder.delete(result);
          return start.get();
        };
    during(again, () -> Files.exists(partial.resolve("checkpoint-1")), 0);
    assertThat(result).as("there is work left").doesNotExist();
    assertThat(partial.resolve("checkpoint-0")).exists();
    Cli rest = Cli.run("fit", "--resume", result, "--quiet");
    assertThat(rest.code()).as(rest.err()).isZero();
    assertThat(partial).doesNotExist();
  }
}
