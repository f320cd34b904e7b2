package org.perrin.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.perrin.data.Dataset;
import org.perrin.draws.CsvText;
import org.perrin.family.Family;
import org.perrin.io.InputException;
import org.perrin.io.Say;
import org.perrin.io.UsageException;
import org.perrin.io.design.Design;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.Judged;
import org.perrin.io.design.MissingPolicy;
import org.perrin.io.design.Response;
import org.perrin.io.table.Table;
import org.perrin.regression.FitReader;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.model.ModelFile;
import org.perrin.regression.predict.Prediction;
import org.perrin.regression.predict.Predictive;
import org.perrin.regression.predict.Scorecard;
import org.perrin.regression.predict.Targets;
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
      "Gives mean, sd and interval of the posterior predictive distribution; of the probability for"
          + " logistic models, and of each class for multinomial ones; of successes in trials if the"
          + " rows say how many trials there are, else of their probability. A row of a group that the fit"
          + " has not seen may have any intercept that groups have. A row with a missing value, or"
          + " with a level that the fit has not seen, has a line without numbers and the reason in"
          + " its last column."
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
    ModelChoice regression = regression(fit);
    if (regression == null || regression.own()) {
      throw new InputException(
          "%s is of a model of your own: if it is a family name it by --model, else compute predictions from its draws.csv"
              .formatted(folder));
    }
    Simd.load();
    Judged judged = judged(fit);
    Design design = judged.design();
    design.notes().forEach(this::say);
    var predictive =
        Predictive.of(regression, fit.encoding().names().size(), fit.draws(), draws, interval);
    Dataset rows = design.data();
    var card = new Scorecard.Builder(regression, interval, rows.count());
    ObjectNode root = JsonMapper.shared().createObjectNode();
    if (out != null) {
      try (var file = OutputFile.of(out)) {
        write(file.writer(), predictive, judged, card);
        file.commit();
      }
      root.put("file", out.toString()).put("rows", rows.count());
    } else if (json) {
      predictions(root.putArray("predictions"), predictive, judged, card);
    } else {
      write(out(), predictive, judged, card);
    }
    if (judged.note() != null) {
      say(judged.note());
    }
    boolean unknown = rows.responses() == null || regression.censored();
    tell(root, unknown ? null : card.build());
  }

  private ModelChoice regression(FitReader fit) {
    if (model == null) {
      return fit.regression();
    }
    Family family = ModelFile.compile(model).family();
    return family == null ? ModelChoice.OWN : new ModelChoice(family).of(fit.encoding());
  }

  /** Weights are of use only beside a target, so new rows need none; without trials, shares. */
  private Judged judged(FitReader fit) {
    Encoding encoding = fit.encoding();
    Table table = reading.source(data, Path.of("")).readLike(encoding);
    boolean trials = encoding.response() instanceof Response.Share;
    boolean weighed = encoding.weighing().stream().allMatch(name -> table.find(name).isPresent());
    if (trials) {
      say(
          weighed
              ? "predicted: how many of the row's trials succeed"
              : "predicted: the probability of a success, as there is no column of trials");
    }
    if (!weighed) {
      encoding = encoding.unweighted();
    }
    return strict || missing == MissingPolicy.ERROR
        ? new Judged(encoding.apply(table, MissingPolicy.ERROR), null)
        : encoding.applyWhereKnown(table);
  }

  /** Is handed each row in order, with its predictions or what is wrong with it. */
  private interface Sink {
    void row(int place, String level, Prediction outlook, int j) throws IOException;

    void problem(int place, String problem) throws IOException;
  }

  /** The classes, of which each has a line; none if a row has one. */
  private static List<String> levels(Design design) {
    return design.encoding().response() instanceof Response.Classes classes
        ? classes.levels()
        : List.of();
  }

  private void each(Predictive predictive, Judged judged, Scorecard.Builder card, Sink sink) {
    Design design = judged.design();
    Dataset rows = design.data();
    var targets = new Targets(card.regression(), rows);
    List<String> levels = levels(design);
    int next = 0;
    try {
      for (int from = 0; from < rows.count(); from += ROWS_A_BLOCK) {
        int to = Math.min(rows.count(), from + ROWS_A_BLOCK);
        List<Prediction> outlooks = predictive.predict(rows, design.groups(), from, to);
        for (int i = from; i < to; i++) {
          int place = design.rows() == null ? i : design.rows()[i];
          problems(judged, next, place + 1, sink);
          next = place + 1;
          if (judged.problem(place) != null) {
            continue;
          }
          for (int c = 0; c < outlooks.size(); c++) {
            sink.row(place, levels.isEmpty() ? null : levels.get(c), outlooks.get(c), i - from);
          }
          if (rows.responses() != null) {
            card.add(outlooks, i - from, targets.of(i), targets.weight(i));
          }
        }
      }
      problems(judged, next, judged.problems() == null ? 0 : judged.problems().length, sink);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Rows {@code from ≤ place < to} that cannot be predicted. */
  private void problems(Judged judged, int from, int to, Sink sink) throws IOException {
    for (int place = from; place < to && missing != MissingPolicy.DROP; place++) {
      if (judged.problem(place) != null) {
        sink.problem(place, judged.problem(place));
      }
    }
  }

  private void write(Writer to, Predictive predictive, Judged judged, Scorecard.Builder card) {
    boolean several = !levels(judged.design()).isEmpty();
    try {
      to.write(several ? "row,class," : "row,");
      to.write("mean,sd," + quantile(false) + "," + quantile(true) + ",problem\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    each(predictive, judged, card, new Lines(to, several));
  }

  /** Rows as lines of a CSV file. */
  private record Lines(Writer to, boolean several) implements Sink {
    @Override
    public void row(int place, String level, Prediction outlook, int j) throws IOException {
      var line = new StringBuilder().append(place + 1).append(',');
      if (level != null) {
        line.append(CsvText.field(level)).append(',');
      }
      line.append((float) outlook.mean()[j]);
      line.append(',').append((float) outlook.sd()[j]);
      line.append(',').append((float) outlook.low()[j]);
      line.append(',').append((float) outlook.high()[j]).append(",\n");
      to.append(line);
    }

    @Override
    public void problem(int place, String problem) throws IOException {
      to.append(String.valueOf(place + 1)).append(several ? ",,,,,," : ",,,,,");
      to.append(CsvText.field(problem)).append('\n');
    }
  }

  private void predictions(
      ArrayNode array, Predictive predictive, Judged judged, Scorecard.Builder card) {
    each(
        predictive,
        judged,
        card,
        new Sink() {
          @Override
          public void row(int place, String level, Prediction outlook, int j) {
            ObjectNode node = array.addObject().put("row", place + 1);
            if (level != null) {
              node.put("class", level);
            }
            node.put("mean", outlook.mean()[j])
                .put("sd", outlook.sd()[j])
                .put(quantile(false), outlook.low()[j])
                .put(quantile(true), outlook.high()[j]);
          }

          @Override
          public void problem(int place, String problem) {
            array.addObject().put("row", place + 1).put("problem", problem);
          }
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
