package org.perrin.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import org.perrin.cli.console.OutputFile;
import org.perrin.cli.console.TextTable;
import org.perrin.draws.CsvText;
import org.perrin.io.InputException;
import org.perrin.io.JsonNumbers;
import org.perrin.io.MessageText;
import org.perrin.io.UsageException;
import org.perrin.io.design.CheckedDesign;
import org.perrin.io.design.MissingPolicy;
import org.perrin.io.draws.NpyFile;
import org.perrin.io.table.Table;
import org.perrin.regression.SavedFit;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.predict.PredictedRow;
import org.perrin.regression.predict.PredictionType;
import org.perrin.regression.predict.Scorecard;
import org.perrin.regression.predict.TablePredictor;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a fit says of new rows. */
@CommandLine.Command(
    name = "predict",
    description = {
      "Predicts new rows, and says how good where the target is known.",
      "Gives mean, sd and interval of the posterior predictive distribution; of the probability"
          + " where the target has two values, and of each class where it has several; of successes in trials if the"
          + " rows say how many trials there are, else of their probability. A row of a group that the fit"
          + " has not seen may have any intercept that groups have. A row with a missing value, or"
          + " with a level that the fit has not seen, has a line without numbers and the reason in"
          + " its last column."
    },
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  perrin predict people-fit new.csv --out predictions.csv",
      "  perrin predict people-fit new.csv --interval 0.5 > predictions.csv",
      "  perrin predict people-fit new.csv --type quantile --quantiles 0.1,0.9"
    })
final class PredictCommand extends Command {
  private static final double[] QUANTILES = {0.05, 0.25, 0.5, 0.75, 0.95};

  @Parameters(index = "0", paramLabel = "FIT", description = "The folder of a fit.")
  Path folder;

  @Parameters(index = "1", arity = "0..1", paramLabel = "DATA", description = DataOptions.ABOUT)
  Path data;

