package org.perrin.cli;

import java.nio.file.Path;
import java.util.Locale;
import org.perrin.cli.fit.FitReader;
import org.perrin.cli.fit.Prepared;
import org.perrin.cli.fit.Progress;
import org.perrin.cli.report.ModelFit;
import org.perrin.draws.Draws;
import org.perrin.io.Say;
import org.perrin.mode.Search;
import org.perrin.posterior.Check;
import org.perrin.posterior.Check.Finding;
import org.perrin.posterior.Posterior;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Whether draws are those of their model. */
@CommandLine.Command(
    name = "check",
    description = {
      "Compares the draws of a fit with its model, and the model with the data.",
      "Says by how much means and standard deviations are off, which chains that agree with each"
          + " other cannot tell. Reads the data again."
    },
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  perrin check people-fit", "  perrin check people-fit --gradients 1000 --json"})
final class CheckCommand extends Command {
  /** Of targets drawn anew. */
  private static final long SEED = 1;

  @Parameters(index = "0", paramLabel = "FIT", description = "The folder of a fit.")
  Path folder;

  @Option(
      names = "--data",
      paramLabel = "DATA",
      description = "The data, if they lie elsewhere now.")
  Path data;

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = "The file of your own model, if the fit is of one; it is compiled and run.")
  Path model;

  @Option(
      names = "--gradients",
      paramLabel = "N",
      defaultValue = "200",
      description = "Draws to look at, each a pass over the data (${DEFAULT-VALUE}).")
  int gradients;

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  @Override
  void run() {
    if (gradients < 10) {
      throw new UsageException("--gradients must be at least 10, not " + gradients);
    }
    FitReader fit = FitReader.open(folder);
    Draws draws = fit.draws();
    Simd.load();
    var progress = new Progress(quiet ? null : err(), Terminal.err());
    Path other = data == null ? null : data.toAbsolutePath();
    Check check;
    ModelFit described;
    try {
      Prepared prepared = Repeatable.of(fit, other, model, progress);
      progress.stage("mode");
      var mode = Search.of(prepared.model()).mode();
      var inner = draws.map(prepared.model().names(), prepared::toInner);
      progress.stage("checking");
      check = Check.of(new Posterior(prepared.model(), inner, mode, null), gradients);
      described = ModelFit.of(prepared, inner, SEED);
    } finally {
      progress.clear();
    }
    out().println(json ? json(check, described).toPrettyString() : text(check, described));
  }

  private static String text(Check check, ModelFit described) {
    int width = Terminal.width();
    return "%s\n%s\n%s"
        .formatted(
            Terminal.bold(Layout.wrap(verdict(check), width)),
            Layout.wrap(model(described), width),
            check.toString().stripTrailing());
  }

  /** Draws may be those of a model that does not describe the data. */
  private static String model(ModelFit described) {
    return described
        .warning()
        .map(text -> "misfit: " + Say.line(text))
        .orElseGet(() -> "fit: %s: %s".formatted(answer(described), described.finding().detail()));
  }

  /** The whole in a sentence. */
  static String verdict(Check check) {
    long biased = check.count(Finding.BIASED);
    long unsure = check.count(Finding.UNSURE);
    if (biased > 0) {
      return "verdict: BIASED: %s of %d off by more than 0.1 sd or 5 %%: fit with a smaller --tolerance, or --sampler nuts"
          .formatted(Say.count(biased, "parameter"), check.verdicts().size());
    }
    return unsure > 0
        ? "verdict: unsure about %s of %d: look at more draws by --gradients"
            .formatted(Say.count(unsure, "parameter"), check.verdicts().size())
        : "verdict: ok: no mean off by more than 0.1 sd, no sd by more than 5 %";
  }

  private static String answer(ModelFit described) {
    return described.finding().answer().toLowerCase(Locale.ROOT);
  }

  private static ObjectNode json(Check check, ModelFit described) {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    root.put("verdict", word(worst(check))).put("gradients", check.gradients());
    put(root, "ksd", check.ksd());
    root.putObject("model")
        .put("level", described.finding().level().word())
        .put("detail", described.finding().detail())
        .put("warning", described.warning().orElse(null));
    ArrayNode array = root.putArray("parameters");
    for (Check.Verdict verdict : check.verdicts()) {
      ObjectNode node = array.addObject().put("name", verdict.name());
      put(node, "mean_shift", verdict.meanShift());
      put(node, "mean_error", verdict.meanError());
      put(node, "sd_ratio", verdict.sdRatio());
      put(node, "sd_error", verdict.sdError());
      node.put("finding", word(verdict.finding()));
    }
    return root;
  }

  private static Finding worst(Check check) {
    return check.count(Finding.BIASED) > 0
        ? Finding.BIASED
        : check.count(Finding.UNSURE) > 0 ? Finding.UNSURE : Finding.OK;
  }

  private static String word(Finding finding) {
    return finding.name().toLowerCase(Locale.ROOT);
  }

  private static void put(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    } else {
      node.putNull(name);
    }
  }
}
