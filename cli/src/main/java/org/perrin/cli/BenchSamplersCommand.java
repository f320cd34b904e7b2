package org.perrin.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.perrin.cli.compare.Budget;
import org.perrin.cli.compare.Comparison;
import org.perrin.cli.compare.ComparisonFiles;
import org.perrin.cli.compare.Contender;
import org.perrin.cli.console.Terminal;
import org.perrin.cli.console.TextTable;
import org.perrin.cli.fit.Interrupt;
import org.perrin.cli.fit.ProgressDisplay;
import org.perrin.io.JsonNumbers;
import org.perrin.io.MessageText;
import org.perrin.io.UsageException;
import org.perrin.posterior.Options;
import org.perrin.regression.DataSource;
import org.perrin.regression.EncodedTable;
import org.perrin.regression.model.ModelChoice;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Samplers side by side. */
@CommandLine.Command(
    name = "samplers",
    description = {
      "Runs samplers under one budget, and compares each with an exact run.",
      "Prints kernel Stein discrepancy, log-loss on rows held out, and errors of means and sds. The"
          + " budget counts sampling; all begin at the same mode."
    },
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  perrin bench samplers people.csv --target bought --samplers natural,sgld-cv-ps,sgld",
      "  perrin bench samplers big.csv --target y --samplers natural,sgld-cv --passes 100 --rows 0"
    })
final class BenchSamplersCommand extends Command {
  private static final double SECONDS = 5;

  @Parameters(index = "0", arity = "0..1", paramLabel = "DATA", description = DataOptions.ABOUT)
  Path data;

  @Mixin DataOptions reading;
  @Mixin ModelOptions model;

  @Option(
      names = {"-s", "--samplers"},
      split = ",",
      paramLabel = "NAME",
      defaultValue = "natural,sgld-cv-ps,sgld-cv,sgld",
      description = "Names that perrin samplers lists (${DEFAULT-VALUE}).")
  List<String> samplers;

