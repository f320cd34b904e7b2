package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One seed, one file of draws: in this process and in others, on one thread and on five, with every
 * width of register and without any, from the table itself and packed, in one go and killed
 * between. (SameBitsTest of the core hashes the diagnostics too; that of Spark compares a cluster's
 * draws with those of memory.)
 */
@Timeout(300)
class SameBitsTest {
  private static final List<String> VECTORS = List.of("--add-modules", "jdk.incubator.vector");

  @TempDir Path folder;

  private static Object[] fit(String data, String out, Object... more) {
    Stream<Object> words =
        Stream.of(
            "fit",
            data,
            "-t",
            "bought",
            "-s",
            "natural",
            "--chains",
            2,
            "--draws",
            2000,
            "--quiet");
    return Stream.of(words, Stream.of(more), Stream.<Object>of("--out", out))
        .flatMap(part -> part)
        .toArray();
  }

  private String hash(String out) throws Exception {
    byte[] draws = Cli.bytes(folder.resolve(out).resolve("draws.csv"));
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(draws);
    return HexFormat.of().formatHex(digest).substring(0, 16);
  }

  /** A fit in a Java of its own. */
  private String elsewhere(String out, String data, String... options) throws Exception {
    List<String> java = new ArrayList<>(VECTORS);
    java.addAll(Arrays.asList(options));
    assertThat(Cli.startIn(java, folder, fit(data, out, "--precision", "double")).waitFor())
        .isZero();
    return hash(out);
  }

  /** Killed as soon as there is something to go on from. */
  private String resumed() throws Exception {
    Object[] words = fit("people.csv", "resumed", "--precision", "double", "--checkpoint", "1ms");
    Killed.andResumed(folder, "resumed", () -> Cli.startIn(VECTORS, folder, words));
    return hash("resumed");
  }

  @Test
  void one_seed_gives_the_same_draws_whatever_runs_it() throws Exception {
    Cli.people(folder, 3000);
    String parallelism = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=";
    Map<String, String> hashes = new LinkedHashMap<>();
    hashes.put("a run", elsewhere("one", "people.csv"));
    hashes.put("another run", elsewhere("two", "people.csv"));
    hashes.put("one thread", elsewhere("thread", "people.csv", parallelism + 1));
    hashes.put("five threads", elsewhere("threads", "people.csv", parallelism + 5));
    for (int width : new int[] {128, 256, 512}) {
      hashes.put(width + " bits", elsewhere("w" + width, "people.csv", "-Dperrin.simd=" + width));
    }
    hashes.put("no vectors", elsewhere("scalar", "people.csv", "-Dperrin.scalar=true"));
    Cli packing =
        Cli.run(
            "data",
            "pack",
            folder.resolve("people.csv"),
            "--precision",
            "double",
            "-o",
            folder.resolve("people.perrin"));
    assertThat(packing.code()).as(packing.err()).isZero();
    Object[] packed = fit("people.perrin", "packed");
    assertThat(Cli.startIn(VECTORS, folder, packed).waitFor()).isZero();
    hashes.put("packed", hash("packed"));
    hashes.put("killed and resumed", resumed());
    Path table = Files.createDirectories(Path.of("target", "trust")).resolve("bits.md");
    Files.write(
        table,
        hashes.entrySet().stream()
            .map(e -> "| %s | `%s` |".formatted(e.getKey(), e.getValue()))
            .toList());
    assertThat(hashes.values()).as(hashes.toString()).containsOnly(hashes.get("a run"));
  }
}
