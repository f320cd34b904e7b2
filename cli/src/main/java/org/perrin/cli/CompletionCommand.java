package org.perrin.cli;

import picocli.AutoComplete;
import picocli.CommandLine;

/** Shell completion. */
@CommandLine.Command(
    name = "completion",
    description = "Prints a script that completes commands and options in bash and zsh.",
    footerHeading = "%nExamples:%n",
    footer = "  . <(perrin completion)")
final class CompletionCommand extends Command {
  @Override
  void run() {
    out().print(AutoComplete.bash("perrin", spec.root().commandLine()));
  }
}
