package org.perrin.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.perrin.cli.console.Terminal;
import org.perrin.cli.console.TextLayout;
import org.perrin.cli.console.TextTable;
import org.perrin.cli.judge.LooJson;
import org.perrin.io.JsonNumbers;
import org.perrin.io.MessageText;
import org.perrin.io.UsageException;
import org.perrin.regression.CrossValidation;
import org.perrin.regression.PreparedFit;
import org.perrin.regression.SavedFit;
import org.perrin.regression.judge.HeldOut;
import org.perrin.regression.judge.ModelComparison;
import org.perrin.regression.predict.FittedRows;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** Which of several fits predicts best. */
@CommandLine.Command(
    name = "compare",
    description = {
      "Compares fits of the same target on the same rows by how well they predict rows that they"
          + " have not seen, the best first.",
      "difference is that of elpd from the best one's, se its standard error over rows; a difference"
          + " below some 4, or below two se, does not separate the models. weight is a model's share"
          + " in the mixture that predicts best (stacking). Samplers are compared by perrin bench"
          + " samplers."
    },
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  perrin compare small-fit large-fit",
      "  perrin compare small-fit large-fit --folds 10",
      "  perrin compare with-towns without-towns --folds group"
    })
final class CompareCommand extends Command {
  private static final int GROUP_FOLDS = 10;
  private static final List<String> HEAD =
      List.of("fit", "elpd", "difference", "se", "error", "p", "weight");

  @Parameters(arity = "1..*", paramLabel = "FIT", description = "Folders of fits, two or more.")
  List<Path> folders;

  @Option(
      names = "--folds",
      paramLabel = "K",
      description = {
        "Fit again without each of K parts of the rows, in place of leave-one-out; group: without",
        "each tenth of the groups of (1 | group), which are then predicted as new ones."
      })
  String folds;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows to look at: a number, or all (all up to 10,000, else 5,000).")
  String rows;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Decides the folds (${DEFAULT-VALUE}).")
  long seed;

  @Mixin FitRows source;

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  @Override
  void run() {
    if (folders.size() < 2) {
      throw new UsageException("give two fits or more: perrin compare FIT FIT");
    }
    if (folds != null && rows != null) {
      throw new UsageException("--rows is for leave-one-out: leave it out, or --folds");
    }
    List<String> names = folders.stream().map(Path::toString).toList();
    List<SavedFit> fits = folders.stream().map(SavedFit::open).toList();
    fits.forEach(fit -> fit.requirePosterior("perrin compare"));
    source.check(fits);
    List<PreparedFit> prepared = fits.stream().map(source::prepare).toList();
    List<FittedRows> fitted = new ArrayList<>();
    for (int k = 0; k < fits.size(); k++) {
      fitted.add(prepared.get(k).fitted(FitRows.draws(fits.get(k))));
    }
    ModelComparison.checkSame(names, fitted);
    int n = fitted.getFirst().count();
    ModelComparison result =
        folds == null
            ? ModelComparison.loo(names, fitted, LooCommand.size(rows, n))
            : ModelComparison.of(names, folds(fits, prepared, fitted));
    out().println(json ? json(result) : text(result));
  }

  private List<HeldOut> folds(
      List<SavedFit> fits, List<PreparedFit> prepared, List<FittedRows> fitted) {
    int[] fold = fold(fitted);
    List<HeldOut> all = new ArrayList<>();
    for (int k = 0; k < fits.size(); k++) {
      String name = folders.get(k).toString();
      all.add(
          CrossValidation.of(
              prepared.get(k),
              fits.get(k).request(),
              fitted.get(k),
              fold,
              f -> say("%s without fold %d".formatted(name, f + 1))));
    }
    return all;
  }

  private int[] fold(List<FittedRows> fitted) {
    if (folds.equals("group")) {
      int[] groups =
          fitted.stream()
              .filter(FittedRows::grouped)
              .findFirst()
              .orElseThrow(
                  () ->
                      new UsageException(
                          "--folds group needs a fit with (1 | group): give --folds 10"))
              .groups()
              .getFirst()
              .level();
      return CrossValidation.grouped(groups, GROUP_FOLDS, seed);
    }
    try {
      return CrossValidation.random(fitted.getFirst().count(), Integer.parseInt(folds), seed);
    } catch (NumberFormatException e) {
      throw new UsageException(
          "--folds must be a number or group, not " + MessageText.quoted(folds));
    }
  }

  private String text(ModelComparison result) {
    List<List<String>> lines = result.entries().stream().map(CompareCommand::line).toList();
    List<String> notes = new ArrayList<>();
    ModelComparison.Entry second = result.entries().get(1);
    notes.add(verdict(result.entries().getFirst().name(), second));
    HeldOut first = result.entries().getFirst().heldOut();
    if (!first.sample().whole()) {
      notes.add(
          "%s of %s rows were looked at; error is what that and the number of draws add to difference"
              .formatted(
                  MessageText.count(first.sample().rows().length),
                  MessageText.count(first.rows())));
    }
    for (ModelComparison.Entry entry : result.entries()) {
      if (entry.heldOut().unsure() > 0) {
        notes.add(
            "note: %s has %s with a Pareto k that is too large: its elpd is not reliable, use --folds 10"
                .formatted(entry.name(), MessageText.count(entry.heldOut().unsure(), "row")));
      }
    }
    int width = Terminal.width();
    return TextTable.cut(HEAD, lines, List.of("p", "error"), "fit", 12, width)
        + "\n\n"
        + TextLayout.wrapAll(String.join("\n", notes), width);
  }

  private static List<String> line(ModelComparison.Entry entry) {
    return List.of(
        entry.name(),
        number("%.1f", entry.heldOut().elpd()),
        number("%.2f", entry.difference()),
        number("%.2f", entry.se()),
        number("%.2g", Math.hypot(entry.sampling(), entry.monteCarlo())),
        number("%.1f", entry.heldOut().complexity()),
        number("%.3f", entry.weight()));
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  /** Small differences have standard errors that are too small (Sivula et al., 2020). */
  private static String verdict(String best, ModelComparison.Entry second) {
    double gap = -second.difference();
    return gap < 4 || gap < 2 * second.se()
        ? "%s and %s predict about equally well".formatted(best, second.name())
        : "%s predicts better than %s: the difference is %.1f standard errors"
            .formatted(best, second.name(), gap / second.se());
  }

  private static String json(ModelComparison result) {
    var array = LooJson.array();
    for (ModelComparison.Entry entry : result.entries()) {
      ObjectNode node = array.addObject().put("fit", entry.name());
      JsonNumbers.put(node, "elpd", entry.heldOut().elpd());
      JsonNumbers.put(node, "elpd_se", entry.heldOut().se());
      JsonNumbers.put(node, "difference", entry.difference());
      JsonNumbers.put(node, "se", entry.se());
      JsonNumbers.put(node, "sampling_error", entry.sampling());
      JsonNumbers.put(node, "monte_carlo_error", entry.monteCarlo());
      JsonNumbers.put(node, "p", entry.heldOut().complexity());
      JsonNumbers.put(node, "weight", entry.weight());
      node.put("rows", entry.heldOut().rows());
      node.put("rows_looked_at", entry.heldOut().sample().rows().length);
      node.put("pareto_k_above", entry.heldOut().unsure());
    }
    return array.toPrettyString();
  }
}
