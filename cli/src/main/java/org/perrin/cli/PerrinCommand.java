package org.perrin.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
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
    })
final class PerrinCommand extends Command {
  /** The commands in the order of the help, by name. */
  private static final Map<String, Supplier<Command>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("demo", DemoCommand::new);
    COMMANDS.put("fit", FitCommand::new);
    COMMANDS.put("predict", PredictCommand::new);
    COMMANDS.put("summary", SummaryCommand::new);
    COMMANDS.put("check", CheckCommand::new);
    COMMANDS.put("loo", LooCommand::new);
    COMMANDS.put("effects", EffectsCommand::new);
    COMMANDS.put("hypothesis", HypothesisCommand::new);
    COMMANDS.put("compare", CompareCommand::new);
    COMMANDS.put("data", DataCommand::new);
    COMMANDS.put("samplers", SamplersCommand::new);
    COMMANDS.put("models", CatalogueCommands.Models::new);
    COMMANDS.put("priors", CatalogueCommands.PriorList::new);
    COMMANDS.put("serve", ServeCommand::new);
    COMMANDS.put("completion", CompletionCommand::new);
    COMMANDS.put("warm-up", WarmUpCommand::new);
  }

  /** Commands that look at all others. */
  private static final Set<String> OF_ALL = Set.of("completion", "warm-up");

  /** Whether a command line that begins with this word needs no other command to be parsed. */
  static boolean alone(String word) {
    return COMMANDS.containsKey(word) && !OF_ALL.contains(word);
  }

  /** Adds a command, or all of them if it is null: options of each take milliseconds to set up. */
  static void addTo(CommandLine line, @Nullable String only) {
    COMMANDS.forEach(
        (name, command) -> {
          if (only == null || only.equals(name)) {
            line.addSubcommand(name, command.get());
          }
        });
  }

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
