package org.perrin.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One seed gives the same bits whatever the registers: each width in a JVM of its own. */
class SameBitsTest {
  private static final String HERE = Parallel.with(2, Digest::run);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Dperrin.scalar=true",
        "-Dperrin.simd=128",
        "-Dperrin.simd=256",
        "-Dperrin.simd=512",
        "-Dperrin.test.demand=true",
        "-Djava.util.concurrent.ForkJoinPool.common.parallelism=5"
      })
  void every_width_and_any_number_of_threads_gives_the_same_bits(String option) throws Exception {
    assertThat(run("--add-modules", "jdk.incubator.vector", option)).endsWith(HERE);
  }

  @ParameterizedTest
  @ValueSource(strings = "-Dplain=true")
  void without_the_vector_module_it_works_and_says_so_once(String option) throws Exception {
    String text = run(option);
    assertThat(text).endsWith("scalar " + HERE);
    assertThat(text.split("running without SIMD", -1)).hasSize(2);
  }

  private static String run(String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Digest.class.getName()));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }
}
