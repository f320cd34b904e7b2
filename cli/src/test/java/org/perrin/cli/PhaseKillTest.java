package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * Kills a run in a given phase, which it tells on a terminal, a random moment after it began. The
 * result that was there before must still be there to the byte, or a whole new one in its place.
 * {@code -Dperrin.kills=20} kills as many times in each phase.
 */
@Timeout(600)
class PhaseKillTest {
  private static final int KILLS = Integer.getInteger("perrin.kills", 1);
  private static final int LONGEST_MILLIS = 60;

  @TempDir Path folder;
  private final SplittableRandom random = new SplittableRandom(2210);

  @BeforeEach
  void data() {
    Cli.people(folder, 3000);
  }

  private Process fit() {
    Object[] arguments = {
      "fit",
      "people.csv",
      "-t",
      "bought",
      "-s",
      "natural",
      "--chains",
      1,
      "--draws",
      2000,
      "--overwrite",
      "--out",
      "out"
    };
    return Cli.startWith("512m", folder.resolve("log"), folder, arguments);
  }

  private boolean began(String phase) throws IOException {
    Path log = folder.resolve("log");
    return Files.exists(log) && Files.readString(log).contains(phase + " …");
  }

  private boolean whole(Path out) {
    var json = JsonMapper.shared().readTree(Cli.bytes(out.resolve("fit.json")));
    return json.path("complete").booleanValue()
        && Cli.run("summary", out).code() == 0
        && Files.exists(out.resolve("report.html"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"reading", "design", "mode", "weights", "sampling", "writing"})
  void killed_in(String phase) throws Exception {
    Path out = folder.resolve("out");
    assertThat(
            Cli.run(
                    "fit",
                    folder.resolve("people.csv"),
                    "-t",
                    "bought",
                    "-s",
                    "natural",
                    "--draws",
                    50,
                    "-q",
                    "--out",
                    out)
                .code())
        .isZero();
    Map<String, String> before = FaultsTest.content(out);
    for (int kill = 0; kill < KILLS; kill++) {
      Killed.during(this::fit, () -> began(phase), random.nextInt(LONGEST_MILLIS));
      assertThat(began(phase)).as("the phase was seen").isTrue();
      Path there = Files.exists(out) ? out : folder.resolve("out.partial/old");
      if (!FaultsTest.content(there).equals(before)) {
        assertThat(whole(there)).isTrue();
        before = FaultsTest.content(there);
      }
    }
    Cli again =
        Cli.run(
            "fit", folder.resolve("people.csv"), "-t", "bought", "-q", "--overwrite", "--out", out);
    assertThat(again.code()).as(again.err()).isZero();
    assertThat(whole(out)).isTrue();
    assertThat(folder.resolve("out.partial")).doesNotExist();
  }

  @Test
  void killed_while_packing() throws Exception {
    Path csv = Cli.people(Files.createDirectories(folder.resolve("large")), 60_000);
    Path packed = folder.resolve("t.perrin");
    assertThat(Cli.run("data", "pack", folder.resolve("people.csv"), "-o", packed).code()).isZero();
    byte[] before = Cli.bytes(packed);
    for (int kill = 0; kill < KILLS; kill++) {
      Path partial = folder.resolve("t.perrin.partial");
      FileTime old = KillTest.time(partial);
      Killed.during(
          () -> Cli.start(folder, "data", "pack", csv, "-o", packed),
          () -> KillTest.time(partial).compareTo(old) > 0,
          random.nextInt(LONGEST_MILLIS));
      assertThat(Cli.run("data", "verify", packed).code()).isZero();
      if (Files.exists(partial)) {
        assertThat(Cli.bytes(packed)).isEqualTo(before);
      }
    }
    assertThat(Cli.run("data", "pack", csv, "-o", packed).code()).isZero();
    assertThat(folder.resolve("t.perrin.partial")).doesNotExist();
  }

  /** The impatient press twice: the second time changes nothing, the result is written whole. */
  @Test
  void control_c_twice() throws Exception {
    assumeTrue(KillTest.signalsArrive(), "this process ignores SIGINT, and so do its children");
    Process run =
        Cli.start(
            folder,
            "fit",
            "people.csv",
            "-t",
            "bought",
            "-s",
            "natural",
            "-q",
            "--chains",
            1,
            "--draws",
            1_000_000,
            "--checkpoint",
            "5ms",
            "--out",
            "out");
    while (run.isAlive() && !Files.exists(folder.resolve("out.partial/checkpoint-0"))) {
      Thread.sleep(2);
    }
    for (int k = 0; k < 2; k++) {
      new ProcessBuilder("kill", "-INT", Long.toString(run.pid())).start().waitFor();
    }
    assertThat(run.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(run.exitValue()).isEqualTo(130);
    assertThat(folder.resolve("out/fit.json")).exists();
    assertThat(Cli.run("summary", folder.resolve("out")).code()).isZero();
    assertThat(folder.resolve("out.partial")).doesNotExist();
  }
}
