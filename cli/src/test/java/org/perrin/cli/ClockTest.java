package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/**
 * A clock that is set while a run goes on, by libfaketime (the package {@code faketime} of Debian);
 * skipped where that is not installed. It stands between the process and the system's clock, and
 * leaves the monotonic one alone, as setting the clock does.
 */
class ClockTest {
  private static final Path LIBRARY =
      Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1");

  @TempDir Path folder;

  @Test
  void a_clock_that_jumps_changes_nothing_but_the_date() throws Exception {
    assumeTrue(Files.exists(LIBRARY));
    Cli.people(folder, 2_000);
    Path clock = Files.writeString(folder.resolve("clock"), "+0");
    var peace = fit(Map.of(), "peace");
    assertThat(peace.waitFor()).isZero();
    var jumping =
        fit(
            Map.of(
                "LD_PRELOAD",
                LIBRARY.toString(),
                "FAKETIME_TIMESTAMP_FILE",
                clock.toString(),
                "FAKETIME_NO_CACHE",
                "1",
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1"),
            "jumping");
    while (!Files.exists(folder.resolve("jumping.partial/checkpoint-0"))) {
      assertThat(jumping.isAlive()).isTrue();
      Thread.sleep(5);
    }
    Files.writeString(clock, "-1000d");
    Thread.sleep(100);
    Files.writeString(clock, "+5000d");
    assertThat(jumping.waitFor()).isZero();
    assertThat(created("jumping")).isGreaterThan("203");
    assertThat(created("peace")).isLessThan("203");
    assertThat(draws("jumping")).isEqualTo(draws("peace"));
  }

  private Process fit(Map<String, String> variables, String out) {
    Object[] arguments = {
      "fit",
      "people.csv",
      "-t",
      "bought",
      "-q",
      "-s",
      "natural",
      "--draws",
      20_000,
      "--checkpoint",
      "20ms",
      "--out",
      out
    };
    return Cli.startAmong(variables, folder, arguments);
  }

  private String created(String out) {
    return JsonMapper.shared()
        .readTree(Cli.bytes(folder.resolve(out).resolve("fit.json")))
        .path("created")
        .stringValue();
  }

  private byte[] draws(String out) {
    return Cli.bytes(folder.resolve(out).resolve("draws.csv"));
  }
}
