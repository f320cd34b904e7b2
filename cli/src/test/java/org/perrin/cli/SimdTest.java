package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The module of the Vector API in a Java of its own, with and without the door to it. */
class SimdTest {
  private static final String DOOR = "--add-exports=java.base/jdk.internal.module=ALL-UNNAMED";

  private static final int MANY = 30_000;

  @TempDir Path folder;

  @Test
  void loads_without_a_word() throws Exception {
    assertThat(fit(DOOR, MANY)).isEmpty();
  }

  @Test
  void says_once_that_it_is_missing() throws Exception {
    assertThat(fit("-Dnothing=0", MANY).lines())
        .singleElement()
        .asString()
        .startsWith("perrin: running without SIMD");
  }

  @Test
  void a_small_table_does_without() throws Exception {
    assertThat(fit("-Dnothing=0", 60)).isEmpty();
    Path report = folder.resolve("out").resolve("fit.json");
    assertThat(Files.readString(report)).contains("\"kernels\" : \"scalar\"");
  }

  /** What a fit says on stderr. */
  private String fit(String option, int rows) throws Exception {
    String text =
        IntStream.range(0, rows)
            .mapToObj(i -> i % 7 + "," + (i % 5 > 1 ? "yes" : "no"))
            .collect(Collectors.joining("\n", "x,y\n", "\n"));
    Path csv = Files.writeString(folder.resolve("table.csv"), text);
    Path errors = folder.resolve("errors");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                option,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "org.perrin.cli.Main",
                "fit",
                csv.toString(),
                "--target=y",
                "--draws=20",
                "--quiet",
                "--out=" + folder.resolve("out"))
            .redirectError(errors.toFile())
            .redirectOutput(folder.resolve("said").toFile())
            .start();
    assertThat(process.waitFor()).isZero();
    return Files.readString(errors, StandardCharsets.UTF_8);
  }
}
