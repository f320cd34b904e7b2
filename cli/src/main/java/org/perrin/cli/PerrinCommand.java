package org.perrin.cli;

import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The command without a word after it. */
@CommandLine.Command(
    name = "perrin",
    description = "Bayesian regression on large tables, for about the cost of reading them.",
    versionProvider = Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:it worked",
      "1:it did not, or check found a bias",
      "2:the command line is invalid"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  perrin demo",
      "  perrin fit people.csv --target bought",
      "  perrin predict people-fit new.csv --out predictions.csv"
    },
    subcommands = {
      DemoCommand.class,
      FitCommand.class,
      PredictCommand.class,
      SummaryCommand.class,
      CheckCommand.class,
      LooCommand.class,
      EffectsCommand.class,
      HypothesisCommand.class,
      CompareCommand.class,
      DataCommand.class,
      SamplersCommand.class,
      CatalogueCommands.Models.class,
      CatalogueCommands.PriorList.class,
      ServeCommand.class,
      CompletionCommand.class,
      WarmUpCommand.class
    })
final class PerrinCommand extends Command {
  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version and exit.")
  boolean version;

  @Override
  void run() {
    spec.commandLine().usage(out());
  }
}
