package org.perrin.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.perrin.cli.console.OutputFile;
import org.perrin.cli.console.Terminal;
import org.perrin.cli.console.TextLayout;
import org.perrin.cli.fit.ProgressDisplay;
import org.perrin.cli.report.ModelFit;
import org.perrin.cli.report.Report;
import org.perrin.draws.Draws;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.UsageException;
import org.perrin.mode.Search;
import org.perrin.model.MixedModel;
import org.perrin.posterior.Check;
import org.perrin.posterior.Check.Bias;
import org.perrin.posterior.DrawMoments;
import org.perrin.posterior.Posterior;
import org.perrin.regression.PreparedFit;
import org.perrin.regression.SavedFit;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** Whether draws are those of their model. */
@CommandLine.Command(
    name = "check",
    description = {
      "Compares the draws of a fit with its model, and the model with the data.",
      "Reports by how much means and standard deviations are off, which agreement between"
          + " chains cannot show. Reads the data again. Of fits without a bias, one in a hundred at"
          + " most is called biased by chance. The outcome is kept in check.json and the report of"
          + " the fit; the exit code is 1 if there is a bias."
    },
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  perrin check people-fit", "  perrin check people-fit --gradients 1000 --json"})
final class CheckCommand extends Command {
  /** Of targets drawn again. */
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

  @Mixin ProgressOptions showing;

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  private boolean biased;

  /** What makes a check surer. */
  private String advice = "raise --gradients, or fit with more --draws";

  @Override
  public Integer call() {
    run();
    return biased ? 1 : 0;
  }

  @Override
  void run() {
    if (gradients < Check.LEAST) {
      throw new UsageException(
          "--gradients must be at least %d, not %d: fewer cannot distinguish a bias from chance"
              .formatted(Check.LEAST, gradients));
    }
    SavedFit fit = SavedFit.open(folder);
    fit.requirePosterior("perrin check");
    Draws draws = fit.allDraws();
    if (draws.count() < fit.draws().count()) {
      advice = "fit with --group-effects all, and raise --gradients here";
    }
    ProgressDisplay progress = showing.of(this);
    Path other = data == null ? null : data.toAbsolutePath();
    Check check;
    PreparedFit prepared;
    ModelFit described;
    try {
      prepared = fit.prepare(other, model, progress);
      var inner = draws.map(prepared.model().names(), prepared::toInner);
      progress.stage("mode");
      var mode =
          prepared.model() instanceof MixedModel
              ? DrawMoments.centre(inner)
              : Search.of(prepared.model()).mode();
      progress.stage("checking");
      var posterior = new Posterior(prepared.model(), inner, mode, null);
      check = Check.of(posterior, gradients, prepared.combinations());
      described = ModelFit.of(prepared, inner, SEED);
    } finally {
      progress.clear();
    }
    biased = check.finding() == Bias.BIASED;
    keep(check, described);
    out()
        .println(
            json
                ? json(check, described).toPrettyString()
                : text(check, described, prepared.bent()));
  }

  /** In the folder of the fit, which may be one that cannot be written to. */
  private void keep(Check check, ModelFit described) {
    try {
      write("check.json", json(check, described).toPrettyString() + "\n");
      Path report = folder.resolve("report.html");
      if (Files.isRegularFile(report)) {
        write("report.html", Report.checked(Files.readString(report), check));
      }
    } catch (IOException | InputException | UncheckedIOException e) {
      say("note: the outcome could not be written to " + folder);
    }
  }

  private void write(String name, String text) throws IOException {
    try (var file = OutputFile.of(folder.resolve(name))) {
      file.writer().write(text);
      file.commit();
    }
  }

  private String text(Check check, ModelFit described, List<String> bent) {
    int width = Terminal.width();
    String text =
        "%s\n%s\n%s"
            .formatted(
                Terminal.bold(TextLayout.wrap(verdict(check, advice), width)),
                TextLayout.wrap(described.line(), width),
                check.table(width).stripTrailing());
    return bent.isEmpty()
        ? text
        : "%s\nas the sampler has them (scales by their logarithm): %s"
            .formatted(
                text,
                bent.size() == 1
                    ? bent.getFirst()
                    : "%s and %s more"
                        .formatted(bent.getFirst(), MessageText.count(bent.size() - 1)));
  }

  /** The whole in a sentence. */
  static String verdict(Check check, String advice) {
    long biased = check.count(Bias.BIASED);
    long unsure = check.count(Bias.UNSURE);
    if (biased > 0) {
      return "verdict: BIASED: %s of %d off by more than 0.1 sd or 5 %%, worst: %s: fit with a smaller --tolerance, or --sampler nuts"
          .formatted(
              MessageText.count(biased, "parameter"),
              check.verdicts().size(),
              check.worst().orElseThrow());
    }
    if (unsure == 0) {
      return "verdict: ok: no mean off by more than 0.1 sd, no sd by more than 5 %";
    }
    long ok = check.count(Bias.OK);
    return "verdict: %sunsure about %s of %s, none found to be biased: %s"
        .formatted(
            ok > unsure ? "ok for %s, ".formatted(MessageText.count(ok)) : "",
            MessageText.count(unsure, "parameter"),
            MessageText.count(check.verdicts().size()),
            advice);
  }

  private static ObjectNode json(Check check, ModelFit described) {
    ObjectNode root = CheckJson.of(check);
    root.putObject("model")
        .put("level", described.finding().level().word())
        .put("detail", described.finding().detail())
        .put("warning", described.warning().orElse(null));
    return root;
  }
}
