package org.perrin.bench.truth;

import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;

/** Columns that are nearly, or exactly, one another. */
final class CollinearCases {
  private static final int ROWS = 20_000;

  /** Of the difference, so that the correlation is 1 − 10⁻⁶. */
  private static final double APART = Math.sqrt(2e-6);

  private CollinearCases() {}

  static List<Case> all() {
    return List.of(
        Case.of(
            "collinear to 1 − 10⁻⁶, logistic",
            () -> Problem.of(Glm.logistic(table(APART).coins(-1, 1, 0.5), Priors.normal(0, 2.5)))),
        Case.of(
            "collinear to 1 − 10⁻⁶, weak prior",
            () -> Problem.of(Glm.logistic(table(APART).coins(-1, 1, 0.5), Priors.normal(0, 100)))),
        Case.of(
            "collinear to 1 − 10⁻⁶, Poisson",
            () -> Problem.of(Glm.poisson(table(APART).counts(0, 0.3, 0.2), Priors.normal(0, 10)))),
        Case.of(
            "collinear to 1 − 10⁻⁶, linear",
            () -> {
              Dataset data = table(APART).numbers(1, 1, 1, -1);
              var sigma = Priors.exponential(1);
              return Problem.of(
                  ScaledGlm.linear(data, Priors.normal(0, 10), sigma),
                  Layered.line(data, 10, sigma));
            }),
        Case.of(
            "a column twice, logistic",
            () -> Problem.of(Glm.logistic(table(0).coins(-1, 1, 0.5), Priors.normal(0, 1)))),
        Case.of(
            "all levels and an intercept, logistic",
            () -> {
              Draft draft = Draft.of(32, ROWS).normals(6).levels(5000, 10_000, 4990, 10);
              return Problem.of(Glm.logistic(draft.coins(-1, 0.5), Priors.normal(0, 2.5)));
            }));
  }

  /** The second column is the first and a bit. */
  private static Draft table(double apart) {
    Draft draft = Draft.of(31, ROWS).normals(1);
    return draft
        .add("nearly x1", i -> draft.get(i, 1) + apart * draft.random().nextGaussian())
        .normals(8);
  }
}
