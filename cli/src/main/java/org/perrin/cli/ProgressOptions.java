package org.perrin.cli;

import org.perrin.cli.console.Terminal;
import org.perrin.cli.fit.JsonProgress;
import org.perrin.cli.fit.ProgressDisplay;
import picocli.CommandLine.Option;

/** How a command shows how it gets on. */
final class ProgressOptions {
  /** For people or for programs. */
  enum Form {
    TEXT,
    JSON
  }

  @Option(
      names = "--progress",
      paramLabel = "FORM",
      defaultValue = "text",
      description = "On stderr: text (default), or json, a line for each event.")
  Form form;

  /** The progress of a command, which shows nothing if it is quiet. */
  ProgressDisplay of(Command command) {
    return form == Form.JSON && !command.quiet()
        ? new JsonProgress(command.err())
        : new ProgressDisplay(command.quiet() ? null : command.err(), Terminal.err());
  }
}
