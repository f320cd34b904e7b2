package org.perrin.bench.tool;

import java.io.PrintWriter;
import org.perrin.io.Tool;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** A command that holds promises against what is measured: its exit code is 1 if one is broken. */
abstract class MeasuringTool implements Tool {
  @Spec CommandSpec spec;

  /** Measures; whether all promises hold. */
  abstract boolean holds();

  @Override
  public Integer call() {
    return holds() ? 0 : 1;
  }

  PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /** A remark on stderr, unless the command line was asked for quiet. */
  void say(String text) {
    OptionSpec quiet = spec.findOption("--quiet");
    if (quiet == null || !Boolean.TRUE.equals(quiet.getValue())) {
      spec.commandLine().getErr().println(text);
    }
  }
}
