package org.perrin.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.perrin.regression.SavedFit;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What all commands share. */
abstract class Command implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Mixin CommonOptions common;

  /** Does it; throws if it cannot. */
  abstract void run();

  @Override
  public Integer call() {
    run();
    return 0;
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  PrintWriter err() {
    return spec.commandLine().getErr();
  }

  /** Whether stderr is for errors alone. */
  boolean quiet() {
    return common.quiet;
  }

  /** Opens a fit whose draws are to be used, and remarks if they are not of a posterior. */
  SavedFit open(Path folder) {
    SavedFit fit = SavedFit.open(folder);
    if (fit.priorOnly()) {
      say("note: %s holds draws from the prior alone (--prior-only)".formatted(folder));
    }
    return fit;
  }

  /** A remark on stderr. */
  void say(String text) {
    if (!quiet()) {
      err().println(text);
    }
  }
}
