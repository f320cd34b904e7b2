package org.perrin.cli;

import picocli.CommandLine;

/** Loads what start-up needs, for the cache that the launcher makes. */
@CommandLine.Command(name = "warm-up", hidden = true)
final class WarmUpCommand extends Command {
  @Override
  void run() {
    CommandLine root = spec.root().commandLine();
    root.getCommandSpec().versionProvider();
    root.printVersionHelp(out());
    root.usage(out());
    root.getSubcommands().values().forEach(command -> command.usage(out()));
    tools.jackson.databind.json.JsonMapper.shared().readTree("{\"a\": [1, 2.5, \"b\", true]}");
  }
}
