package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * cmdstanpy and ArviZ get the same means, standard deviations and effective sizes from the files of
 * a fit as its {@code summary.csv}, to five digits. Installs them below {@code target/}, so it runs
 * on request only: {@code mvn -pl cli -am test -Dperrin.python=true}. Skipped where there is no
 * Python or no package index.
 */
@Tag("python")
@EnabledIfSystemProperty(
    named = "perrin.python",
    matches = "true",
    disabledReason = "run it with -Dperrin.python=true")
class PythonAgreesTest {
  private static final int PATIENCE_SECONDS = 240;
  private static final double FIVE_DIGITS = 1e-3;

  @TempDir Path folder;

  private static Path python() throws IOException {
    Path home = Path.of("target", "python").toAbsolutePath();
    Path python = home.resolve(Path.of("bin", "python"));
    Path done = home.resolve("installed");
    if (!Files.exists(done)) {
      assumeTrue(run("python3", "-m", "venv", home.toString()) != null, "there is no Python");
      String installed = run(python.toString(), "-m", "pip", "install", "-q", "cmdstanpy", "arviz");
      assumeTrue(installed != null, "no package index answers: ArviZ is not tested");
      Files.createFile(done);
    }
    return python;
  }

  /** What the command writes, or null if it fails. */
  private static String run(String... command) throws IOException {
    Path out = Files.createTempFile("perrin", ".out");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(out.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (!ended) {
        process.destroyForcibly();
      }
      return ended && process.exitValue() == 0 ? Files.readString(out) : null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    } catch (IOException e) {
      return null;
    } finally {
      Files.deleteIfExists(out);
    }
  }

  @Test
  void means_deviations_and_effective_sizes_agree_to_five_digits() throws IOException {
    Path python = python();
    Path fit = folder.resolve("fit");
    Cli made = Cli.run("fit", Cli.people(folder, 5000), "-t", "bought", "--out", fit, "-q");
    assertThat(made.code()).isZero();
    Path script = folder.resolve("summarise.py");
    try (var in = PythonAgreesTest.class.getResourceAsStream("summarise.py")) {
      Files.copy(in, script);
    }
    List<String> command = new ArrayList<>(List.of(python.toString(), script.toString()));
    for (int c = 1; c <= 4; c++) {
      command.add(fit.resolve("draws/chain-" + c + ".csv").toString());
    }
    String text = run(command.toArray(String[]::new));
    assertThat(text).as("the script's output").isNotNull();
    JsonNode seen = JsonMapper.shared().readTree(text.substring(text.indexOf('[')));
    List<String> rows = Files.readAllLines(fit.resolve("summary.csv"));
    assertThat(seen.size()).isEqualTo(rows.size() - 1);
    for (int k = 0; k < seen.size(); k++) {
      String[] row = rows.get(k + 1).split(",");
      agree(row[0] + " mean", seen.get(k).path("mean"), row[1]);
      agree(row[0] + " sd", seen.get(k).path("sd"), row[2]);
      agree(row[0] + " ess_bulk", seen.get(k).path("ess"), row[7]);
    }
  }

  private static void agree(String what, JsonNode theirs, String ours) {
    assertThat(Double.parseDouble(ours))
        .as(what)
        .isCloseTo(theirs.doubleValue(), withinPercentage(FIVE_DIGITS));
  }
}
