package org.perrin.cli;

import picocli.CommandLine;

/** Tables: what they hold, making them, fetching them. */
@CommandLine.Command(
    name = "data",
    description = "Describes tables, makes synthetic ones, fetches known ones.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  perrin data describe people.csv",
      "  perrin data synth covertype-like --rows 100000 --out c.csv.gz",
      "  perrin data fetch casp"
    },
    subcommands = {DescribeCommand.class, SynthCommand.class, FetchCommand.class})
final class DataCommand extends Command {
  @Override
  void run() {
    spec.commandLine().usage(out());
  }
}
