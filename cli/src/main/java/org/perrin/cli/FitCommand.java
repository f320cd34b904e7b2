package org.perrin.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.perrin.cli.fit.FitWatcher;
import org.perrin.cli.fit.Interrupt;
import org.perrin.cli.fit.Progress;
import org.perrin.cli.report.ModelFit;
import org.perrin.cli.report.Report;
import org.perrin.family.Family;
import org.perrin.io.InputException;
import org.perrin.io.UsageException;
import org.perrin.math.Parallel;
import org.perrin.regression.Checkpoints;
import org.perrin.regression.DataSource;
import org.perrin.regression.Fit;
import org.perrin.regression.FitFiles;
import org.perrin.regression.FitFolder;
import org.perrin.regression.Prepared;
import org.perrin.regression.Reading;
import org.perrin.regression.Ticket;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.model.ModelFile;
import org.perrin.regression.prior.PriorChoice;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** From a file to a folder with a posterior in it. */
@CommandLine.Command(
    name = "fit",
    description = "Fits a Bayesian regression to a table.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  perrin fit people.csv --target bought",
      "  perrin fit claims.parquet --target claims --model poisson --offset \"log(exposure)\"",
      "  perrin fit homes.csv --formula \"log(price) ~ area + C(town)\" --prior \"normal(0, 1)\"",
      "  zcat many/*.csv.gz | perrin fit - --target y --out many",
      "  perrin fit big.csv --target y --checkpoint 10s --out big   # if it is killed:",
      "  perrin fit --resume big"
    })
final class FitCommand extends Command implements Repeatable {
  @Parameters(index = "0", arity = "0..1", paramLabel = "DATA", description = DataOptions.ABOUT)
  Path data;

