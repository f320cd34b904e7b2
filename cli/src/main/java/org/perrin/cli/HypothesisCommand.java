package org.perrin.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.perrin.cli.console.Terminal;
import org.perrin.cli.console.TextTable;
import org.perrin.cli.judge.LooJson;
import org.perrin.io.JsonNumbers;
import org.perrin.io.UsageException;
import org.perrin.regression.SavedFit;
import org.perrin.regression.hypothesis.Hypothesis;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** How sure a fit is of statements about its parameters. */
@CommandLine.Command(
    name = "hypothesis",
    description = {
      "Says how probable statements about parameters are, with the estimate of what they compare.",
      "Names are those of the summary; one with a space or a sign that could be misread stands in"
          + " backticks. There are + - * / ^, log, exp, sqrt and abs, and one of > < >= <=."
    },
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  perrin hypothesis rides-fit \"month[7] - month[6] > 0\"",
      "  perrin hypothesis people-fit \"abs(age) < 0.01\" \"income > 2 * age\"",
      "  perrin hypothesis people-fit \"age > 0\" --rope 0.01"
    })
final class HypothesisCommand extends Command {
  @Parameters(index = "0", paramLabel = "FIT", description = "The folder of a fit.")
  Path folder;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "STATEMENT",
      description = "Such as \"a - b > 0\".")
  List<String> texts;

  @Option(
      names = "--rope",
      paramLabel = "X",
      description = "Also the probability that both sides differ by less than this.")
  Double rope;

  @Mixin IntervalOptions interval;

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  @Override
  void run() {
    interval.check();
    if (rope != null && !(rope > 0)) {
      throw new UsageException("--rope must be above 0, not " + rope);
    }
    SavedFit fit = open(folder);
    List<Hypothesis> all = Hypothesis.all(texts, fit.allDraws());
    out().println(json ? json(all) : text(all));
  }

  private String text(List<Hypothesis> all) {
    List<String> head = new ArrayList<>(List.of("hypothesis", "probability", "estimate"));
    Arrays.stream(interval.ends()).mapToObj(IntervalOptions::name).forEach(head::add);
    if (rope != null) {
      head.add("rope");
    }
    List<List<String>> lines = all.stream().map(this::line).toList();
    return TextTable.cut(head, lines, List.of(), "hypothesis", 16, Terminal.width());
  }

  private List<String> line(Hypothesis one) {
    List<String> line = new ArrayList<>(List.of(one.text()));
    line.add(number("%.4f", one.probability()) + number(" ± %.1g", one.error()));
    line.add(number("%.4g", one.mean()));
    for (double end : interval.ends()) {
      line.add(number("%.4g", one.quantile(end)));
    }
    if (rope != null) {
      line.add(number("%.4f", one.within(rope)));
    }
    return line;
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  private String json(List<Hypothesis> all) {
    var array = LooJson.array();
    for (Hypothesis one : all) {
      ObjectNode node = array.addObject().put("hypothesis", one.text());
      JsonNumbers.put(node, "probability", one.probability());
      JsonNumbers.put(node, "error", one.error());
      JsonNumbers.put(node, "estimate", one.mean());
      for (double end : interval.ends()) {
        JsonNumbers.put(node, IntervalOptions.name(end), one.quantile(end));
      }
      if (rope != null) {
        JsonNumbers.put(node, "rope", one.within(rope));
      }
    }
    return array.toPrettyString();
  }
}