  @Option(
      names = "--passes",
      paramLabel = "N",
      description = "How often each may read all rows, instead of a time.")
  Double passes;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "How long each may sample (5 if there is no --passes).")
  Double seconds;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "20000",
      description = "Rows to use, at random (${DEFAULT-VALUE}); 0 for all.")
  int rows;

  @Option(
      names = "--held-out",
      paramLabel = "SHARE",
      defaultValue = "0.1",
      description = "The share of rows that are predicted, not fitted (${DEFAULT-VALUE}).")
  double heldOut;

  @Option(
      names = "--exact-draws",
      paramLabel = "N",
      defaultValue = "250",
      description = "Draws of each chain of the exact run (${DEFAULT-VALUE}).")
  int exactDraws;

  @Option(
      names = "--chains",
      paramLabel = "N",
      defaultValue = "4",
      description = "Chains of each sampler (${DEFAULT-VALUE}).")
  int chains;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Fixes rows and draws (${DEFAULT-VALUE}).")
  long seed;

  @Option(names = "--step-size", paramLabel = "H", description = "For all; chosen if not given.")
  Double stepSize;

  @Option(names = "--subsample", paramLabel = "N", description = "For all; chosen if not given.")
  Integer subsample;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description = "The folder of table and plot; DATA's name and -compare if not given.")
  Path out;

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  @Override
  void run() {
    DataSource source = reading.source(data, Path.of(""));
    model.check();
    ModelChoice asked = model.regression();
    if (asked != null && asked.own()) {
      throw new UsageException(
          "bench samplers scores predictions, which it does not know of your own model: choose another");
    }
    Comparison.Plan plan = plan();
    Path folder = out == null ? Path.of(source.stem() + "-compare") : out;
    var progress = new ProgressDisplay(quiet() ? null : err(), Terminal.err());
    try (var interrupt = new Interrupt()) {
      EncodedTable read =
          EncodedTable.of(source, model.design(), model.regression(), model.precision, progress);
      if (!read.groups().isEmpty()) {
        throw new UsageException(
            "bench samplers scores predictions, which it does not know of what varies by groups");
      }
      var listener =
          new Comparison.Listener() {
            @Override
            public void stage(String name) {
              progress.stage(name);
            }

            @Override
            public boolean stopped() {
              return interrupt.asked();
            }
          };
      Comparison comparison = Comparison.of(read, model.priors(), plan, listener);
      ComparisonFiles.write(folder, comparison);
      progress.clear();
      out().println(json ? json(comparison, folder) : text(comparison, folder));
    } finally {
      progress.clear();
    }
  }

  private Comparison.Plan plan() {
    for (String name : samplers) {
      SamplerOptions.checkName(name);
    }
    if (passes != null && seconds != null) {
      throw new UsageException("give --passes or --seconds, not both");
    }
    positive("--passes", passes);
    positive("--seconds", seconds);
    if (!(heldOut > 0 && heldOut < 1)) {
      throw new UsageException("--held-out must lie between 0 and 1, not " + heldOut);
    }
    if (exactDraws < 10) {
      throw new UsageException("--exact-draws must be at least 10, not " + exactDraws);
    }
    if (rows != 0 && rows < 10) {
      throw new UsageException("--rows must be 0 for all, or at least 10, not " + rows);
    }
    double most = seconds != null ? seconds : passes != null ? Double.POSITIVE_INFINITY : SECONDS;
    var budget = new Budget(passes == null ? Double.POSITIVE_INFINITY : passes, most);
    return new Comparison.Plan(samplers, options(), budget, exactDraws, heldOut, rows);
  }

  private static void positive(String option, Double value) {
    if (value != null && !(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new UsageException("%s must be positive, not %s".formatted(option, value));
    }
  }

  private Options options() {
    try {
      return Options.standard()
          .chains(chains)
          .seed(seed)
          .stepSize(stepSize == null ? OptionalDouble.empty() : OptionalDouble.of(stepSize))
          .subsample(SamplerOptions.given(subsample));
    } catch (IllegalArgumentException e) {
      throw new UsageException(e.getMessage());
    }
  }

  private static String text(Comparison comparison, Path folder) {
    List<List<String>> lines = new ArrayList<>();
    var troubles = new StringBuilder();
    for (Contender c : comparison.contenders()) {
      lines.add(
          List.of(
              c.name(),
              number("%.3g", c.stepSize()),
              MessageText.count(c.subsample()),
              MessageText.count(c.draws()),
              number("%.1f", c.passes()),
              number("%.2f", c.seconds()),
              number("%.3g", c.ksd()),
              number("%.3g", c.ksdRaw()),
              number("%.5f", c.logLoss()),
              number("%.3g", c.distance().mean()),
              number("%.3g", c.distance().sd())));
      if (c.trouble() != null) {
        troubles.append("note: %s: %s\n".formatted(c.name(), c.trouble()));
      }
    }
    List<String> head =
        List.of(
            "sampler",
            "step-size",
            "rows/step",
            "draws",
            "passes",
            "seconds",
            "ksd",
            "ksd raw",
            "log-loss",
            "mean error",
            "sd error");
    return "%s rows fitted, %s held out; errors against an exact run of %.1f s\n\n%s\n\n%sresult: %s (open %s)"
        .formatted(
            MessageText.count(comparison.rows()),
            MessageText.count(comparison.held()),
            comparison.exactSeconds(),
            TextTable.of(head, lines),
            troubles,
            folder,
            folder.resolve("curves.png"));
  }

  private static String number(String format, double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "-";
  }

  private static String json(Comparison comparison, Path folder) {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    root.put("folder", folder.toString())
        .put("rows", comparison.rows())
        .put("held_out", comparison.held())
        .put("exact_seconds", comparison.exactSeconds());
    ArrayNode array = root.putArray("samplers");
    for (Contender c : comparison.contenders()) {
      ObjectNode node = array.addObject().put("name", c.name());
      JsonNumbers.put(node, "step_size", c.stepSize());
      node.put("subsample", c.subsample()).put("draws", c.draws());
      JsonNumbers.put(node, "passes", c.passes());
      JsonNumbers.put(node, "seconds", c.seconds());
      JsonNumbers.put(node, "ksd", c.ksd());
      JsonNumbers.put(node, "ksd_raw", c.ksdRaw());
      JsonNumbers.put(node, "log_loss", c.logLoss());
      JsonNumbers.put(node, "mean_error", c.distance().mean());
      JsonNumbers.put(node, "sd_error", c.distance().sd());
      node.put("trouble", c.trouble());
    }
    return root.toPrettyString();
  }
}
