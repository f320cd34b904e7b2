package org.perrin.regression;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.perrin.draws.Draws;
import org.perrin.io.draws.CmdStanHeader;
import org.perrin.io.draws.DrawsCsv;
import org.perrin.io.draws.DrawsNpy;
import org.perrin.io.draws.EffectsFile;
import org.perrin.math.Parallel;
import tools.jackson.databind.node.ObjectNode;

/** Writes a fit: table, draws, everything to repeat it, and the page to look at. */
public final class FitFiles {
  private FitFiles() {}

  /** Writes all files to a folder that has a folder {@code draws}. */
  public static void write(Path folder, Fit fit, ResumeRecord ticket) {
    write(folder, fit, ticket, Map.of(), Map.of());
  }

  /**
   * Writes all files to a folder that has a folder {@code draws}.
   *
   * @param more other files, their contents by their names
   * @param cpu processor seconds by stage, as far as they are known
   */
  public static void write(
      Path folder,
      Fit fit,
      ResumeRecord ticket,
      Map<String, Supplier<byte[]>> more,
      Map<String, Double> cpu) {
    ObjectNode json = FitJson.of(fit, ticket, cpu);
    Draws common = fit.commonDraws();
    List<Runnable> files =
        new ArrayList<>(
            List.of(
                () -> text(folder.resolve("summary.csv"), fit.summary().toCsv()),
                () ->
                    DrawsCsv.writeWithChains(
                        folder.resolve("draws.csv"), folder.resolve("draws"), common, header(fit)),
                () -> DrawsNpy.writeAll(folder.resolve("draws"), common),
                () -> text(folder.resolve("fit.json"), json.toPrettyString() + "\n")));
    int most = fit.request().effects().most();
    if (common.dimension() < fit.draws().dimension() && most > 0) {
      files.add(
          () ->
              EffectsFile.write(
                  folder.resolve(EffectsFile.NAME),
                  fit.draws(),
                  common.dimension(),
                  most,
                  fit.prepared().encoding()));
    }
    more.forEach((name, content) -> files.add(() -> bytes(folder.resolve(name), content.get())));
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
        account.stepSize().orElse(Double.NaN),
        0,
        0);
  }

  private static void text(Path path, String content) {
    bytes(path, content.getBytes(StandardCharsets.UTF_8));
  }

  private static void bytes(Path path, byte[] content) {
    try {
      Files.write(path, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
