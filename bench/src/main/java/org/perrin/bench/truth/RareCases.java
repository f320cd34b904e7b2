package org.perrin.bench.truth;

import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.family.StudentNoise;
import org.perrin.model.Density;
import org.perrin.model.Glm;
import org.perrin.model.Independent;
import org.perrin.model.Multinomial;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;

/** Classes and levels of which a subsample sees nothing. */
final class RareCases {
  private static final int ROWS = 20_000;
  private static final int MORE = 40_000;
  private static final int[] SIZES = {1, 2, 3, 5, 10, 20};

  private RareCases() {}

  static List<Case> all() {
    return List.of(
        Case.of("class of 1 row", () -> rareClass(1, Priors.normal(0, 2.5))),
        Case.of("class of 2 rows", () -> rareClass(2, Priors.normal(0, 2.5))),
        Case.of("class of 3 rows", () -> rareClass(3, Priors.normal(0, 2.5))),
        Case.of("class of 10 rows", () -> rareClass(10, Priors.normal(0, 2.5))),
        Case.of("class of 3 rows, weak prior", () -> rareClass(3, Priors.normal(0, 10))),
        Case.of("perfectly predicted class", RareCases::predictedClass),
        Case.of("eight classes, each a third", RareCases::manyClasses),
        Case.of("imbalanced, 0.1 % ones", () -> imbalanced(-6.9)),
        Case.of("imbalanced, a dozen ones", () -> imbalanced(-8.5)),
        Case.of(
            "rare levels, logistic",
            () -> Problem.of(Glm.logistic(levels().coins(-1, 0.5, -0.3), Priors.normal(0, 2.5)))),
        Case.of(
            "rare levels, logistic, t(3) prior",
            () ->
                logistic(repeated().coins(-1, 0.5, -0.3), Priors.studentT(3, 0, 2.5))
                    .byQuartiles()),
        Case.of(
            "rare levels, Poisson",
            () ->
                FasterModelOracle.collapsed(
                    repeated().counts(-1, 0.3, -0.2),
                    rows -> Glm.poisson(rows, Priors.normal(0, 5)))),
        Case.of("rare levels, linear", () -> line(levels().numbers(2, 1, 0.5, -0.3))),
        Case.of("levels of one row, linear", () -> line(singles().numbers(2, 1, 0.5, -0.3))),
        Case.of(
            "levels of one row, robust",
            () -> {
              Dataset data = singles().numbers(2, 1, 0.5, -0.3);
              return Problem.of(ScaledGlm.of(new StudentNoise(), data, scaled(data)));
            }));
  }

  private static CaseTable repeated() {
    return CaseTable.of(17, MORE).steps(4).levels(SIZES);
  }

  private static Problem logistic(Dataset data, Density prior) {
    return FasterModelOracle.collapsed(data, rows -> Glm.logistic(rows, prior));
  }

  private static CaseTable levels() {
    return CaseTable.of(11, ROWS).normals(8).levels(SIZES);
  }

  private static CaseTable singles() {
    return CaseTable.of(12, ROWS).normals(4).levels(1, 1, 1, 1, 1, 1, 1, 1, 1, 1);
  }

  private static Problem line(Dataset data) {
    var sigma = Priors.exponential(1);
    return Problem.of(
        ScaledGlm.linear(data, Priors.normal(0, 5), sigma), GroupedLinear.line(data, 5, sigma));
  }

  private static Independent scaled(Dataset data) {
    Density[] all = new Density[data.x().width() + 1];
    java.util.Arrays.fill(all, Priors.normal(0, 5));
    all[all.length - 1] = Priors.exponential(1);
    return new Independent(List.of(all));
  }

  /** Three classes that are common, and one of k rows that have nothing in common. */
  private static Problem rareClass(int k, Density prior) {
    CaseTable draft = CaseTable.of(13, ROWS).steps(4);
    Dataset data =
        draft.with(
            i ->
                i >= 17 && i < 17 + k
                    ? 3
                    : pick(
                        draft, draft.eta(i, 0, 0.5, -0.5, 0, 0.3), draft.eta(i, -1, 0, 0.3, 0.3)));
    return multinomial(data, prior);
  }

  private static Problem multinomial(Dataset data, Density prior) {
    int d = (Multinomial.classes(data) - 1) * data.x().width();
    return FasterModelOracle.collapsed(
        data, rows -> Multinomial.of(rows, Independent.all(d, prior)));
  }

  /** A class with these scores, the first having 0. */
  private static double pick(CaseTable draft, double... scores) {
    double total = 1;
    for (double score : scores) {
      total += Math.exp(score);
    }
    double left = draft.random().nextDouble() * total - 1;
    int c = 0;
    while (left > 0 && c < scores.length) {
      left -= Math.exp(scores[c++]);
    }
    return c;
  }

  private static Problem predictedClass() {
    CaseTable draft = CaseTable.of(14, ROWS).steps(4);
    Dataset data =
        draft.with(
            i ->
                draft.get(i, 1) > 1 && draft.get(i, 2) > 0
                    ? 2
                    : pick(draft, draft.eta(i, 0, 0.5, -0.5, 0, 0.3)));
    return multinomial(data, Priors.normal(0, 5));
  }

  private static Problem manyClasses() {
    CaseTable draft = CaseTable.of(15, 10_000).steps(2);
    Dataset data =
        draft.with(
            i ->
                pick(
                    draft,
                    java.util.stream.IntStream.range(1, 8)
                        .mapToDouble(c -> draft.eta(i, -1.1 * c, 0.2 * c, -0.3))
                        .toArray()));
    return multinomial(data, Priors.normal(0, 2.5));
  }

  private static Problem imbalanced(double intercept) {
    Dataset data = CaseTable.of(16, MORE).steps(5).coins(intercept, 0.5, -0.5);
    return logistic(data, Priors.normal(0, 2.5));
  }
}
