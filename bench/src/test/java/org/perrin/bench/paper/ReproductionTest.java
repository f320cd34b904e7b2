package org.perrin.bench.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.bench.RealData;

/** A quick run of the figures that take seconds; on real data where there are any. */
class ReproductionTest {
  @TempDir Path folder;

  @Test
  void every_claim_holds_in_a_quick_run() {
    var outcome = run("out", List.of("1a", "1c", "2a", "3", "appd", "table"), line -> {});
    assertThat(outcome.failed()).isEmpty();
    assertThat(outcome.claims()).isGreaterThan(20);
    assertThat(outcome.page()).isNotEmptyFile();
    for (String file : List.of("2a/ksd.png", "2a/ksd.svg", "3/passes.csv", "claims.csv")) {
      assertThat(folder.resolve("out").resolve(file)).isNotEmptyFile();
    }
  }

  @Test
  void one_seed_gives_the_same_files_twice() throws IOException {
    var outcome = run("first", List.of("1a", "4a"), line -> {});
    assertThat(outcome.failed()).isEmpty();
    run("second", List.of("1a", "4a"), line -> {});
    List<Path> files = csv(folder.resolve("first"));
    assertThat(files).hasSizeGreaterThan(4);
    for (Path file : files) {
      Path twin = folder.resolve("second").resolve(folder.resolve("first").relativize(file));
      assertThat(twin).hasSameBinaryContentAs(file);
    }
  }

  @Test
  void finished_figures_are_kept() {
    List<String> lines = new ArrayList<>();
    run("out", List.of("1a"), line -> {});
    run("out", List.of("1a"), lines::add);
    assertThat(lines).anyMatch(line -> line.contains("kept from before"));
  }

  private Reproduction.Outcome run(
      String out, List<String> figures, java.util.function.Consumer<String> line) {
    var settings =
        new ReproductionSettings(
            RealData.folder(), folder.resolve(out), folder.resolve("cache"), true, 2210);
    return new Reproduction(settings, false, line).run(figures);
  }

  private static List<Path> csv(Path where) throws IOException {
    try (Stream<Path> all = Files.walk(where)) {
      return all.filter(path -> path.toString().endsWith(".csv")).toList();
    }
  }
}
