package org.perrin.cli;

import picocli.CommandLine;

/** Tables: what they hold, making them, fetching them. */
@CommandLine.Command(
    name = "data",
    description = "Describes tables, packs large ones, makes synthetic ones, fetches known ones.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  perrin data describe people.csv",
      "  perrin data pack big.parquet -o big.perrin",
      "  perrin data synth covertype-like --rows 100000 --out c.csv.gz",
      "  perrin data fetch casp"
    },
    subcommands = {
      DescribeCommand.class,
      PackCommand.class,
      VerifyCommand.class,
      SynthCommand.class,
      FetchCommand.class
    })
final class DataCommand extends Command {
  @Override
  void run() {
    spec.commandLine().usage(out());
  }
}
