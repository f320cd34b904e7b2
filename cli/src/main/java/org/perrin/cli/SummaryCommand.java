package org.perrin.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.perrin.cli.console.Terminal;
import org.perrin.cli.console.TextLayout;
import org.perrin.cli.report.SummaryJson;
import org.perrin.diagnostics.Summary;
import org.perrin.draws.Draws;
import org.perrin.io.InputException;
import org.perrin.io.UsageException;
import org.perrin.io.design.Encoding;
import org.perrin.io.draws.CmdStanCsv;
import org.perrin.regression.SavedFit;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The table again, from draws. */
@CommandLine.Command(
    name = "summary",
    description = {
      "Summarises draws: of a fit, or of CmdStan CSV files, a chain each.",
      "Where the terminal is narrow some columns are left out; --csv has all."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  perrin summary people-fit",
      "  perrin summary people-fit --interval 0.95 --prior",
      "  perrin summary model-1.csv model-2.csv model-3.csv model-4.csv --json"
    })
final class SummaryCommand extends Command {
  @Parameters(
      arity = "1..*",
      paramLabel = "FIT",
      description = "The folder of a fit, or files with draws.")
  List<Path> paths;

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  @Option(names = "--csv", description = "Print CSV with all digits.")
  boolean csv;

  @Option(names = "--groups", description = "Also the effects of groups, as in (1 | group).")
  boolean groups;

  @Option(
      names = "--interval",
      paramLabel = "P",
      description = "Quantiles of an interval of this probability, in place of q5 and q95.")
  Double interval;

  @Option(names = "--hdi", description = "The shortest interval of that probability too.")
  boolean hdi;

  @Option(
      names = "--quantiles",
      split = ",",
      paramLabel = "P",
      description = "These quantiles, such as 0.025,0.5,0.975.")
  List<Double> quantiles = List.of();

  @Option(names = "--prior", description = "Also the prior of each parameter.")
  boolean prior;

  @Option(
      names = "--sensitivity",
      description = {
        "How much a parameter depends on the strength of the priors of coefficients; above 0.05 they",
        "are felt (power-scaling)."
      })
  boolean sensitivity;

  @Override
  void run() {
    if (interval != null) {
      IntervalOptions.check("--interval", interval);
    }
    quantiles.forEach(p -> IntervalOptions.check("--quantiles", p));
    boolean folder = Files.isDirectory(paths.getFirst());
    if (folder && paths.size() > 1) {
      throw new InputException(
          "%s is a folder: summarise one fit at a time".formatted(paths.getFirst()));
    }
    SavedFit fit = folder ? SavedFit.open(paths.getFirst()) : null;
    if (fit != null && fit.priorOnly()) {
      say("note: these are draws from the prior alone (--prior-only)");
    }
    Draws draws = folder ? fit.draws() : CmdStanCsv.read(paths);
    if (chosen()) {
      Draws used = groups && fit != null ? fit.allDraws() : draws;
      print(fit, used, Summary.of(used));
      return;
    }
    Summary summary = withEffects(fit, Summary.of(draws));
    if (csv) {
      out().print(summary.toCsv());
    } else if (json) {
      printJson(SummaryJson.of(summary), summary);
    } else {
      if (folder && !fit.complete()) {
        out().println("incomplete: the run was stopped before its end\n");
      }
      out().println(text(fit, summary, Terminal.width()));
    }
  }

  private void printJson(ArrayNode rows, Summary summary) {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    root.set("summary", rows);
    summary.notes().forEach(root.putArray("notes")::add);
    out().println(root.toPrettyString());
  }

  /** Whether other columns are asked for. */
  private boolean chosen() {
    return interval != null || hdi || !quantiles.isEmpty() || prior || sensitivity;
  }

  private void print(SavedFit fit, Draws draws, Summary summary) {
    if (fit == null && (prior || sensitivity)) {
      throw new UsageException("--prior and --sensitivity are for folders of fits");
    }
    double inside = interval == null ? 0.9 : interval;
    double[] places =
        !quantiles.isEmpty()
            ? quantiles.stream().mapToDouble(p -> p).toArray()
            : hdi && interval == null ? new double[0] : IntervalOptions.ends(inside);
    var table =
        SummaryTable.of(
            draws,
            summary,
            places,
            hdi ? OptionalDouble.of(inside) : OptionalDouble.empty(),
            sensitivity ? fit.sensitivity(draws) : null,
            prior ? fit.priors() : List.of());
    if (csv) {
      out().print(table.csv());
    } else if (json) {
      printJson(table.json(), summary);
    } else {
      out().println(table.text(summary.rows().size(), Terminal.width()));
    }
  }

  /** With the effects of groups, which have no draws but in a file of their own, or without. */
  private Summary withEffects(SavedFit fit, Summary summary) {
    Encoding encoding = encoding(fit);
    if (encoding == null || encoding.effects() == 0) {
      return summary;
    }
    List<String> effects = encoding.effectNames();
    List<Summary.Row> rows = new ArrayList<>(summary.rows());
    // folders of 0.2 have them among their draws
    if (rows.getLast().name().equals(effects.getLast())) {
      rows.subList(rows.size() - effects.size(), rows.size()).clear();
    }
    if (groups) {
      rows.addAll(fit.effects());
    }
    return new Summary(rows, summary.notes());
  }

  /** Of a family; null for other models and other draws. */
  private static Encoding encoding(SavedFit fit) {
    return fit == null || fit.regression() == null || fit.regression().own()
        ? null
        : fit.encoding();
  }

  private String text(SavedFit fit, Summary summary, int width) {
    Encoding encoding = encoding(fit);
    int hidden = groups || encoding == null ? 0 : encoding.effects();
    String folder = paths.getFirst().toString();
    List<String> lines =
        Stream.concat(
                encoding == null ? Stream.empty() : FitText.design(encoding).stream(),
                summary.notes().stream().map(note -> "note: " + note))
            .map(line -> TextLayout.wrap(line, width))
            .toList();
    String table = FitText.table(summary.rows(), hidden, Integer.MAX_VALUE, folder, width);
    return lines.isEmpty() ? table : table + "\n\n" + String.join("\n", lines);
  }
}
