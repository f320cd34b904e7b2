package org.perrin.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.perrin.Perrin;
import org.perrin.cli.compare.Distance;
import org.perrin.cli.console.Terminal;
import org.perrin.cli.console.TextLayout;
import org.perrin.cli.fit.FitWatcher;
import org.perrin.cli.fit.Interrupt;
import org.perrin.cli.fit.ProgressDisplay;
import org.perrin.cli.report.FitPage;
import org.perrin.data.Dataset;
import org.perrin.data.Storage;
import org.perrin.diagnostics.Summary;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.UsageException;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.table.ReadOptions;
import org.perrin.posterior.Options;
import org.perrin.regression.EncodedTable;
import org.perrin.regression.Fit;
import org.perrin.regression.FitFiles;
import org.perrin.regression.FitFolder;
import org.perrin.regression.PreparedFit;
import org.perrin.regression.Request;
import org.perrin.regression.ResumeRecord;
import org.perrin.regression.Stopwatch;
import org.perrin.regression.SyntheticTable;
import org.perrin.regression.prior.PriorChoice;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The main job without a file. */
@CommandLine.Command(
    name = "demo",
    description = {
      "Fits a synthetic table of 100,000 rows, and compares with an exact sampler.",
      "The table has the columns of covertype; the comparison is on a part of its rows. Takes some"
          + " seconds."
    },
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  perrin demo", "  perrin demo --rows 50000 --out small"})
final class DemoCommand extends Command {
  private static final int PART = 5_000;
  private static final int EXACT_DRAWS = 250;
  private static final int EXACT_BURN_IN = 100;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Rows of the table (${DEFAULT-VALUE}).")
  int rows;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Fixes the table and every draw (${DEFAULT-VALUE}).")
  long seed;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      defaultValue = "perrin-demo",
      description = "The folder of the result (${DEFAULT-VALUE}).")
  Path out;

  private Request request() {
    var made = new Request.SyntheticSpec(SyntheticTable.COVERTYPE_LIKE, rows, seed);
    return new Request(
        new Request.Origin(null, null, made, ReadOptions.detect()),
        DesignSpec.target(SyntheticTable.TARGET),
        null,
        PriorChoice.standard(),
        null,
        Options.standard().seed(seed),
        null);
  }

  @Override
  void run() {
    if (rows < 1000) {
      throw new UsageException("--rows must be at least 1000, not " + rows);
    }
    Request request = request();
    if (!FitFolder.mayBegin(out.toAbsolutePath().normalize(), request)) {
      throw new InputException(
          "%s holds the result of another command: choose another --out".formatted(out));
    }
    var progress = new ProgressDisplay(quiet() ? null : err(), Terminal.err());
    try (var interrupt = new Interrupt();
        var work = FitFolder.open(out.toAbsolutePath().normalize())) {
      interrupt.answer(
          () -> {
            work.discard();
            progress.remark("stopped before the first draw: nothing is written");
          },
          () -> progress.remark("stopping: the draws so far are written to " + out));
      try {
        EncodedTable reading = request.data().synthetic().reading(progress);
        var prepared = PreparedFit.of(reading, PriorChoice.standard());
        FitText.before(prepared).lines().forEach(progress::remark);
        var watcher = new FitWatcher(progress, interrupt, null, null, false, Storage.heap());
        Fit fit = Fit.of(prepared, request, watcher);
        interrupt.keep();
        progress.stage("writing");
        var page = new FitPage(fit);
        FitFiles.write(
            work.stage(),
            fit,
            ResumeRecord.of(request, null),
            page.files(),
            progress.profile().cpuSeconds());
        work.publish();
        String sampler = fit.account().sampler();
        String comparison = interrupt.asked() ? "" : compare(reading, sampler, progress);
        progress.clear();
        out().println(FitText.after(fit, page.model(), out) + comparison);
      } finally {
        progress.clear();
        work.discard();
      }
    }
  }

  /** The sampler and NUTS on some of the rows. */
  private String compare(EncodedTable reading, String sampler, ProgressDisplay progress) {
    int count = Math.min(PART, rows);
    Dataset part = reading.data().select(IntStream.range(0, count).toArray());
    var prepared = PreparedFit.of(reading.rows(part), PriorChoice.standard());
    progress.stage("the same on %s rows".formatted(MessageText.count(count)));
    var watch = new Stopwatch();
    Summary fast = Perrin.sample(prepared.model(), options(sampler)).summary();
    watch.lap("first");
    progress.stage("NUTS on %s rows".formatted(MessageText.count(count)));
    Summary exact =
        Perrin.sample(prepared.model(), options("nuts").draws(EXACT_DRAWS).burnIn(EXACT_BURN_IN))
            .summary();
    watch.lap("nuts");
    Map<String, Double> seconds = watch.laps();
    Distance distance = Distance.of(fast, exact);
    Distance chance = Distance.byChance(fast, exact);
    String text =
        String.format(
            Locale.ROOT,
            "compared: on %,d of the rows %s took %.1f s for %,d draws, nuts %.1f s for"
                + " %,d; means differ by %.3f sd, sds by %.1f %% (RMS; chance alone makes %.3f and %.1f %%)",
            count,
            sampler,
            seconds.get("first"),
            4 * options(sampler).draws(),
            seconds.get("nuts"),
            4 * EXACT_DRAWS,
            distance.mean(),
            100 * distance.sd(),
            chance.mean(),
            100 * chance.sd());
    return "\n" + TextLayout.wrap(text, Terminal.width());
  }

  private Options options(String sampler) {
    return Options.standard().sampler(sampler).seed(seed);
  }
}
