package org.perrin.io.draws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.draws.Draws;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * cmdstanpy and ArviZ load what is written. Installs them below {@code target/}, which takes half a
 * minute, so it runs only on request: {@code mvn -pl core,io test -Dperrin.python=true}. Skipped
 * where there is no Python or no package index.
 */
@Tag("python")
@EnabledIfSystemProperty(
    named = "perrin.python",
    matches = "true",
    disabledReason = "run it with -Dperrin.python=true")
class PythonReadsDrawsTest {
  private static final int PATIENCE_SECONDS = 150;

  @TempDir Path folder;

  private static Path python() throws IOException {
    Path home = Path.of("target", "python").toAbsolutePath();
    Path python = home.resolve(Path.of("bin", "python"));
    Path done = home.resolve("installed");
    if (!Files.exists(done)) {
      assumeTrue(run("python3", "-m", "venv", home.toString()) != null, "there is no Python");
      String installed = run(python.toString(), "-m", "pip", "install", "-q", "cmdstanpy", "arviz");
      assumeTrue(installed != null, "no package index answers: cmdstanpy is not tested");
      Files.createFile(done);
    }
    return python;
  }

  /** What the command writes, or null if it fails. */
  private static String run(String... command) {
    try {
      Path out = Files.createTempFile("perrin", ".out");
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(out.toFile())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return null;
      }
      String text = Files.readString(out);
      Files.delete(out);
      return process.exitValue() == 0 ? text : null;
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }

  @Test
  void means_deviations_and_effective_draws_agree() throws IOException {
    Path python = python();
    Draws draws = DrawsFilesTest.random(3, 4, 500);
    var header = new CmdStanHeader("glm", "people.csv", -5L, 100, 0.5, 0.1, 2.5);
    List<String> command = new ArrayList<>(List.of(python.toString(), script().toString()));
    CmdStanCsv.writeAll(folder, draws, header).forEach(path -> command.add(path.toString()));
    Path table = folder.resolve("draws.csv");
    DrawsCsv.write(table, named(draws));
    command.add(table.toString());

    String json = run(command.toArray(String[]::new));
    assertThat(json).as("the script's output").isNotNull();
    JsonNode seen = JsonMapper.shared().readTree(json.substring(json.indexOf('{')));
    assertThat(seen.get("shape").toString()).isEqualTo("[4,500,5]");
    assertThat(seen.get("identical").booleanValue()).isTrue();
    assertThat(seen.get("diverging").intValue()).isZero();
    for (int k = 0; k < draws.dimension(); k++) {
      double[] all = Arrays.stream(draws.coordinate(k)).flatMapToDouble(Arrays::stream).toArray();
      double mean = Arrays.stream(all).average().orElseThrow();
      double sum = Arrays.stream(all).map(x -> (x - mean) * (x - mean)).sum();
      double sd = Math.sqrt(sum / (all.length - 1));
      assertThat(seen.get("mean").get(k).doubleValue()).isCloseTo(mean, within(1e-9 * sd));
      assertThat(seen.get("sd").get(k).doubleValue()).isCloseTo(sd, within(1e-9 * sd));
      assertThat(seen.get("ess").get(k)).isEqualTo(seen.get("ess_plain").get(k));
      assertThat(seen.get("ess").get(k).doubleValue()).isBetween(400.0, 1200.0);
    }
  }

  /** Without line breaks in names: the script's plain reader knows no quotes. */
  private static Draws named(Draws draws) {
    return new Draws(List.of("a", "b", "c", "d", "e"), draws.chains());
  }

  private Path script() {
    Path path = folder.resolve("load.py");
    try (var in = PythonReadsDrawsTest.class.getResourceAsStream("load.py")) {
      Files.copy(in, path);
      return path;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
