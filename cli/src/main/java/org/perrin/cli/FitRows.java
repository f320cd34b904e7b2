package org.perrin.cli;

import java.nio.file.Path;
import org.perrin.draws.Draws;
import org.perrin.io.InputException;
import org.perrin.regression.PreparedFit;
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
      description = "For fits of your own family: its file, which is compiled and run.")
  Path model;

  /** The rows of a fit, checked to be the same. */
  PreparedFit prepare(SavedFit fit) {
    PreparedFit prepared = fit.prepare(data, model, PreparedFit.Listener.NONE);
    if (prepared.regression().own()) {
      throw new InputException(
          "%s is of a model of your own that is no family, and says nothing of single rows: write it as a family (docs/families.md)"
              .formatted(fit.folder()));
    }
    return prepared;
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
