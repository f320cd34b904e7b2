package org.perrin.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.perrin.regression.FitFolder;
import picocli.CommandLine;

/**
 * Does what people do first, on a small table in a folder that is then deleted: Java records what
 * that takes, for the cache that the launcher makes.
 */
@CommandLine.Command(name = "warm-up", hidden = true)
final class WarmUpCommand extends Command {
  private static final int ROWS = 400;

  @Override
  void run() {
    CommandLine root = spec.root().commandLine();
    root.getCommandSpec().versionProvider();
    root.printVersionHelp(out());
    root.usage(out());
    root.getSubcommands().values().forEach(command -> command.usage(out()));
    try {
      Path folder = Files.createTempDirectory("perrin-warm-up");
      try {
        small(folder);
      } finally {
        FitFolder.delete(folder);
      }
    } catch (IOException e) {
      // a cache without it serves too
      err().println("perrin: " + e.getMessage());
    }
  }

  private static void small(Path folder) throws IOException {
    Path data = folder.resolve("data.csv");
    Path fit = folder.resolve("fit");
    String query = folder.resolve("query").toString();
    Files.writeString(data, table());
    var nowhere = new PrintWriter(Writer.nullWriter());
    String groups = folder.resolve("groups").toString();
    List<List<String>> commands =
        List.of(
            List.of("fit", data + "", "-f", "y ~ x + z + g", "-o", fit + ""),
            List.of("fit", data + "", "-f", "z ~ x + (1 | g)", "-o", folder.resolve("line") + ""),
            List.of("fit", data + "", "-f", "y ~ x + s(z) + (1 | g)", "-o", groups),
            List.of("fit", "--sql", "SELECT * FROM '" + data + "'", "-t", "y", "-o", query),
            List.of("summary", fit + ""),
            List.of("check", groups, "--json"),
            List.of("predict", groups, data + ""),
            List.of("loo", groups, "--json"),
            List.of("effects", groups, "x", "--json"));
    for (List<String> words : commands) {
      Main.run(nowhere, nowhere, words.toArray(String[]::new));
    }
  }

  /** Numbers, a factor, and a response of zeros and ones that they say something of. */
  private static String table() {
    var text = new StringBuilder("x,z,g,y\n");
    for (int i = 0; i < ROWS; i++) {
      double x = Math.sin(i * 12.9898);
      double z = Math.cos(i * 78.233) + 0.5 * x;
      int y = Math.sin(i * 37.719) < x - 0.3 * z ? 1 : 0;
      text.append(String.format(Locale.ROOT, "%s,%.6f,%s,%d%n", x, z, (char) ('a' + i % 7), y));
    }
    return text.toString();
  }
}
