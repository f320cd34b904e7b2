package org.perrin.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.perrin.cli.fit.FitReader;
import org.perrin.cli.fit.Regression;
import org.perrin.cli.predict.Outlook;
import org.perrin.cli.predict.Predictive;
import org.perrin.cli.predict.Scorecard;
import org.perrin.data.Dataset;
import org.perrin.draws.CsvText;
import org.perrin.io.InputException;
import org.perrin.io.Say;
import org.perrin.io.design.Design;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.MissingPolicy;
import org.perrin.io.design.Response;
import org.perrin.io.table.Table;
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
      "Predicts rows: mean, sd and interval of the posterior predictive distribution,",
      "that of the probability for logistic models, of each class for multinomial ones. A row of",
      "a group that the fit has not seen may have any intercept that groups have. Where the target",
      "is there, also how good."
    },
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  perrin predict people-fit new.csv --out predictions.csv",
      "  perrin predict people-fit new.csv --interval 0.5 > predictions.csv"
    })
final class PredictCommand extends Command {
  private static final int ROWS_A_BLOCK = 1 << 15;

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
      names = "--interval",
      paramLabel = "P",
      defaultValue = "0.9",
      description = "The probability of intervals (${DEFAULT-VALUE}).")
  double interval;

  @Option(
      names = "--draws",
      paramLabel = "N",
      defaultValue = "500",
      description = "Draws to predict by, at most (${DEFAULT-VALUE}).")
  int draws;

  @Option(
      names = "--missing",
      paramLabel = "RULE",
      defaultValue = "error",
      description = "Rows with missing values: error (default) or drop.")
  MissingPolicy missing;

  @Option(names = "--json", description = "Print JSON instead of text and CSV.")
  boolean json;

  @Override
  void run() {
    if (!(interval > 0 && interval < 1)) {
      throw new UsageException("--interval must lie between 0 and 1, not " + interval);
    }
    if (draws < 2) {
      throw new UsageException("--draws must be at least 2, not " + draws);
    }
    FitReader fit = FitReader.open(folder);
    if (fit.regression() == null || fit.regression() == Regression.OWN) {
      throw new InputException(
          "%s is of a model (your own) that predict does not know: compute predictions from its draws.csv"
              .formatted(folder));
    }
    Simd.load();
    Design design = design(fit);
    design.notes().forEach(this::say);
    var predictive =
        Predictive.of(
            fit.regression(), fit.encoding().names().size(), fit.draws(), draws, interval);
    Dataset rows = design.data();
    var card = new Scorecard.Builder(fit.regression(), interval, rows.count());
    ObjectNode root = JsonMapper.shared().createObjectNode();
    if (out != null) {
      try (var file = OutputFile.of(out)) {
        write(file.writer(), predictive, design, card);
        file.commit();
      }
      root.put("file", out.toString()).put("rows", rows.count());
    } else if (json) {
      predictions(root.putArray("predictions"), predictive, design, card);
    } else {
      write(out(), predictive, design, card);
    }
    tell(root, rows.responses() == null ? null : card.build());
  }

  /** Weights are of use only beside a target, so new rows need none. */
  private Design design(FitReader fit) {
    Encoding encoding = fit.encoding();
    Table table = reading.source(data, Path.of("")).readLike(encoding);
    if (encoding.weights() != null && table.find(encoding.weights()).isEmpty()) {
      encoding = encoding.unweighted();
    }
    return encoding.apply(table, missing);
  }

  /** Is handed each row with its predictions, in order. */
  private interface Sink {
    void row(int place, String level, Outlook outlook, int j) throws IOException;
  }

  /** The classes, of which each has a line; none if a row has one. */
  private static List<String> levels(Design design) {
    return design.encoding().response() instanceof Response.Classes classes
        ? classes.levels()
        : List.of();
  }

  private static void each(
      Predictive predictive, Design design, Scorecard.Builder card, Sink sink) {
    Dataset rows = design.data();
    List<String> levels = levels(design);
    try {
      for (int from = 0; from < rows.count(); from += ROWS_A_BLOCK) {
        int to = Math.min(rows.count(), from + ROWS_A_BLOCK);
        List<Outlook> outlooks = predictive.predict(rows, design.groups(), from, to);
        for (int i = from; i < to; i++) {
          int place = design.rows() == null ? i : design.rows()[i];
          for (int c = 0; c < outlooks.size(); c++) {
            sink.row(place, levels.isEmpty() ? null : levels.get(c), outlooks.get(c), i - from);
          }
          if (rows.responses() != null) {
            double weight = rows.weights() == null ? 1 : rows.weights().get(i);
            card.add(outlooks, i - from, rows.responses().get(i), weight);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(Writer to, Predictive predictive, Design design, Scorecard.Builder card) {
    var line = new StringBuilder();
    try {
      to.write(levels(design).isEmpty() ? "row," : "row,class,");
      to.write("mean,sd," + quantile(false) + "," + quantile(true) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    each(
        predictive,
        design,
        card,
        (place, level, outlook, j) -> {
          line.setLength(0);
          line.append(place + 1).append(',');
          if (level != null) {
            line.append(CsvText.field(level)).append(',');
          }
          line.append((float) outlook.mean()[j]);
          line.append(',').append((float) outlook.sd()[j]);
          line.append(',').append((float) outlook.low()[j]);
          line.append(',').append((float) outlook.high()[j]).append('\n');
          to.append(line);
        });
  }

  private void predictions(
      ArrayNode array, Predictive predictive, Design design, Scorecard.Builder card) {
    each(
        predictive,
        design,
        card,
        (place, level, outlook, j) -> {
          ObjectNode node = array.addObject().put("row", place + 1);
          if (level != null) {
            node.put("class", level);
          }
          node.put("mean", outlook.mean()[j])
              .put("sd", outlook.sd()[j])
              .put(quantile(false), outlook.low()[j])
              .put(quantile(true), outlook.high()[j]);
        });
  }

  /** {@code q5} and {@code q95} for 0.9. */
  private String quantile(boolean upper) {
    double share = upper ? (1 + interval) / 2 : (1 - interval) / 2;
    return "q" + String.format(Locale.ROOT, "%.4g", 100 * share).replaceFirst("\\.?0+$", "");
  }

  private void tell(ObjectNode root, Scorecard card) {
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
    card.numbers()
        .forEach(
            (name, value) -> {
              if (Double.isFinite(value)) {
                node.put(name, value);
              } else {
                node.putNull(name);
              }
            });
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
    var text = new StringBuilder(Say.count(card.rows(), "row") + " with a known target\n");
    List<List<String>> numbers = new ArrayList<>();
    card.numbers().forEach((name, value) -> numbers.add(List.of(name, shown(value))));
    text.append(TextTable.of(List.of("score", "value"), numbers));
    if (!card.calibration().isEmpty()) {
      List<List<String>> groups = new ArrayList<>();
      card.calibration()
          .forEach(
              g ->
                  groups.add(
                      List.of(Say.count(g.rows()), shown(g.predicted()), shown(g.observed()))));
      text.append("\n\n").append(TextTable.of(List.of("rows", "predicted", "observed"), groups));
    }
    return text.toString();
  }

  private static String shown(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }
}