  @Mixin DataOptions reading;
  @Mixin ModelOptions model;
  @Mixin SamplerOptions sampler;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description = {
        "The folder of the result. What the same command left there is replaced, what another did",
        "is not. If not given, DATA's name and -fit; -fit-2 if another command has that."
      })
  Path out;

  @Option(names = "--overwrite", description = "Replace the result of another command in --out.")
  boolean overwrite;

  @Option(
      names = "--checkpoint",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Save the state this often, as in 10s or 2m, to go on after a crash.")
  Duration checkpoint;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description =
          "Go on with a run that was killed; takes no other options, but a model of your own is named again.")
  Path resume;

  @Option(
      names = "--restart",
      description = "Throw away what a killed run left behind, and begin anew.")
  boolean restart;

  @Option(names = "--json", description = "Print the summary as JSON.")
  boolean json;

  private Path base = Path.of("");

  @Override
  void run() {
    if (resume != null) {
      resume();
    } else {
      List<String> arguments = spec.commandLine().getParseResult().originalArgs();
      fit(Ticket.of(arguments), false);
    }
  }

  /** Parses the arguments that the run began with, and goes on. */
  private void resume() {
    Ticket ticket = Ticket.find(resume.toAbsolutePath().normalize());
    var again = new FitCommand();
    Repeatable.parse(again, ticket.arguments()).setOut(out()).setErr(err());
    again.base = ticket.folder();
    if (again.out == null) {
      String name = resume.toAbsolutePath().normalize().toString().replaceFirst("\\.partial$", "");
      again.out = ticket.folder().relativize(Path.of(name));
    }
    Repeatable.askForModel(again.model, model.model == null ? null : Path.of(model.model));
    again.quiet = again.quiet || quiet;
    again.fit(ticket, true);
  }

  @Override
  public Prepared prepare(Path other, Path folder, Path own, Prepared.Listener listener) {
    Repeatable.askForModel(model, own);
    DataSource source = reading.source(other == null ? data : other, folder);
    if (other == null && !source.isLasting()) {
      throw new InputException(
          "the rows came from a pipe, which cannot be read again: give them in a file by --data");
    }
    return prepare(source, folder, listener);
  }

  private Prepared prepare(DataSource source, Path folder, Prepared.Listener listener) {
    model.check();
    ModelFile own = model.own(folder);
    var priors = model.priors();
    priors.check();
    Family family = own == null ? null : own.family();
    boolean whole = own != null && family == null;
    if (whole && !priors.equals(PriorChoice.standard())) {
      throw new UsageException(
          "the priors of your own model stand in %s: leave --prior out".formatted(model.model));
    }
    var regression = family == null ? model.regression() : new ModelChoice(family);
    var read = Reading.of(source, model.design(), regression, model.precision, listener);
    return whole ? Prepared.of(read, own) : Prepared.of(read, priors);
  }

  private void fit(Ticket ticket, boolean resuming) {
    DataSource source = reading.source(data, base);
    model.check();
    if (checkpoint != null && !source.isLasting()) {
      throw new UsageException(
          "--checkpoint is of no use for a pipe, which cannot be read again: save it to a file first");
    }
    var options = sampler.options();
    // the same command makes another fit of another pipe
    List<String> asked = source.isLasting() ? ticket.arguments() : List.of();
    Path folder = out == null ? usual(source, asked) : out;
    Path target = base.resolve(folder).toAbsolutePath().normalize();
    Simd.load();
    var progress = new Progress(quiet ? null : err(), Terminal.err());
    try (var interrupt = new Interrupt();
        var work = open(target, folder, asked, resuming)) {
      boolean kept = false;
      boolean done = false;
      interrupt.answer(
          () -> leave(work, progress, folder),
          () -> progress.remark("stopping: the draws so far are written to " + folder));
      try {
        if (!resuming && Ticket.present(target) && !restart) {
          kept = true;
          throw new InputException(
              "%s holds an unfinished run: go on with perrin fit --resume %s, or give --restart"
                  .formatted(FitFolder.partial(folder), folder));
        }
        Supplier<Fit> job =
            () -> {
              var prepared = prepare(source, base, progress);
              FitText.before(prepared).lines().forEach(progress::remark);
              ticket.agree(prepared.fingerprint());
              Checkpoints checkpoints = null;
              if (checkpoint != null) {
                if (!resuming) {
                  Checkpoints.clear(work.work());
                }
                ticket.write(work.work(), prepared.fingerprint());
                checkpoints = Checkpoints.in(work.work());
              }
              var storage = Fit.storage(prepared, options, work.work());
              var watcher =
                  new FitWatcher(progress, interrupt, checkpoints, checkpoint, resuming, storage);
              return Fit.of(prepared, options, watcher);
            };
        Fit fit = sampler.threads == null ? job.get() : Parallel.with(sampler.threads, job);
        interrupt.keep();
        progress.stage("writing");
        ModelFit model = ModelFit.of(fit);
        FitFiles.write(work.stage(), fit, f -> Report.of(f, model).html(), ticket);
        progress.clear();
        work.publish();
        done = true;
        tell(fit, model, folder);
      } finally {
        progress.clear();
        kept |= !done && checkpoint != null && Checkpoints.present(work.work());
        if (!kept) {
          work.discard();
        }
      }
    }
  }

  /** Stopped before the first draw. */
  private void leave(FitFolder work, Progress progress, Path folder) {
    boolean resumable = checkpoint != null && Checkpoints.present(work.work());
    if (!resumable) {
      work.discard();
    }
    progress.remark(
        resumable
            ? "stopped: perrin fit --resume %s goes on from the last checkpoint".formatted(folder)
            : "stopped before the first draw: nothing is written");
  }

  private Path usual(DataSource source, List<String> asked) {
    Path name = Path.of(source.stem() + "-fit");
    return overwrite ? name : FitFolder.free(base, name, asked);
  }

  /** A run that goes on was let in when it began. */
  private FitFolder open(Path target, Path shown, List<String> asked, boolean resuming) {
    if (!overwrite && !resuming && !FitFolder.mayBegin(target, asked)) {
      throw new InputException(
          "%s holds the result of another command: choose another --out, or give --overwrite"
              .formatted(shown));
    }
    return FitFolder.open(target);
  }

  private void tell(Fit fit, ModelFit model, Path folder) {
    out().println(json ? FitText.json(fit, model, folder) : FitText.after(fit, model, folder));
  }
}
