package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.random.RandomStream;

/** The example of README, run as README says. */
class JavaExampleTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static void homes(Path file, int rows) throws Exception {
    var random = RandomStream.of(rows);
    var text = new StringBuilder("price,area,town\n");
    for (int i = 0; i < rows; i++) {
      double area = 40 + 160 * random.nextDouble();
      boolean ulm = random.nextDouble() < 0.5;
      double log = 11 + 0.008 * area + (ulm ? 0.3 : 0) + 0.2 * random.nextGaussian();
      text.append(
          String.format(Locale.ROOT, "%.0f,%.1f,%s%n", Math.exp(log), area, ulm ? "Ulm" : "Bonn"));
    }
    Files.writeString(file, text);
  }

  private static String run(Path folder, String... command) throws Exception {
    homes(folder.resolve("homes.csv"), 400);
    homes(folder.resolve("new.csv"), 5);
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  private static String java() {
    return ProcessHandle.current().info().command().orElseThrow();
  }

  private static String classes() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  private static void assertFitted(String said, Path folder) {
    assertThat(said.lines().filter(line -> line.matches("1\\d\\.\\d\\d . 0\\.\\d\\d")))
        .as(said)
        .hasSize(5);
    Cli again = Cli.run("predict", folder.resolve("homes-fit"), folder.resolve("new.csv"), "-q");
    assertThat(again.code()).as(again.err()).isZero();
    assertThat(again.out()).hasLineCount(6);
  }

  @Test
  void fits_predicts_and_saves(@TempDir Path folder) throws Exception {
    String program = ROOT.resolve("examples/Homes.java").toString();
    String said =
        run(
            folder,
            java(),
            "-Xlog:disable",
            "--add-modules",
            "jdk.incubator.vector",
            "-cp",
            classes(),
            program);
    assertFitted(said, folder);
  }

  @Test
  void readme_runs_in_jshell(@TempDir Path folder) throws Exception {
    Path script = Files.writeString(folder.resolve("readme.jsh"), readme() + "/exit\n");
    Path jshell = Path.of(java()).resolveSibling("jshell");
    assertFitted(
        run(folder, jshell.toString(), "--class-path", classes(), script.toString()), folder);
  }

  /** The first example under the heading. */
  private static String readme() throws Exception {
    String text = Files.readString(ROOT.resolve("README.md"));
    String fence = "```java\n";
    int from = text.indexOf(fence, text.indexOf("## Use it from Java")) + fence.length();
    return text.substring(from, text.indexOf("```", from));
  }

  @Test
  void readme_shows_it() throws Exception {
    String code = Files.readString(ROOT.resolve("examples/Homes.java"));
    String body = code.substring(code.indexOf("var regression"), code.lastIndexOf("}"));
    String first = body.substring(0, body.lastIndexOf("}"));
    assertThat(plain(readme())).contains(plain(first));
  }

  private static String plain(String text) {
    return text.replaceAll("\\s+", " ").strip();
  }
}
