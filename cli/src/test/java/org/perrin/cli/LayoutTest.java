package org.perrin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.cli.console.Terminal;
import org.perrin.cli.console.TextLayout;
import org.perrin.cli.console.TextTable;

/** Nothing that people read is wider than their terminal. */
class LayoutTest {
  private static final List<String> COMMANDS =
      List.of(
          "",
          "demo",
          "fit",
          "predict",
          "summary",
          "check",
          "loo",
          "effects",
          "hypothesis",
          "compare",
          "data",
          "data describe",
          "data pack",
          "data verify",
          "data synth",
          "data fetch",
          "samplers",
          "models",
          "priors",
          "bench",
          "bench samplers",
          "reproduce",
          "completion");

  @TempDir Path folder;

  @Test
  void lines_break_between_words_and_long_words_stay_whole() {
    assertThat(TextLayout.wrap("one two three four", 9)).isEqualTo("one two\n  three\n  four");
    assertThat(TextLayout.wrap("a-very-long-word b", 6)).isEqualTo("a-very-long-word\n  b");
    assertThat(TextLayout.wrap("  indented line", 80)).isEqualTo("  indented line");
    assertThat(TextLayout.cut("abcdef", 4)).isEqualTo("abc…");
    assertThat(TextLayout.cut("abc", 3)).isEqualTo("abc");
  }

  @Test
  void the_width_is_that_of_the_terminal_and_80_where_it_is_not_known() {
    assertThat(Terminal.width(null, "120")).isEqualTo(120);
    assertThat(Terminal.width("100", "120")).isEqualTo(100);
    assertThat(Terminal.width("", "0", "wide", null)).isEqualTo(80);
    assertThat(Terminal.width("3")).isEqualTo(40);
  }

  @Test
  void wide_tables_drop_columns_and_then_cut() {
    List<String> head = List.of("column", "kind", "missing", "values");
    List<List<String>> lines = List.of(List.of("age", "number", "0", "x".repeat(100)));
    String at60 = TextTable.cut(head, lines, List.of("missing", "kind"), "values", 50, 60);
    assertThat(at60).doesNotContain("missing", "kind").contains("column", "values", "…");
    String at80 = TextTable.cut(head, lines, List.of("missing", "kind"), "values", 50, 80);
    assertThat(at80).contains("kind", "missing");
    assertThat(at60.lines()).allMatch(line -> line.length() <= 60).hasSize(2);
    assertThat(at80.lines()).allMatch(line -> line.length() <= 80).hasSize(2);
  }

  @Test
  void cells_of_lists_are_broken_within_their_column() {
    String text = TextTable.of(List.of("a", "b"), List.of(List.of("x", "one two three four")), 14);
    assertThat(text).isEqualTo("a  b\nx  one two\n   three four");
  }

  @ParameterizedTest
  @ValueSource(strings = {"samplers", "samplers --all", "models", "priors"})
  void lists_fit_80_columns(String command) {
    assertThat(Cli.run((Object[]) command.split(" ")).out().lines())
        .allMatch(line -> TextLayout.length(line) <= 80);
  }

  @Test
  void help_fits_80_columns_but_for_examples() {
    for (String command : COMMANDS) {
      String line = (command + " --help").strip();
      String help = Cli.run((Object[]) line.split(" ")).out();
      String text = help.replaceFirst("(?s)\nExamples:\n.*", "");
      assertThat(text.lines()).as(line).allMatch(l -> TextLayout.length(l) <= 80);
    }
  }

  /** The list of commands shows the first sentence of each, whole. */
  @Test
  void commands_are_listed_by_whole_sentences() {
    for (String group : List.of("--help", "data --help")) {
      String help = Cli.run((Object[]) group.split(" ")).out();
      String list =
          help.replaceFirst("(?s).*\nCommands:\n", "")
              .replaceFirst("(?s)\n\n.*", "")
              .replaceAll("\n {14,}", " ");
      assertThat(list.lines()).hasSizeGreaterThan(4).allMatch(line -> line.endsWith("."));
    }
  }

  @Test
  void fit_summary_and_describe_fit_80_columns() {
    Path data = wide();
    Path out = folder.resolve("out");
    Cli fit = Cli.run("fit", data, "-t", "y", "--draws", 100, "-q", "--out", out);
    assertThat(fit.code()).as(fit.err()).isZero();
    String words = fit.out().replaceFirst("(?s)\nresult: .*", "");
    assertThat(words.lines()).allMatch(line -> TextLayout.length(line) <= 80);
    assertThat(words).contains("rhat").doesNotContain("mcse_mean");
    assertThat(Cli.run("summary", out).out().lines())
        .allMatch(line -> TextLayout.length(line) <= 80);
    assertThat(Cli.run("summary", out, "--csv").out()).contains("mcse_mean", "q50", "ess_tail");
    String described = Cli.run("data", "describe", data).out().replaceFirst(".*\n", "");
    assertThat(described.lines()).allMatch(line -> TextLayout.length(line) <= 80);
  }

  private Path wide() {
    var text =
        new StringBuilder("a_column_with_a_name_that_goes_on_and_on_and_never_ends,town,y\n");
    for (int i = 0; i < 200; i++) {
      text.append("%d.123456789,a town called %d,%d.%d%n".formatted(i, i % 4, i % 7, i % 9));
    }
    return Cli.write(folder.resolve("wide.csv"), text.toString());
  }

  @Test
  void help_says_what_no_header_does() {
    Path data = Cli.write(folder.resolve("bare.csv"), "1,2\n2,3\n3,5\n4,4\n");
    assertThat(Cli.run("fit", "--help").out()).contains("V1, V2, …");
    assertThat(Cli.run("data", "describe", data, "--no-header").out()).contains("V1", "V2");
  }

  @Test
  void errors_stay_on_one_line() {
    var err = new StringWriter();
    Main.run(
        new PrintWriter(new StringWriter()), new PrintWriter(err), "fit", "none.csv", "-t", "y");
    assertThat(err.toString().lines()).hasSize(1);
  }
}
