package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Rows that come by a pipe are read once; what is made of them is as good as any other fit. */
class PipeTest {
  @TempDir Path folder;

  private static Cli with(byte[] input, Object... arguments) {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(input));
    try {
      return Cli.run(arguments);
    } finally {
      System.setIn(before);
    }
  }

  private static byte[] packed(byte[] bytes) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private static long copies() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files.filter(f -> f.getFileName().toString().matches("perrin-.*\\.data")).count();
    }
  }

  @Test
  void stdin_is_fitted_summarised_and_predicted() throws IOException {
    Path people = Cli.people(folder, 400);
    byte[] rows = Cli.bytes(people);
    long before = copies();
    Path plain = folder.resolve("plain");
    assertThat(Cli.run("fit", people, "-t", "bought", "--draws", 50, "-q", "-o", plain).code())
        .isZero();
    for (Object name : List.of("-", "/dev/stdin")) {
      Path out = folder.resolve("piped" + name.toString().length());
      byte[] input = name.equals("-") ? rows : packed(rows);
      Cli fit = with(input, "fit", name, "-t", "bought", "--draws", 50, "-o", out);
      assertThat(fit.code()).as(fit.err()).isZero();
      assertThat(fit.err()).contains("stdin: 400 rows");
      assertThat(out.resolve("draws.csv")).hasSameBinaryContentAs(plain.resolve("draws.csv"));
      assertThat(Cli.run("summary", out).code()).isZero();
      assertThat(with(input, "fit", name, "-t", "bought", "--draws", 50, "-o", out).err())
          .contains("holds the result of another command");
      Cli predicted = with(input, "predict", out, name, "-q");
      assertThat(predicted.out()).isEqualTo(Cli.run("predict", plain, people, "-q").out());
      Cli check = Cli.run("check", out);
      assertThat(check.code()).isEqualTo(1);
      assertThat(check.err())
          .isEqualTo(
              "perrin: the rows came from a pipe or a program, and cannot be read again: give them in a file by --data\n");
      assertThat(Cli.run("check", out, "--data", people, "-q").code()).isZero();
    }
    assertThat(copies()).isEqualTo(before);
  }

  @Test
  void a_pipe_can_be_packed_but_not_resumed() {
    byte[] rows = Cli.bytes(Cli.people(folder, 100));
    Path out = folder.resolve("p.perrin");
    assertThat(with(rows, "data", "pack", "-", "-o", out).out()).contains("100 rows, 4 columns");
    Cli refused = with(rows, "fit", "-", "-t", "bought", "--checkpoint", "10s");
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err()).startsWith("perrin: --checkpoint is of no use for a pipe");
    assertThat(with(new byte[0], "fit", "-", "-t", "bought").err())
        .isEqualTo("perrin: stdin: is empty: give a file with a header and rows\n");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void so_can_a_named_pipe() throws Exception {
    Path people = Cli.people(folder, 100);
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Process writer =
        new ProcessBuilder("sh", "-c", "cat '%s' > '%s'".formatted(people, pipe)).start();
    Cli described = Cli.run("data", "describe", pipe);
    assertThat(writer.waitFor()).isZero();
    assertThat(described.out()).startsWith(pipe + ": 100 rows, 4 columns");
  }
}
