package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C while there is nothing to keep: the answer is prompt, and says what is left. */
@Timeout(120)
class InterruptTest {
  /** A second, and some for a machine that does other things. */
  private static final long MOST_MILLIS = 5_000;

  @TempDir Path folder;

  @BeforeEach
  void data() throws Exception {
    assumeTrue(KillTest.signalsArrive(), "this process ignores SIGINT, and so do its children");
    Cli.people(folder, 2000);
  }

  private Path log() {
    return folder.resolve("log");
  }

  /**
   * Starts a fit and stops it once it says {@code phase}; without an answer it would take hours.
   */
  private String stopped(String phase, Object... more) throws Exception {
    Object[] first = {"fit", "people.csv", "-t", "bought", "--out", "out"};
    Object[] all = new Object[first.length + more.length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(more, 0, all, first.length, more.length);
    Process run = Cli.startWith("512m", log(), folder, all);
    try {
      long limit = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
      while (run.isAlive() && !said(phase) && System.nanoTime() < limit) {
        Thread.sleep(2);
      }
      assertThat(run.isAlive() && said(phase)).as(Files.readString(log())).isTrue();
      new ProcessBuilder("kill", "-INT", Long.toString(run.pid())).start().waitFor();
      assertThat(run.waitFor(MOST_MILLIS, TimeUnit.MILLISECONDS)).as("it answers").isTrue();
    } finally {
      run.destroyForcibly().waitFor();
    }
    assertThat(run.exitValue()).isEqualTo(130);
    return Files.readString(log());
  }

  private boolean said(String phase) throws Exception {
    return Files.exists(log()) && Files.readString(log()).contains(phase);
  }

  @Test
  void in_warm_up() throws Exception {
    String said = stopped("sampling …", "-s", "nuts", "--burn-in", 100_000_000);
    assertThat(said).contains("stopped before the first draw: nothing is written");
    assertThat(folder.resolve("out")).doesNotExist();
    assertThat(folder.resolve("out.partial")).doesNotExist();
  }

  /**
   * A model of one's own that thinks long about its first row, and does not check for interrupts.
   */
  @Test
  void in_work_that_cannot_be_asked() throws Exception {
    Cli.write(
        folder.resolve("Slow.java"),
        """
        import org.perrin.autodiff.Num;
        import org.perrin.autodiff.Parameters;
        import org.perrin.autodiff.Row;
        import org.perrin.autodiff.RowModel;
        import org.perrin.data.Dataset;

        public final class Slow implements RowModel {
          private final Num b;

          public Slow(Parameters parameters, Dataset data) {
            b = parameters.real("b");
          }

          @Override
          public Num row(Row row) {
            for (long until = System.nanoTime() + 600_000_000_000L; System.nanoTime() < until; ) {
              Thread.onSpinWait();
            }
            return b.times(0);
          }

          @Override
          public Num prior() {
            return b.times(b);
          }
        }
        """);
    String said = stopped("design …", "-m", "Slow.java");
    assertThat(said).contains("stopped before the first draw: nothing is written");
    assertThat(folder.resolve("out.partial")).doesNotExist();
  }

  @Test
  void in_warm_up_with_a_checkpoint() throws Exception {
    Object[] options = {"-s", "nuts", "--burn-in", 100_000_000, "--checkpoint", "1ms"};
    String said = stopped("chain 1", options);
    assertThat(said)
        .contains("stopped: perrin fit --resume out continues from the last checkpoint");
    assertThat(folder.resolve("out.partial/run.json")).exists();
  }

  /** An old result is left as it was. */
  @Test
  void while_it_replaces_a_result() throws Exception {
    Path out = folder.resolve("out");
    Path data = folder.resolve("people.csv");
    assertThat(Cli.run("fit", data, "-t", "bought", "--draws", 50, "-q", "-o", out).code())
        .isZero();
    byte[] before = Cli.bytes(out.resolve("draws.csv"));
    stopped("reading …", "--overwrite", "-s", "nuts", "--burn-in", 100_000_000);
    assertThat(Cli.bytes(out.resolve("draws.csv"))).isEqualTo(before);
    assertThat(folder.resolve("out.partial")).doesNotExist();
  }
}
