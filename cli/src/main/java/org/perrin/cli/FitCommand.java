package org.perrin.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.perrin.cli.fit.FitWatcher;
import org.perrin.cli.fit.Interrupt;
import org.perrin.cli.fit.ProgressDisplay;
import org.perrin.cli.report.FitPage;
import org.perrin.cli.report.ModelFit;
import org.perrin.io.InputException;
import org.perrin.io.UsageException;
import org.perrin.math.Parallel;
import org.perrin.posterior.Options;
import org.perrin.regression.Checkpoints;
import org.perrin.regression.DataSource;
import org.perrin.regression.EffectDraws;
import org.perrin.regression.Fit;
import org.perrin.regression.FitFiles;
import org.perrin.regression.FitFolder;
import org.perrin.regression.PreparedFit;
import org.perrin.regression.Request;
import org.perrin.regression.ResumeRecord;
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
      "  perrin fit homes.csv --formula \"price ~ area\" --formula \"sigma ~ area\"",
      "  perrin fit seeds.csv --formula \"sprouted | trials(sown) ~ depth\" --model binomial",
      "  zcat many/*.csv.gz | perrin fit - --target y --out many",
      "  perrin fit big.csv --target y --checkpoint 10s --out big   # if it is killed:",
      "  perrin fit --resume big"
    })
final class FitCommand extends Command {
  @Parameters(index = "0", arity = "0..1", paramLabel = "DATA", description = DataOptions.ABOUT)
  Path data;

  @Mixin DataOptions reading;
  @Mixin ModelOptions model;
  @Mixin SamplerOptions sampler;
  @Mixin ProgressOptions showing;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "DIR",
      description = {
        "The folder of the result. A result of the same command is replaced, that of another command",
        "is not. If not given, DATA's name and -fit; -fit-2 if another command has that."
      })
  Path out;

  @Option(names = "--overwrite", description = "Replace the result of another command in --out.")
  boolean overwrite;

  @Option(
      names = "--checkpoint",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "Save the state this often, as in 10s or 2m, to resume after a crash.")
  Duration checkpoint;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description =
          "Resume a run that was killed; no other options, except that a model of your own is named again.")
  Path resume;

  @Option(
      names = "--restart",
      description = "Discard what a killed run left behind, and start from the beginning.")
  boolean restart;

  @Option(
      names = "--group-effects",
      paramLabel = "DRAWS",
      defaultValue = "some",
      description =
          "Draws whose effects of groups are kept, in effects.bin: some (500, default), all or none.")
  EffectDraws effects;

  @Option(
      names = "--prior-only",
      description =
          "Draw from the prior: predict and the report then show what the model expects before"
              + " it sees the target. Default priors are scaled by the data all the same.")
  boolean priorOnly;

  @Option(names = "--json", description = "Print the summary as JSON.")
  boolean json;

  @Option(
      names = "--profile",
      description = "Print where the time went: by the clock and of the processors, by stage.")
  boolean profile;

  @Override
  void run() {
    if (resume == null) {
      fit(ResumeRecord.of(request(), checkpoint), out, false);
      return;
    }
    Path there = resume.toAbsolutePath().normalize();
    Path own = model.model == null ? null : Path.of(model.model);
    ResumeRecord ticket = ResumeRecord.find(there).modelNow(own);
    String name = there.toString().replaceFirst("\\.partial$", "");
    fit(ticket, ticket.base().relativize(Path.of(name)), true);
  }

  private Request request() {
    reading.source(data, Path.of(""));
    model.check();
    if (priorOnly && sampler.named()) {
      throw new UsageException("--prior-only needs no sampler: leave --sampler out");
    }
    return new Request(
        reading.origin(data),
        model.design(),
        model.name(),
        model.priors(),
        model.precision,
        sampler.options(),
        sampler.threads,
        effects,
        priorOnly);
  }

  private void fit(ResumeRecord ticket, Path wanted, boolean resuming) {
    Request request = ticket.request();
    Path base = ticket.base();
    DataSource source = request.data().at(base);
    if (ticket.interval() != null && !source.isLasting()) {
      throw new UsageException(
          "--checkpoint is of no use for a pipe, which cannot be read again: save it to a file first");
    }
    Options options = request.options();
    // the same request makes another fit of another pipe
    Request asked = source.isLasting() ? request : request.data(Request.Origin.memory());
    Path folder = wanted == null ? usual(base, source, asked) : wanted;
    Path target = base.resolve(folder).toAbsolutePath().normalize();
    ProgressDisplay progress = showing.of(this);
    try (var interrupt = new Interrupt();
        var work = open(target, folder, asked, resuming)) {
      boolean kept = false;
      boolean done = false;
      interrupt.answer(
          () -> leave(work, ticket, progress, folder),
          () -> progress.remark("stopping: the draws so far are written to " + folder));
      try {
        if (!resuming && ResumeRecord.present(target) && !restart) {
          kept = true;
          throw new InputException(
              "%s holds an unfinished run: continue with perrin fit --resume %s, or give --restart"
                  .formatted(FitFolder.partial(folder), folder));
        }
        Supplier<Fit> job =
            () -> {
              var prepared = PreparedFit.of(request, base, progress);
              FitText.before(prepared).lines().forEach(progress::remark);
              ticket.agree(prepared.fingerprint());
              Checkpoints checkpoints = null;
              if (ticket.interval() != null) {
                if (!resuming) {
                  Checkpoints.clear(work.work());
                }
                ticket.write(work.work(), prepared.fingerprint());
                checkpoints = Checkpoints.in(work.work());
              }
              var storage = Fit.storage(prepared, options, work.work());
              var watcher =
                  new FitWatcher(
                      progress, interrupt, checkpoints, ticket.interval(), resuming, storage);
              return Fit.of(prepared, request, watcher);
            };
        Integer threads = request.threads();
        Fit fit = threads == null ? job.get() : Parallel.with(threads, job);
        interrupt.keep();
        progress.stage("writing");
        var page = new FitPage(fit);
        FitFiles.write(work.stage(), fit, ticket, page.files(), progress.profile().cpuSeconds());
        progress.clear();
        work.publish();
        done = true;
        report(fit, page.model(), folder);
        progress.stage("end");
        if (profile) {
          out().print("\n" + progress.profile().table());
        }
      } finally {
        progress.clear();
        kept |= !done && ticket.interval() != null && Checkpoints.present(work.work());
        if (!kept) {
          work.discard();
        }
      }
    }
  }

  /** Stopped before the first draw. */
  private void leave(FitFolder work, ResumeRecord ticket, ProgressDisplay progress, Path folder) {
    boolean resumable = ticket.interval() != null && Checkpoints.present(work.work());
    if (!resumable) {
      work.discard();
    }
    progress.remark(
        resumable
            ? "stopped: perrin fit --resume %s continues from the last checkpoint".formatted(folder)
            : "stopped before the first draw: nothing is written");
  }

  private Path usual(Path base, DataSource source, Request asked) {
    Path name = Path.of(source.stem() + "-fit");
    return overwrite ? name : FitFolder.free(base, name, asked);
  }

  /** A run that goes on was let in when it began. */
  private FitFolder open(Path target, Path shown, Request asked, boolean resuming) {
    if (!overwrite && !resuming && !FitFolder.mayBegin(target, asked)) {
      throw new InputException(
          "%s holds the result of another command: choose another --out, or give --overwrite"
              .formatted(shown));
    }
    return FitFolder.open(target);
  }

  private void report(Fit fit, ModelFit model, Path folder) {
    out().println(json ? FitText.json(fit, model, folder) : FitText.after(fit, model, folder));
  }
}
