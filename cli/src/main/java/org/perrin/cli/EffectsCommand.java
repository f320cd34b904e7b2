package org.perrin.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.perrin.cli.console.Terminal;
import org.perrin.cli.console.TextLayout;
import org.perrin.cli.console.TextTable;
import org.perrin.cli.judge.LooJson;
import org.perrin.draws.CsvText;
import org.perrin.io.JsonNumbers;
import org.perrin.io.UsageException;
import org.perrin.regression.SavedFit;
import org.perrin.regression.effects.Effect;
import org.perrin.regression.effects.Effects;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** What a column does to the response. */
@CommandLine.Command(
    name = "effects",
    description = {
      "What columns do to the response: predictions at values of a column, their differences, and"
          + " slopes, averaged over all rows with all other columns as they are.",
      "Of a number its average slope and predictions at five quantiles; of levels predictions and"
          + " differences from the first. Of more than 5,000 rows as many are looked at as the"
          + " precision of the draws deserves."
    },
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  perrin effects people-fit",
      "  perrin effects people-fit age --by town",
      "  perrin effects rides-fit --at \"hour=5,12,20\" --ratio"
    })
final class EffectsCommand extends Command {
  @Parameters(index = "0", paramLabel = "FIT", description = "The folder of a fit.")
  Path folder;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "COLUMN",
      description = "Columns of the table; all of the model if none is named.")
  List<String> columns = List.of();

  @Option(
      names = "--at",
      paramLabel = "COLUMN=VALUES",
      description = "Values of a column, with commas: predictions there, and differences.")
  List<String> at = List.of();

  @Option(
      names = "--by",
      paramLabel = "COLUMN",
      description = "For the rows of each value of this column.")
  String by;

  /** What effects are on. */
  enum Scale {
    RESPONSE,
    LINK
  }

  @Option(
      names = "--scale",
      paramLabel = "SCALE",
      defaultValue = "response",
      description = "response (default), or link: of the linear predictor.")
  Scale scale;

  @Option(names = "--ratio", description = "Compare by ratios in place of differences.")
  boolean ratio;

  @Option(
      names = "--conditional",
      description = "Of one row with the mean of each number and the commonest other values.")
  boolean conditional;

  @Mixin IntervalOptions interval;

  @Option(
      names = "--data",
      paramLabel = "FILE",
      description = "Rows to average over, in place of those of the fit.")
  Path data;

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "For fits of your own family: its file, which is compiled and run.")
  Path model;

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  @Option(names = "--csv", description = "Print CSV with all digits.")
  boolean csv;

  @Override
  void run() {
    interval.check();
    Map<String, String[]> values = values();
    SavedFit fit = open(folder);
    Effects effects = chosen(fit.effects(fit.table(data), model));
    List<Effect> all = new ArrayList<>();
    values.forEach((column, places) -> all.addAll(effects.at(column, places)));
    List<String> named = columns.isEmpty() && values.isEmpty() ? effects.columns() : columns;
    named.forEach(column -> all.addAll(effects.of(column)));
    if (json) {
      out().println(json(all));
    } else if (csv) {
      out().print(csv(all));
    } else {
      out().println(text(all));
    }
  }

  private Effects chosen(Effects effects) {
    Effects one = scale == Scale.LINK ? effects.link() : effects;
    one = ratio ? one.ratios() : one;
    one = conditional ? one.conditional() : one;
    return by == null ? one : one.by(by);
  }

  private Map<String, String[]> values() {
    Map<String, String[]> values = new LinkedHashMap<>();
    for (String one : at) {
      int split = one.indexOf('=');
      if (split < 1 || split == one.length() - 1) {
        throw new UsageException("--at is COLUMN=VALUE,VALUE… as in hour=5,12,20, not " + one);
      }
      values.put(one.substring(0, split).trim(), one.substring(split + 1).split("\\s*,\\s*"));
    }
    return values;
  }

  /** Below the interval, and above it. */
  private double end(int side) {
    return interval.ends()[side];
  }

  private String name(int side) {
    return IntervalOptions.name(end(side));
  }

  private String text(List<Effect> all) {
    boolean grouped = by != null;
    boolean classes = all.stream().anyMatch(e -> !e.outcome().isEmpty());
    List<String> head = new ArrayList<>(List.of("column"));
    if (grouped) {
      head.add(by);
    }
    if (classes) {
      head.add("class");
    }
    boolean ratios = all.stream().anyMatch(e -> e.what().equals("ratio"));
    String above = ratios ? "P(>1)" : "P(>0)";
    head.addAll(List.of("effect", "mean", name(0), name(1), above));
    List<List<String>> lines = all.stream().map(e -> line(e, grouped, classes, ratios)).toList();
    int width = Terminal.width();
    String table = TextTable.cut(head, lines, List.of(above), "effect", 16, width);
    double worst =
        all.stream()
            .mapToDouble(e -> e.sampling() / e.monteCarlo())
            .filter(v -> v > 0)
            .max()
            .orElse(0);
    String note =
        worst == 0
            ? ""
            : String.format(
                Locale.ROOT,
                "%n%nrows were sampled: that adds at most %.2g of the Monte Carlo error of a mean",
                worst);
    String infinite =
        all.stream().anyMatch(e -> Double.isNaN(e.mean()))
            ? "%n%nNaN: the mean of the response is infinite for some rows and draws; --scale link compares predictors"
                .formatted()
            : "";
    return table + TextLayout.wrapAll(note + infinite, width);
  }

  private List<String> line(Effect e, boolean grouped, boolean classes, boolean ratios) {
    List<String> line = new ArrayList<>(List.of(e.column()));
    if (grouped) {
      line.add(e.by());
    }
    if (classes) {
      line.add(e.outcome());
    }
    String what =
        switch (e.what()) {
          case "prediction" -> "at " + e.at();
          case "slope" -> "slope";
          default -> e.at();
        };
    line.addAll(
        List.of(what, number(e.mean()), number(e.quantile(end(0))), number(e.quantile(end(1)))));
    boolean compared = !e.what().equals("prediction") && e.what().equals("ratio") == ratios;
    line.add(compared ? String.format(Locale.ROOT, "%.3f", e.above(ratios ? 1 : 0)) : "");
    return line;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4g", value);
  }

  private String json(List<Effect> all) {
    var array = LooJson.array();
    for (Effect e : all) {
      ObjectNode node = array.addObject().put("column", e.column()).put("effect", e.what());
      node.put("at", e.at()).put("by", e.by()).put("class", e.outcome());
      JsonNumbers.put(node, "mean", e.mean());
      JsonNumbers.put(node, name(0), e.quantile(end(0)));
      JsonNumbers.put(node, name(1), e.quantile(end(1)));
      JsonNumbers.put(node, "above_0", e.above(0));
      JsonNumbers.put(node, "above_1", e.above(1));
      JsonNumbers.put(node, "monte_carlo_error", e.monteCarlo());
      JsonNumbers.put(node, "sampling_error", e.sampling());
    }
    return array.toPrettyString();
  }

  private String csv(List<Effect> all) {
    var text =
        new StringBuilder(
            "column,effect,at,by,class,mean,%s,%s,above_0,monte_carlo_error,sampling_error\n"
                .formatted(name(0), name(1)));
    for (Effect e : all) {
      for (String cell : List.of(e.column(), e.what(), e.at(), e.by(), e.outcome())) {
        text.append(CsvText.field(cell)).append(',');
      }
      text.append(e.mean()).append(',').append(e.quantile(end(0))).append(',');
      text.append(e.quantile(end(1))).append(',').append(e.above(0)).append(',');
      text.append(e.monteCarlo()).append(',').append(e.sampling()).append('\n');
    }
    return text.toString();
  }
}
