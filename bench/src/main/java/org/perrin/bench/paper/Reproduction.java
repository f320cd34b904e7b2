package org.perrin.bench.paper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * All experiments of the paper, one after the other. A figure whose folder is complete is not made
 * again; the page and the table of claims are written after each, so that a run may be ended and
 * taken up at any time.
 */
public final class Reproduction {
  private static final List<Experiment> ALL =
      List.of(
          PseudoVarianceFigure.gaussian(),
          PseudoVarianceFigure.balanced(),
          PseudoVarianceFigure.imbalanced(),
          new CaspFigure(),
          new CovertypeFigure(),
          AdaptiveFigure.synthetic(),
          new DivergenceFigure(),
          new SubsampleSizeFigure(),
          AdaptiveFigure.casp(),
          new WeightsFigure(),
          new NaturalFigure(),
          new TableFigure());

  private final ReproductionSettings settings;
  private final boolean again;
  private final Consumer<String> line;

  /** Reports progress to {@code line}; makes finished figures again if {@code again}. */
  public Reproduction(ReproductionSettings settings, boolean again, Consumer<String> line) {
    this.settings = settings;
    this.again = again;
    this.line = line;
  }

  /** The names of all figures, in the paper's order. */
  public static List<String> names() {
    return ALL.stream().map(Experiment::id).toList();
  }

  /** What came of it. */
  public record Outcome(int claims, List<String> failed, Path page) {}

  /** Makes the figures with these names, or all if there are none. */
  public Outcome run(List<String> wanted) {
    Set<String> needed = new HashSet<>(wanted.isEmpty() ? names() : wanted);
    ALL.stream()
        .filter(e -> needed.contains(e.id()))
        .toList()
        .forEach(e -> needed.addAll(e.needs()));
    List<Experiment> chosen = ALL.stream().filter(e -> needed.contains(e.id())).toList();
    double work = chosen.stream().mapToDouble(e -> e.work(settings)).sum();
    var progress = new ReproductionProgress(work, line);
    var lab = new Lab(settings, progress);
    for (Experiment experiment : chosen) {
      Path folder = settings.out().resolve(experiment.id());
      boolean make = again || experiment.brief() || !FigureFiles.complete(folder, settings.stamp());
      progress.figure(experiment.id(), experiment.work(settings));
      if (make) {
        make(experiment, lab, folder);
      } else {
        line.accept("figure %s: kept from before".formatted(experiment.id()));
      }
      progress.finished(make);
      summarise();
    }
    return summarise();
  }

  private void make(Experiment experiment, Lab lab, Path folder) {
    long start = System.nanoTime();
    Figure figure = experiment.run(lab);
    double seconds = (System.nanoTime() - start) / 1e9;
    FigureFiles.write(figure.took(seconds), settings.stamp(), folder);
    long holding = figure.claims().stream().filter(PaperClaim::holds).count();
    line.accept(
        "figure %s: done in %.0f s, %d of %d claims hold"
            .formatted(experiment.id(), seconds, holding, figure.claims().size()));
    figure.claims().stream()
        .filter(claim -> !claim.holds())
        .forEach(
            claim ->
                line.accept(
                    "figure %s: does not hold: %s (%s, not %s)"
                        .formatted(
                            claim.figure(),
                            claim.text(),
                            PaperClaim.number(claim.measured()),
                            claim.threshold())));
  }

  /** Writes the table of claims and the page from the folders that are complete. */
  private Outcome summarise() {
    List<Path> folders =
        ALL.stream()
            .map(e -> settings.out().resolve(e.id()))
            .filter(FigureFiles::complete)
            .toList();
    List<String> rows = new ArrayList<>(List.of(FigureFiles.CLAIMS_HEAD));
    List<String> failed = new ArrayList<>();
    int claims = 0;
    for (Path folder : folders) {
      rows.addAll(FigureFiles.claimLines(folder));
      for (List<String> cells : FigureFiles.claims(folder)) {
        claims++;
        if (cells.get(4).equals("no")) {
          failed.add("%s: %s".formatted(cells.get(0), cells.get(1)));
        }
      }
    }
    Path page = settings.out().resolve("index.html");
    try {
      Files.createDirectories(settings.out());
      Files.write(settings.out().resolve("claims.csv"), rows);
      Files.writeString(page, IndexPage.of(folders, settings));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Outcome(claims, failed, page);
  }
}
