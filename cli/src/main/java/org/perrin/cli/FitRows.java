package org.perrin.cli;

import java.nio.file.Path;
import java.util.List;
import org.perrin.draws.Draws;
import org.perrin.io.InputException;
import org.perrin.io.UsageException;
import org.perrin.regression.PreparedFit;
import org.perrin.regression.Request;
import org.perrin.regression.SavedFit;
import picocli.CommandLine.Option;

/** Options of commands that go back to the rows of a fit. */
final class FitRows {
  @Option(
      names = "--data",
      paramLabel = "FILE",
      description = "The rows of the fits, if they are no longer where they were.")
  Path data;

  @Option(
      names = "--model",
      paramLabel = "FILE",
      description = {
        "For fits of your own family: its file, which is compiled and run; of several fits",
        "of different families, each."
      })
  List<Path> models = List.of();

  /** Refuses files of models that none of the fits needs. */
  void check(List<SavedFit> fits) {
    if (!models.isEmpty() && fits.stream().noneMatch(fit -> fit.request().ownModel())) {
      throw new UsageException("--model is for fits of your own model: leave it out");
    }
  }

  /** The rows of a fit, checked to be the same. */
  PreparedFit prepare(SavedFit fit) {
    PreparedFit prepared = fit.prepare(data, model(fit.request()), PreparedFit.Listener.NONE);
    if (prepared.regression().own()) {
      throw new InputException(
          "%s is of a model of your own that is no family, and says nothing of single rows: write it as a family (docs/families.md)"
              .formatted(fit.folder()));
    }
    return prepared;
  }

  /** The file of a fit's own model: the only one, or the one that is called as it was. */
  private Path model(Request request) {
    if (!request.ownModel() || models.isEmpty()) {
      return null;
    }
    Path name = Path.of(request.model()).getFileName();
    return models.size() == 1
        ? models.getFirst()
        : models.stream().filter(m -> name.equals(m.getFileName())).findFirst().orElse(null);
  }

  /** The draws of a fit, if there are enough to weigh them. */
  static Draws draws(SavedFit fit) {
    Draws draws = fit.allDraws();
    if (draws.count() < 100) {
      throw new InputException(
          "%s has %d draws: leave-one-out needs at least 100, fit again with more --draws"
              .formatted(fit.folder(), draws.count()));
    }
    return draws;
  }
}
