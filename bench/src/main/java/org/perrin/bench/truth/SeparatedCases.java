package org.perrin.bench.truth;

import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.model.Density;
import org.perrin.model.Glm;
import org.perrin.model.Independent;
import org.perrin.model.Multinomial;
import org.perrin.model.Priors;

/** Responses that a column predicts without fault: only the prior holds its coefficient. */
final class SeparatedCases {
  private static final int ROWS = 40_000;

  private SeparatedCases() {}

  static List<Case> all() {
    return List.of(
        Case.of("separated level, normal(0, 10)", () -> level(Priors.normal(0, 10))),
        Case.of("separated level, normal(0, 100)", () -> level(Priors.normal(0, 100))),
        Case.of(
            "separated level, t(3, 0, 2.5)", () -> level(Priors.studentT(3, 0, 2.5)).byQuartiles()),
        Case.of("separated level, laplace(0, 5)", () -> level(Priors.laplace(0, 5))),
        Case.of("two separated levels, one each way", SeparatedCases::bothWays),
        Case.of("six separated levels of 1 to 20 rows", SeparatedCases::rareLevels),
        Case.of("separated by a slope, all rows", () -> slope(Priors.normal(0, 2.5))),
        Case.of("separated by a slope, weak prior", () -> slope(Priors.normal(0, 10))),
        Case.of("separated counts, a level of zeros", SeparatedCases::zeros),
        Case.of("separated class, multinomial", SeparatedCases::multinomial),
        Case.quick(
            "separated, 40 rows",
            () -> {
              CaseTable draft = CaseTable.bare(21, 40).add("one", i -> 1).normals(1);
              Dataset data = draft.with(i -> draft.get(i, 1) > 0.2 ? 1 : 0);
              return Problem.of(Glm.logistic(data, Priors.normal(0, 10)), new PotentialIntegral());
            }),
        Case.quick(
            "separated, 40 rows, Cauchy prior",
            () -> {
              CaseTable draft = CaseTable.bare(22, 40).normals(1);
              Dataset data = draft.with(i -> draft.get(i, 0) > 0 ? 1 : 0);
              return Problem.of(Glm.logistic(data, Priors.cauchy(0, 2.5)), new PotentialIntegral())
                  .byQuartiles();
            }));
  }

  private static Problem logistic(Dataset data, Density prior) {
    return FasterModelOracle.collapsed(data, rows -> Glm.logistic(rows, prior));
  }

  private static double[] slopes() {
    return new double[] {-1, -0.5, -0.3, 0, 0.4};
  }

  /** A level of 40 rows, all of them ones. */
  private static Problem level(Density prior) {
    CaseTable draft = CaseTable.of(23, ROWS).steps(4).levels(40);
    Dataset data = draft.with(i -> i < 40 ? 1 : draft.coin(draft.eta(i, slopes())));
    return logistic(data, prior);
  }

  private static Problem bothWays() {
    CaseTable draft = CaseTable.of(24, ROWS).steps(4).levels(30, 300);
    Dataset data = draft.with(i -> i < 30 ? 1 : i < 330 ? 0 : draft.coin(draft.eta(i, slopes())));
    return logistic(data, Priors.normal(0, 10));
  }

  private static Problem rareLevels() {
    CaseTable draft = CaseTable.of(25, ROWS).steps(4).levels(1, 2, 3, 5, 10, 20);
    Dataset data = draft.with(i -> i < 41 ? 1 : draft.coin(draft.eta(i, slopes())));
    return logistic(data, Priors.normal(0, 10));
  }

  private static Problem slope(Density prior) {
    CaseTable draft = CaseTable.of(26, ROWS).steps(5);
    Dataset data = draft.with(i -> draft.get(i, 1) > 0 ? 1 : 0);
    return logistic(data, prior);
  }

  private static Problem zeros() {
    CaseTable draft = CaseTable.of(27, ROWS).steps(4).levels(50);
    Dataset data = draft.with(i -> i < 50 ? 0 : draft.count(Math.exp(draft.eta(i, 0.5, 0.3))));
    return FasterModelOracle.collapsed(data, rows -> Glm.poisson(rows, Priors.normal(0, 10)));
  }

  private static Problem multinomial() {
    CaseTable draft = CaseTable.of(28, 6000).steps(3).levels(25);
    Dataset data = draft.with(i -> i < 25 ? 2 : draft.random().nextIndex(3));
    return FasterModelOracle.collapsed(
        data, rows -> Multinomial.of(rows, Independent.all(10, Priors.normal(0, 10))));
  }
}
