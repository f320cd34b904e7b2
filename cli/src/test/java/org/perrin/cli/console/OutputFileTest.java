package org.perrin.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(20)
class OutputFileTest {
  @TempDir Path folder;

  /** A pipe stands for all that is no file: a test of /dev/null could take the machine's away. */
  @Test
  void what_is_no_file_is_written_to_and_not_replaced() throws Exception {
    Path pipe = folder.resolve("pipe");
    try {
      assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
    } catch (IOException e) {
      assumeTrue(false, "no mkfifo here");
    }
    var read = CompletableFuture.supplyAsync(() -> text(pipe));
    try (var file = OutputFile.of(pipe)) {
      file.writer().write("a,b\n");
      file.commit();
    }
    assertThat(Files.readAttributes(pipe, "isOther")).containsEntry("isOther", true);
    assertThat(read.get(10, TimeUnit.SECONDS)).isEqualTo("a,b\n");
  }

  private static String text(Path path) {
    try (var in = Files.newInputStream(path)) {
      return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void a_file_that_is_not_finished_does_not_appear() throws IOException {
    Path path = folder.resolve("out.csv");
    try (var file = OutputFile.of(path)) {
      file.writer().write("half");
    }
    assertThat(folder).isEmptyDirectory();
  }
}
