package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Runs that are killed at any moment, and go on. */
@Timeout(120)
class KillTest {
  private static final int DRAWS = 40_000;
  private static final int KILLS = 3;

  @TempDir Path folder;

  @BeforeEach
  void data() {
    Cli.people(folder, 3000);
  }

  /** By relative paths, which must read the same when another folder resumes. */
  private static Object[] fit(String out, int draws) {
    return new Object[] {
      "fit",
      "people.csv",
      "-t",
      "bought",
      "-s",
      "natural",
      "--chains",
      1,
      "--draws",
      draws,
      "--features",
      "age,income",
      "--checkpoint",
      "1ms",
      "--quiet",
      "--out",
      out
    };
  }

  static FileTime time(Path path) throws IOException {
    return Files.exists(path) ? Files.getLastModifiedTime(path) : FileTime.fromMillis(0);
  }

  /** Waits until the process has saved a state of its own; false if it ended before. */
  private static boolean saved(Process process, Path partial, FileTime before)
      throws IOException, InterruptedException {
    while (process.isAlive()) {
      if (time(partial.resolve("checkpoint-0")).compareTo(before) > 0) {
        return true;
      }
      Thread.sleep(2);
    }
    return false;
  }

  @Test
  void killed_three_times_the_draws_are_the_same_bytes() throws Exception {
    Path calm = folder.resolve("calm");
    assertThat(Cli.start(folder, fit("calm", DRAWS)).waitFor()).isZero();
    Path out = folder.resolve("killed");
    Path partial = folder.resolve("killed.partial");
    for (int kill = 0; kill < KILLS; kill++) {
      FileTime before = time(partial.resolve("checkpoint-0"));
      Process process =
          kill == 0
              ? Cli.start(folder, fit("killed", DRAWS))
              : Cli.start(folder, "fit", "--resume", "killed", "-q");
      assertThat(saved(process, partial, before)).as("kill %d came in time", kill).isTrue();
      assertThat(process.destroyForcibly().waitFor()).as("it was at work").isEqualTo(Killed.EXIT);
      assertThat(out).doesNotExist();
      assertThat(partial.resolve("checkpoint-0")).exists();
    }
    Cli last = Cli.run("fit", "--resume", out, "--quiet");
    assertThat(last.code()).as(last.err()).isZero();
    for (String file : new String[] {"draws.csv", "draws/chain-1.csv", "summary.csv"}) {
      assertThat(Cli.bytes(out.resolve(file))).isEqualTo(Cli.bytes(calm.resolve(file)));
    }
    assertThat(partial).doesNotExist();
  }

  @Test
  void control_c_keeps_what_is_there_and_says_that_it_is_not_all() throws Exception {
    assumeTrue(signalsArrive(), "this process ignores SIGINT, and so do its children");
    Path out = folder.resolve("stopped");
    Process process = Cli.start(folder, fit("stopped", 2_000_000));
    Path partial = folder.resolve("stopped.partial");
    assertThat(saved(process, partial, FileTime.fromMillis(0))).isTrue();
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(130);
    var json = JsonMapper.shared().readTree(Cli.bytes(out.resolve("fit.json")));
    assertThat(json.path("complete").booleanValue()).isFalse();
    assertThat(Cli.run("summary", out).out()).startsWith("incomplete: the run was stopped");
  }

  static boolean signalsArrive() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.exists(status)) {
      return false;
    }
    String ignored =
        Files.readAllLines(status).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .findFirst()
            .orElse("SigIgn: 0");
    return (Long.parseUnsignedLong(ignored.substring(7).strip(), 16) & 2) == 0;
  }
}