  @Mixin DataOptions reading;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "The CSV file to write, packed if it ends in .gz; stdout if not given.")
  Path out;

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      defaultValue = "response",
      description = {
        "What to predict (${DEFAULT-VALUE}): response, the target, or the probability of a class;"
            + " link, the linear predictor; class, the likeliest class and its probability;"
            + " quantile, the quantiles of --quantiles."
      })
  PredictionType type;

  @Option(
      names = "--quantiles",
      paramLabel = "P",
      split = ",",
      description = "For --type quantile: which ones (0.05,0.25,0.5,0.75,0.95).")
  List<Double> quantiles = List.of();

  @Mixin IntervalOptions interval;

  @Option(
      names = "--draws",
      paramLabel = "N",
      defaultValue = "500",
      description = "Draws to predict by, at most (${DEFAULT-VALUE}).")
  int draws;

  @Option(
      names = "--missing",
      paramLabel = "RULE",
      description = {
        "Rows that cannot be predicted: error, the same as --strict, or drop: they have no line.",
        "They have one that says why if this is not given."
      })
  MissingPolicy missing;

  @Option(names = "--strict", description = "End with an error if a row cannot be predicted.")
  boolean strict;

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "For fits of your own family: its file, which is compiled and run.")
  Path model;

  @Option(
      names = "--samples",
      paramLabel = "FILE",
      description =
          "Also write targets drawn from the predictive distribution, rows by draws, as a NumPy"
              + " array; linear predictors with --type link.")
  Path samples;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Fixes the targets of --samples (${DEFAULT-VALUE}).")
  long seed;

  @Option(names = "--json", description = "Print JSON instead of text and CSV.")
  boolean json;

  @Override
  void run() {
    interval.check();
    if (draws < 2) {
      throw new UsageException("--draws must be at least 2, not " + draws);
    }
    double[] probabilities = probabilities();
    SavedFit fit = open(folder);
    ModelChoice regression = fit.regression(model);
    if (regression == null || regression.own()) {
      throw new InputException(
          "%s is of a model of your own: if it is a family name it by --model, else compute predictions from its draws.csv"
              .formatted(folder));
    }
    checkType(regression);
    var predictor =
        TablePredictor.of(regression, fit.encoding(), fit.allDraws(), draws, type, probabilities);
    Table table = reading.source(data, Path.of("")).readLike(fit.encoding());
    CheckedDesign judged = predictor.judge(table, strict || missing == MissingPolicy.ERROR);
    judged.design().notes().forEach(this::say);
    if (samples != null) {
      try (var file = NpyFile.create(samples, table.count(), predictor.draws())) {
        predictor.sample(judged, table.count(), seed, file::add);
      }
    }
    ObjectNode root = JsonMapper.shared().createObjectNode();
    Scorecard card;
    if (out != null) {
      try (var file = OutputFile.of(out)) {
        card = write(file.writer(), predictor, judged);
        file.commit();
      }
      root.put("file", out.toString()).put("rows", judged.design().data().count());
    } else if (json) {
      ArrayNode array = root.putArray("predictions");
      card = predictor.each(judged, row -> add(array, row));
    } else {
      card = write(out(), predictor, judged);
    }
    if (judged.note() != null) {
      say(judged.note());
    }
    report(root, card);
  }

  /** Of quantiles, in order: the ends of the interval unless others are asked for. */
  private double[] probabilities() {
    if (type != PredictionType.QUANTILE) {
      if (!quantiles.isEmpty()) {
        throw new UsageException("--quantiles is for --type quantile");
      }
      return interval.ends();
    }
    quantiles.forEach(p -> IntervalOptions.check("--quantiles", p));
    return quantiles.isEmpty()
        ? QUANTILES.clone()
        : quantiles.stream().mapToDouble(p -> p).sorted().distinct().toArray();
  }

  private void checkType(ModelChoice regression) {
    if (!type.suits(regression)) {
      throw new UsageException(
          "--type class is for targets that are classes, and %s has none: use --type response"
              .formatted(regression.word()));
    }
    if (samples != null && type == PredictionType.LINK && regression.several()) {
      throw new UsageException(
          "--samples has one number for a row and a draw, and %s a predictor for each class"
              .formatted(regression.word()));
    }
  }

  private Scorecard write(Writer to, TablePredictor predictor, CheckedDesign judged) {
    boolean labelled = predictor.labelled();
    List<String> names = names();
    try {
      to.write(labelled ? "row,class," : "row,");
      to.write(String.join(",", names) + ",problem\n");
      int empty = names.size() + (labelled ? 1 : 0);
      return predictor.each(judged, row -> line(to, row, empty));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The columns of numbers. */
  private List<String> names() {
    List<String> names =
        new ArrayList<>(type == PredictionType.QUANTILE ? List.of() : List.of("mean", "sd"));
    Arrays.stream(probabilities()).mapToObj(IntervalOptions::name).forEach(names::add);
    return names;
  }

  /** The numbers of a row in the order of their columns. */
  private double[] numbers(PredictedRow row) {
    return type == PredictionType.QUANTILE
        ? row.quantiles()
        : DoubleStream.concat(DoubleStream.of(row.mean(), row.sd()), Arrays.stream(row.quantiles()))
            .toArray();
  }

  /** A line of CSV; one that cannot be predicted has {@code empty} fields and the reason. */
  private void line(Writer to, PredictedRow row, int empty) {
    var line = new StringBuilder().append(row.row() + 1).append(',');
    if (row.problem() == null) {
      line.append(row.level() == null ? "" : CsvText.field(row.level()) + ",");
      for (double number : numbers(row)) {
        line.append((float) number).append(',');
      }
      line.append('\n');
    } else if (missing != MissingPolicy.DROP) {
      line.append(",".repeat(empty)).append(CsvText.field(row.problem())).append('\n');
    } else {
      return;
    }
    try {
      to.append(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(ArrayNode array, PredictedRow row) {
    if (row.problem() != null && missing == MissingPolicy.DROP) {
      return;
    }
    ObjectNode node = array.addObject().put("row", row.row() + 1);
    if (row.problem() != null) {
      node.put("problem", row.problem());
      return;
    }
    if (row.level() != null) {
      node.put("class", row.level());
    }
    List<String> names = names();
    double[] numbers = numbers(row);
    for (int k = 0; k < numbers.length; k++) {
      node.put(names.get(k), numbers[k]);
    }
  }

  private void report(ObjectNode root, Scorecard card) {
    if (json) {
      if (card != null) {
        root.set("scores", scores(card));
      }
      out().println(root.toPrettyString());
      return;
    }
    List<String> lines = new ArrayList<>();
    if (card != null) {
      lines.add(text(card));
    }
    if (out != null) {
      lines.add("predictions: " + out);
    }
    // the table has stdout to itself
    lines.forEach(out == null ? this::say : out()::println);
  }

  private static ObjectNode scores(Scorecard card) {
    ObjectNode node = JsonMapper.shared().createObjectNode().put("rows", card.rows());
    card.numbers().forEach((name, value) -> JsonNumbers.put(node, name, value));
    if (!card.calibration().isEmpty()) {
      ArrayNode groups = node.putArray("calibration");
      card.calibration()
          .forEach(
              g ->
                  groups
                      .addObject()
                      .put("rows", g.rows())
                      .put("predicted", g.predicted())
                      .put("observed", g.observed()));
    }
    return node;
  }

  private static String text(Scorecard card) {
    var text = new StringBuilder(MessageText.count(card.rows(), "row") + " with a known target\n");
    List<List<String>> numbers = new ArrayList<>();
    card.numbers().forEach((name, value) -> numbers.add(List.of(name, shown(value))));
    text.append(TextTable.of(List.of("score", "value"), numbers));
    if (!card.calibration().isEmpty()) {
      List<List<String>> groups = new ArrayList<>();
      card.calibration()
          .forEach(
              g ->
                  groups.add(
                      List.of(
                          MessageText.count(g.rows()), shown(g.predicted()), shown(g.observed()))));
      text.append("\n\n").append(TextTable.of(List.of("rows", "predicted", "observed"), groups));
    }
    return text.toString();
  }

  private static String shown(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }
}
