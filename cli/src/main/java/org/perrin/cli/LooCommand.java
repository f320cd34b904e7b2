package org.perrin.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.perrin.cli.console.Terminal;
import org.perrin.cli.console.TextLayout;
import org.perrin.cli.judge.LooFiles;
import org.perrin.cli.judge.LooJson;
import org.perrin.io.MessageText;
import org.perrin.io.UsageException;
import org.perrin.regression.SavedFit;
import org.perrin.regression.judge.Loo;
import org.perrin.regression.predict.FittedRows;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** How well a fit predicts rows that it has not seen. */
@CommandLine.Command(
    name = "loo",
    description = {
      "Estimates how well a model predicts rows that it has not seen, without fitting it again.",
      "elpd is the sum over all rows of the log predictive density of a row that is left out, by"
          + " Pareto smoothed importance sampling. Of more than 10,000 rows some are looked at, chosen"
          + " where the others say least about them, and the error that this adds is reported."
    },
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  perrin loo people-fit",
      "  perrin loo people-fit --pointwise loo.csv",
      "  perrin loo people-fit --rows 20000 --json"
    })
final class LooCommand extends Command {
  @Parameters(arity = "1..*", paramLabel = "FIT", description = "Folders of fits.")
  List<Path> folders;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows to look at: a number, or all (all up to 10,000, else 5,000).")
  String rows;

  @Mixin FitRows source;

  @Option(
      names = "--pointwise",
      paramLabel = "FILE",
      description = "Write elpd, p_loo and Pareto k of the rows looked at, as CSV.")
  Path pointwise;

  @Option(
      names = "--log-lik",
      paramLabel = "FOLDER",
      description = {
        "Write the draws with the log likelihoods of the rows looked at, log_lik[1], …,",
        "as CmdStan CSV files, which ArviZ and R's loo read; as one NumPy array, rows by draws,",
        "if the name ends in .npy."
      })
  Path logLik;

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  @Override
  void run() {
    if (folders.size() > 1 && (pointwise != null || logLik != null)) {
      throw new UsageException("--pointwise and --log-lik are for one fit at a time");
    }
    List<String> parts = new ArrayList<>();
    var all = LooJson.array();
    List<SavedFit> fits = folders.stream().map(SavedFit::open).toList();
    fits.forEach(fit -> fit.requirePosterior("perrin loo"));
    source.check(fits);
    for (SavedFit fit : fits) {
      Path folder = fit.folder();
      FittedRows fitted = source.prepare(fit).fitted(FitRows.draws(fit));
      Loo loo = Loo.of(fitted, size(rows, fitted.count()));
      write(fitted, loo);
      all.add(LooJson.of(loo).put("fit", folder.toString()));
      parts.add(text(folder, loo));
    }
    out().println(json ? all.toPrettyString() : String.join("\n\n", parts));
  }

  private void write(FittedRows fitted, Loo loo) {
    if (pointwise != null) {
      LooFiles.pointwise(pointwise, loo);
    }
    if (logLik != null) {
      if (Files.exists(logLik)) {
        throw new UsageException(logLik + " is there already: name a new folder by --log-lik");
      }
      if (logLik.toString().endsWith(".npy")) {
        LooFiles.array(logLik, fitted, loo);
      } else {
        LooFiles.logLikelihoods(logLik, fitted, loo);
      }
    }
  }

  /** How many rows are looked at. */
  static int size(String asked, int count) {
    if (asked == null) {
      return count <= Loo.MOST_WHOLE ? count : Loo.SAMPLE;
    }
    try {
      int size = asked.equals("all") ? count : Integer.parseInt(asked);
      if (size >= 2) {
        return Math.min(size, count);
      }
    } catch (NumberFormatException e) {
      // said below
    }
    throw new UsageException(
        "--rows must be all or a number from 2 on, not " + MessageText.quoted(asked));
  }

  private static String text(Path folder, Loo loo) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s: leave-one-out, %s, %s draws"
            .formatted(
                folder, MessageText.count(loo.rows(), "row"), MessageText.count(loo.draws())));
    lines.add(line("elpd_loo", loo.elpd(), loo.se()));
    lines.add(line("p_loo", loo.complexity(), loo.complexitySe()));
    lines.add(line("looic", loo.looic(), 2 * loo.se()));
    lines.add(errors(loo));
    lines.add(shapes(loo));
    return TextLayout.wrapAll(String.join("\n", lines), Terminal.width());
  }

  private static String line(String name, double value, double se) {
    return String.format(Locale.ROOT, "%-9s%14.2f  se %.2f", name, value, se);
  }

  static String errors(Loo loo) {
    String drawn = String.format(Locale.ROOT, "Monte Carlo error %.2g", loo.monteCarlo());
    return loo.sample().whole()
        ? drawn
        : String.format(
            Locale.ROOT,
            "%s, sampling error %.2g: %s of %s rows were looked at",
            drawn,
            loo.sampling(),
            MessageText.count(loo.sample().rows().length),
            MessageText.count(loo.rows()));
  }

  static String shapes(Loo loo) {
    String limit = String.format(Locale.ROOT, "%.2f", loo.limit());
    int looked = loo.sample().rows().length;
    return loo.unsure() == 0
        ? "Pareto k: below %s for all %s".formatted(limit, MessageText.count(looked, "row"))
        : "Pareto k: above %s for %s of %s rows, whose elpd is not reliable: check them, or use --folds 10 of perrin compare"
            .formatted(limit, MessageText.count(loo.unsure()), MessageText.count(looked));
  }
}
