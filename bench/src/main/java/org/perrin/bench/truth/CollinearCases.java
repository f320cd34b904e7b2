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
                  GroupedLinear.line(data, 10, sigma));
            }),
        Case.of(
            "a column twice, logistic",
            () -> {
              CaseTable draft = CaseTable.of(33, 40_000).steps(4);
              draft.add("x1 again", i -> draft.get(i, 1));
              return logistic(draft.coins(-1, 1, 0.5), 1);
            }),
        Case.of(
            "all levels and an intercept",
            () -> {
              CaseTable draft = CaseTable.of(32, 40_000).steps(3).levels(10_000, 20_000, 9990, 10);
              return logistic(draft.coins(-1, 0.5), 2.5);
            }));
  }

  private static Problem logistic(Dataset data, double sd) {
    return FasterModelOracle.collapsed(data, rows -> Glm.logistic(rows, Priors.normal(0, sd)));
  }

  /** The second column is the first and a bit. */
  private static CaseTable table(double apart) {
    CaseTable draft = CaseTable.of(31, ROWS).normals(1);
    return draft
        .add("nearly x1", i -> draft.get(i, 1) + apart * draft.random().nextGaussian())
        .normals(8);
  }
}
