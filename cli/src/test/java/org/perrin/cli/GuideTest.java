package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every command of the guide, run in a shell as a reader would. */
class GuideTest {
  private static final Path GUIDE = Path.of("..", "docs", "guide.md");
  private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

  @TempDir Path folder;

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void every_command_works() throws Exception {
    Assumptions.assumeTrue(
        Files.isExecutable(Path.of("/bin/sh")), "skipped: there is no POSIX shell");
    launcher();
    List<String> blocks =
        BLOCK
            .matcher(Files.readString(GUIDE))
            .results()
            .map((MatchResult m) -> m.group(1))
            .toList();
    assertThat(blocks).hasSizeGreaterThan(6);
    var said = new StringBuilder();
    for (String block : blocks) {
      said.append(run(block));
    }
    assertThat(said)
        .contains("past-fit predicts better than small-fit", "family - basic", "plan[family] < 0")
        .contains("model: logistic", "verdict: ok", "10,000 rows with a known target")
        .containsPattern("call [1-9][0-9]* members, [1-9][0-9]* of them for certain");
    assertThat(folder.resolve("past-fit/report.html")).isNotEmptyFile();
    assertThat(Files.readAllLines(folder.resolve("risk.csv"))).hasSize(1001);
    assertThat(folder.resolve("other-fit/summary.csv")).isNotEmptyFile();
  }

  @Test
  void its_pictures_are_there() throws IOException {
    Pattern picture = Pattern.compile("!\\[[^\\]]+]\\(([^)]+)\\)");
    List<String> files =
        picture.matcher(Files.readString(GUIDE)).results().map(m -> m.group(1)).toList();
    assertThat(files).isNotEmpty().allMatch(file -> Files.exists(GUIDE.resolveSibling(file)));
  }

  /** A {@code ./perrin} that runs what is being tested. */
  private void launcher() throws IOException {
    Path options = Path.of("src", "main", "dist", "jvm.options").toAbsolutePath();
    String script =
        """
        #!/bin/sh
        exec '%s' @'%s' -cp '%s' org.perrin.cli.Main "$@"
        """
            .formatted(
                Path.of(System.getProperty("java.home"), "bin", "java"),
                options,
                System.getProperty("java.class.path"));
    Path file = Files.writeString(folder.resolve("perrin"), script);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private String run(String block) throws Exception {
    Process process =
        new ProcessBuilder("/bin/sh", "-eu", "-c", block)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s%n%s", block, said).isZero();
    return said;
  }
}
