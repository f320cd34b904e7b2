package org.perrin.bench.truth;

import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.model.Density;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;

/** More columns than rows, and priors that hold them. */
final class WideCases {
  private WideCases() {}

  static List<Case> all() {
    return List.of(
        Case.of("60 rows × 300, linear", () -> line(60, 300, 1)),
        Case.quick("40 rows × 51, linear", () -> line(40, 51, 1)),
        Case.quick("20 rows × 21, linear, weak prior", () -> line(20, 21, 10)),
        Case.of("100 rows × 200, logistic", () -> logistic(100, 200, Priors.normal(0, 1))),
        Case.of("100 rows × 200, Laplace prior", () -> logistic(100, 200, Priors.laplace(0, 0.5))),
        Case.of("60 rows × 100, t prior", () -> logistic(60, 100, Priors.studentT(3, 0, 0.5))),
        Case.of(
            "60 rows × 80, Poisson",
            () -> {
              Dataset data = CaseTable.bare(74, 60).normals(80).counts(0.5, -0.5);
              return Problem.hard(Glm.poisson(data, Priors.normal(0, 0.3)));
            }));
  }

  private static Problem line(int rows, int columns, double sd) {
    Dataset data = CaseTable.bare(71, rows).normals(columns).numbers(1, 2, -1.5);
    var sigma = Priors.exponential(1);
    return Problem.of(
        ScaledGlm.linear(data, Priors.normal(0, sd), sigma),
        new ScaleIntegral(new WideLine(data, sd, sigma)));
  }

  private static Problem logistic(int rows, int columns, Density prior) {
    Dataset data = CaseTable.bare(72, rows).normals(columns).coins(2, -1.5);
    return Problem.hard(Glm.logistic(data, prior));
  }
}
