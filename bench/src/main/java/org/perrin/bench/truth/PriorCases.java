package org.perrin.bench.truth;

import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.model.Density;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;

/** Priors with tails, corners and opinions, and none at all. */
final class PriorCases {
  private static final int ROWS = 20_000;

  private PriorCases() {}

  static List<Case> all() {
    return List.of(
        Case.of("Cauchy prior", () -> logistic(Priors.cauchy(0, 0.1))),
        Case.of("Laplace prior, narrow", () -> logistic(Priors.laplace(0, 0.01))),
        Case.of("Student-t prior far from the data", () -> logistic(Priors.studentT(3, 5, 0.1))),
        Case.of("normal prior far from the data", () -> logistic(Priors.normal(3, 0.02))),
        Case.of("flat prior, logistic", () -> logistic(Priors.flat())),
        Case.of(
            "flat prior, Poisson",
            () ->
                FasterModelOracle.collapsed(
                    CaseTable.of(82, 40_000).steps(5).counts(-1, 0.3, -0.2),
                    rows -> Glm.poisson(rows, Priors.flat()))),
        Case.of(
            "flat prior, linear",
            () -> {
              Dataset data = CaseTable.of(83, ROWS).normals(10).numbers(2, 1, 0.3, -0.2);
              var sigma = Priors.exponential(1);
              return Problem.of(
                  ScaledGlm.linear(data, Priors.flat(), sigma),
                  GroupedLinear.line(data, 1e6, sigma));
            }),
        Case.quick(
            "Student-t prior against 12 rows",
            () ->
                Problem.of(
                    Glm.linear(
                        CaseTable.bare(84, 12).normals(2).numbers(1, -1, 1),
                        1,
                        Priors.studentT(3, 4, 0.3)),
                    new PotentialIntegral())),
        Case.quick(
            "Cauchy prior, 5 rows",
            () ->
                Problem.of(
                        Glm.logistic(
                            CaseTable.bare(85, 5).normals(2).coins(1, -1), Priors.cauchy(0, 2.5)),
                        new PotentialIntegral())
                    .byQuartiles()),
        Case.quick(
            "Laplace prior, 5 rows",
            () ->
                Problem.of(
                    Glm.logistic(
                        CaseTable.bare(86, 5).normals(2).coins(1, -1), Priors.laplace(0, 1)),
                    new PotentialIntegral())));
  }

  private static Problem logistic(Density prior) {
    Dataset data = CaseTable.of(81, 40_000).steps(5).coins(-1, 0.5, -0.3, 0.1, 0.02);
    return FasterModelOracle.collapsed(data, rows -> Glm.logistic(rows, prior));
  }
}
