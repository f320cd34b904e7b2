package org.perrin.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What all commands share. */
abstract class Command implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help and end.")
  boolean help;

  @Option(
      names = {"-q", "--quiet"},
      description = "Say nothing on stderr but errors.")
  boolean quiet;

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

  /** A remark on stderr. */
  void say(String text) {
    if (!quiet) {
      err().println(text);
    }
  }
}
