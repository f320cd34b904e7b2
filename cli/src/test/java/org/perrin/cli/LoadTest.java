package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Long chains, many chains and many groups, by the command, in little memory. */
class LoadTest {
  private static final boolean LONG = Boolean.getBoolean("perrin.long");

  @TempDir Path folder;

  private void fit(String heap, Path data, String out, Object... more) throws Exception {
    Path log = folder.resolve(out + ".log");
    List<Object> all = new ArrayList<>(List.of("fit", data.getFileName(), "-q", "--out", out));
    all.addAll(Arrays.asList(more));
    Process process = Cli.startWith(heap, log, folder, all.toArray());
    assertThat(process.waitFor()).as(Files.readString(log)).isZero();
  }

  private byte[] draws(String out) {
    return Cli.bytes(folder.resolve(out).resolve("draws.csv"));
  }

  private static long lines(Path path) throws IOException {
    try (Stream<String> lines = Files.lines(path)) {
      return lines.count();
    }
  }

  /**
   * Draws that would take more memory than there is, eight numbers each and two copies of them, lie
   * on the disk; they are the same as in a large memory.
   */
  @Test
  void long_chains_in_little_memory() throws Exception {
    int draws = LONG ? 1_000_000 : 60_000;
    String little = LONG ? "192m" : "48m";
    Path data = Cli.people(folder, 2_000);
    Object[] options = {
      "-t", "bought", "-s", "sgld-cv-ps", "--chains", 2, "--thin", 1, "--draws", draws
    };
    fit(little, data, "little", options);
    assertThat(lines(folder.resolve("little/draws.csv"))).isEqualTo(2L * draws + 1);
    fit("2g", data, "large", options);
    assertThat(
            Files.mismatch(folder.resolve("little/draws.csv"), folder.resolve("large/draws.csv")))
        .isEqualTo(-1);
  }

  @Test
  void sixty_four_chains_in_little_memory() throws Exception {
    Path data = Cli.people(folder, LONG ? 100_000 : 3_000);
    Object[] options = {
      "-t", "bought", "-s", "natural", "--chains", 64, "--draws", LONG ? 500 : 20, "--threads", 2
    };
    fit(LONG ? "256m" : "64m", data, "two", options);
    options[options.length - 1] = 1;
    fit("512m", data, "one", options);
    assertThat(draws("two")).isEqualTo(draws("one"));
  }

  @Test
  void many_groups() throws Exception {
    int groups = LONG ? 100_000 : 2_000;
    Path data = Worlds.groups(folder, 5 * groups, groups);
    Object[] options = {"--formula", "y ~ a + (1 | shop)", "--draws", LONG ? 50 : 25};
    fit(LONG ? "2g" : "512m", data, "shops", options);
    List<String> summary = Files.readAllLines(folder.resolve("shops/summary.csv"));
    assertThat(summary).hasSize(1 + 2 + 1 + 1 + groups);
    assertThat(Double.parseDouble(summary.get(4).split(",")[1])).isBetween(0.7, 0.9);
  }
}
