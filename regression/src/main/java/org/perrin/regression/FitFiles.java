package org.perrin.regression;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.perrin.io.draws.CmdStanCsv;
import org.perrin.io.draws.CmdStanHeader;
import org.perrin.io.draws.DrawsCsv;
import org.perrin.io.draws.DrawsNpy;
import org.perrin.math.Parallel;
import tools.jackson.databind.node.ObjectNode;

/** Writes a fit: table, draws, everything to repeat it, and the page to look at. */
public final class FitFiles {
  private FitFiles() {}

  /** Writes all files to a folder that has a folder {@code draws}. */
  public static void write(Path folder, Fit fit, ResumeRecord ticket) {
    write(folder, fit, ticket, Map.of());
  }

  /**
   * Writes all files to a folder that has a folder {@code draws}.
   *
   * @param more other files, their contents by their names
   */
  public static void write(
      Path folder, Fit fit, ResumeRecord ticket, Map<String, Supplier<String>> more) {
    ObjectNode json = FitJson.of(fit, ticket);
    List<Runnable> files =
        new ArrayList<>(
            List.of(
                () -> text(folder.resolve("summary.csv"), fit.summary().toCsv()),
                () -> DrawsCsv.write(folder.resolve("draws.csv"), fit.draws()),
                () -> CmdStanCsv.writeAll(folder.resolve("draws"), fit.draws(), header(fit)),
                () -> DrawsNpy.writeAll(folder.resolve("draws"), fit.draws()),
                () -> text(folder.resolve("fit.json"), json.toPrettyString() + "\n")));
    more.forEach((name, content) -> files.add(() -> text(folder.resolve(name), content.get())));
    Parallel.run(files.size(), k -> files.get(k).run());
    if (fit.prepared().own() != null) {
      var own = fit.prepared().own();
      text(folder.resolve(own.path().getFileName().toString()), own.source());
    }
  }

  /** Times stand in {@code fit.json} alone, so that the same draws are the same bytes. */
  private static CmdStanHeader header(Fit fit) {
    var account = fit.account();
    return new CmdStanHeader(
        fit.prepared().word(),
        fit.prepared().source(),
        account.sampler(),
        fit.options().seed(),
        account.burnIn(),
        account.stepSize(),
        0,
        0);
  }

  private static void text(Path path, String content) {
    try {
      Files.writeString(path, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
