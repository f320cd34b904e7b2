package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.random.RandomStream;

/** LIBSVM files leave out zeros, and so they may the last features altogether. */
class LibsvmPredictTest {
  @TempDir static Path folder;
  private static Path fit;

  @BeforeAll
  static void fit() throws IOException {
    var random = RandomStream.of(12);
    var text = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      double first = random.nextGaussian();
      double last = i % 3 == 0 ? random.nextGaussian() : 0;
      double y = 1 + first - 2 * last + 0.5 * random.nextGaussian();
      text.append(String.format(Locale.ROOT, "%.4f 1:%.4f", y, first));
      text.append(i % 3 == 0 ? String.format(Locale.ROOT, " 4:%.4f%n", last) : "\n");
    }
    fit = folder.resolve("fit");
    Cli made = Cli.run("fit", file("rows", text.toString()), "--target", "label", "--out", fit);
    assertThat(made.code()).as(made.err()).isLessThan(2);
  }

  private static Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name + ".svm"), text);
  }

  private static String predicted(Path data) {
    return out("predict", fit, data, "--format", "libsvm");
  }

  private static String out(Object... words) {
    Cli ran = Cli.run(words);
    assertThat(ran.code()).as(ran.err()).isZero();
    return ran.out();
  }

  @Test
  void features_beyond_the_last_of_a_file_are_zeros() throws IOException {
    Path whole = file("whole", "0 1:1 4:0\n1 1:-0.5 4:2\n");
    Path first = file("first", "0 1:1\n");
    String[] lines = predicted(whole).lines().toArray(String[]::new);
    assertThat(predicted(first).lines()).containsExactly(lines[0], lines[1]);
    assertThat(predicted(file("none", "0\n")).lines()).hasSize(2);
    Path zero = file("zero", "0 1:1 4:0\n");
    assertThat(out("effects", fit, "x1", "x4", "--data", first))
        .isEqualTo(out("effects", fit, "x1", "x4", "--data", zero));
  }

  @Test
  void features_that_the_fit_does_not_know_are_not_used() throws IOException {
    Path known = file("known", "0 1:1 4:2\n");
    Path more = file("more", "0 1:1 4:2 5:8 900:1\n");
    assertThat(predicted(more)).isEqualTo(predicted(known));
  }

  /** Of other formats a column that is not there is an error as before. */
  @Test
  void a_table_of_text_needs_all_columns() throws IOException {
    Path csv = Files.writeString(folder.resolve("t.csv"), "x1,x2\n1,2\n2,3\n");
    Cli ran = Cli.run("predict", fit, csv);
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("which the model was fitted with, is not there");
  }
}
