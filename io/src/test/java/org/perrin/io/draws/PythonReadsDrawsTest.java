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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.data.Doubles;
import org.perrin.draws.Draws;
import org.perrin.draws.Transitions;
import org.perrin.dynamics.Nuts;
import org.perrin.dynamics.StepStatistic;
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

  /** What NUTS says of 500 draws, every tenth of them divergent. */
  private static Transitions nuts() {
    List<StepStatistic> columns = new Nuts(1).statistics();
    double[] values = new double[500 * columns.size()];
    for (int t = 0; t < 500; t++) {
      double[] step = {-t, 0.9, 0.5, 2, 3, t % 10 == 0 ? 1 : 0, t + 1.5};
      System.arraycopy(step, 0, values, t * columns.size(), columns.size());
    }
    return new Transitions(columns, Doubles.of(values), 50, 0);
  }

  private static Transitions density() {
    return new Transitions(
        List.of(StepStatistic.LOG_DENSITY),
        Doubles.of(IntStream.range(0, 500).mapToDouble(t -> -t).toArray()),
        0,
        0);
  }

  private JsonNode load(Draws draws, String sampler) throws IOException {
    Path python = python();
    var header = new CmdStanHeader("glm", "people.csv", sampler, -5L, 100, 0.5, 0.1, 2.5);
    List<String> command = new ArrayList<>(List.of(python.toString(), script().toString()));
    CmdStanCsv.writeAll(folder, draws, header).forEach(path -> command.add(path.toString()));
    Path table = folder.resolve("draws.csv");
    DrawsCsv.write(table, named(draws));
    command.add(table.toString());

    String json = run(command.toArray(String[]::new));
    assertThat(json).as("the script's output").isNotNull();
    return JsonMapper.shared().readTree(json.substring(json.indexOf('{')));
  }

  private static Draws with(Draws draws, Transitions transitions) {
    return new Draws(
        draws.names(),
        draws.chains().stream()
            .map(c -> Draws.Chain.of(c.dimension(), c.values(), transitions))
            .toList());
  }

  @Test
  void columns_of_nuts_are_read() throws IOException {
    JsonNode seen = load(with(DrawsFilesTest.random(3, 4, 500), nuts()), "nuts");
    assertThat(seen.get("agree").booleanValue()).isTrue();
    assertThat(seen.get("columns").size()).isEqualTo(7);
    assertThat(seen.get("algorithm").stringValue()).isEqualTo("hmc");
    assertThat(seen.get("diverging").intValue()).isEqualTo(200);
    assertThat(seen.get("diverging_too").intValue()).isEqualTo(200);
    assertThat(seen.get("leapfrogs").intValue()).isEqualTo(6000);
    assertThat(seen.get("lp").doubleValue()).isEqualTo(-4 * 499 * 250);
  }

  @Test
  void samplers_that_know_their_density_alone_are_read() throws IOException {
    JsonNode seen = load(with(DrawsFilesTest.random(3, 4, 500), density()), "natural");
    assertThat(seen.get("agree").booleanValue()).isTrue();
    assertThat(seen.get("columns").toString()).isEqualTo("[\"lp__\"]");
    assertThat(seen.get("lp").doubleValue()).isEqualTo(-4 * 499 * 250);
    assertThat(seen.get("diverging").isNull()).isTrue();
  }

  @Test
  void means_deviations_and_effective_draws_agree() throws IOException {
    Draws draws = DrawsFilesTest.random(3, 4, 500);
    JsonNode seen = load(draws, "sgld-cv-ps");
    assertThat(seen.get("algorithm").stringValue()).isEqualTo("sgld-cv-ps");
    assertThat(seen.get("agree").booleanValue()).isTrue();
    assertThat(seen.get("lp").isNull()).isTrue();
    assertThat(seen.get("shape").toString()).isEqualTo("[4,500,5]");
    assertThat(seen.get("identical").booleanValue()).isTrue();
    assertThat(seen.get("diverging").isNull()).isTrue();
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
