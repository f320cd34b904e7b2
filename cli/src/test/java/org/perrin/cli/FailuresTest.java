package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.perrin.math.Parallel;
import picocli.CommandLine;

/** No message for users has the name of a class. */
class FailuresTest {
  private static String said(Exception e) {
    var err = new StringWriter();
    CommandLine command = new CommandLine(new PerrinCommand()).setErr(new PrintWriter(err, true));
    Failures.run(e, command, null);
    return err.toString().strip();
  }

  @Test
  void no_failure_names_its_class() {
    var inner = new IllegalArgumentException("the data are flat");
    List<Exception> all =
        new ArrayList<>(
            List.of(
                new IllegalArgumentException(inner),
                new IllegalStateException(inner),
                new NullPointerException("Cannot invoke \"java.lang.String.length()\""),
                new ArrayIndexOutOfBoundsException(3),
                new NoSuchElementException(),
                new ClassCastException("java.lang.String cannot be cast"),
                new UncheckedIOException(new NoSuchFileException("a")),
                new UncheckedIOException(new FileAlreadyExistsException("a")),
                new UncheckedIOException(new IOException("java.io.EOFException: cut")),
                new UncheckedIOException(new IOException())));
    for (Exception e : all) {
      assertThat(said(e))
          .startsWith("perrin: ")
          .doesNotContain("java.", "NoSuch", "AlreadyExists", "NullPointer")
          .hasLineCount(1);
    }
    assertThat(said(new UncheckedIOException(new NoSuchFileException("a"))))
        .isEqualTo("perrin: a: there is no such file or folder");
  }

  /** The pool of threads wraps what tasks throw, and puts the class into the message. */
  @Test
  void what_a_task_throws_arrives_as_it_is() {
    assertThatThrownBy(
            () ->
                Parallel.with(
                    2,
                    () -> {
                      Parallel.run(
                          64,
                          t -> {
                            throw new IllegalArgumentException("the data are flat");
                          });
                      return 0;
                    }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the data are flat");
  }

  @ParameterizedTest
  @CsvSource({
    "-m, logit, logistic",
    "-m, Binomial, binomial",
    "-m, gaussian, linear",
    "-m, normal, linear",
    "-m, negbin, negative-binomial",
    "-m, softmax, multinomial",
    "-m, student_t, student",
    "-m, t, robust",
    "-m, poison, poisson",
    "-s, hmc, nuts"
  })
  void names_from_elsewhere_are_understood(String option, String word, String meant) {
    Cli result = Cli.run("fit", "d.csv", "-t", "y", option, word);
    assertThat(result.code()).isEqualTo(2);
    assertThat(result.err()).contains("did you mean \"" + meant + "\"?");
  }

  @Test
  void options_too() {
    assertThat(Cli.run("fit", "d.csv", "-t", "y", "--modle", "linear").err())
        .contains("there is no option \"--modle\": did you mean \"--model\"?");
  }

  @Test
  void a_formula_without_its_option_is_understood() {
    assertThat(Cli.run("fit", "d.csv", "y ~ x").err())
        .contains("unexpected argument \"y ~ x\": give a formula by --formula");
    assertThat(Cli.run("fit", "d.csv", "more").err()).doesNotContain("formula");
  }
}
