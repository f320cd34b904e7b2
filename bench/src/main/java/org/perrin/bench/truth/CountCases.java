package org.perrin.bench.truth;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.perrin.data.Dataset;
import org.perrin.family.OverdispersedCounts;
import org.perrin.model.Density;
import org.perrin.model.Glm;
import org.perrin.model.Independent;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;

/** Counts that are tiny, huge, all zero, or hardly counts. */
final class CountCases {
  private static final int ROWS = 20_000;
  private static final int MORE = 40_000;

  private CountCases() {}

  static List<Case> all() {
    return List.of(
        Case.of("counts of 0.02 over 60 levels", () -> lowCounts(Priors.normal(0, 10))),
        Case.of(
            "counts over 60 levels, t(3) prior", // a level of zeros leaves the prior's tail of
            // |x|⁻⁴: its variance has no variance
            () -> lowCounts(Priors.studentT(3, 0, 2.5)).byQuartiles()),
        Case.of(
            "counts of 10⁶",
            () -> poisson(CaseTable.of(42, ROWS).normals(10).counts(13.8, 0.3, -0.2, 0.1), 20)),
        Case.of(
            "counts from 0.01 to 10⁶",
            () -> poisson(CaseTable.of(43, ROWS).normals(10).counts(2, 2.5, 1), 20)),
        Case.of(
            "counts of 0.001",
            () -> repeated(CaseTable.of(44, MORE).steps(5).counts(-7, 0.3, -0.2), 5)),
        Case.of(
            "counts, all zero", () -> repeated(CaseTable.of(45, MORE).steps(5).with(i -> 0), 2.5)),
        Case.of(
            "counts, one that is not zero",
            () -> repeated(CaseTable.of(46, MORE).steps(5).with(i -> i == 5 ? 1 : 0), 2.5)),
        Case.quick(
            "counts, all zero, an intercept",
            () ->
                Problem.of(
                    Glm.poisson(CaseTable.of(47, 500).with(i -> 0), Priors.normal(0, 10)),
                    new PotentialIntegral())),
        Case.of(
            "counts, offsets of e^±7",
            () -> {
              CaseTable draft = CaseTable.of(48, ROWS).normals(10);
              draft.offset(i -> 14 * draft.random().nextDouble() - 7);
              return poisson(draft.counts(-1, 0.3, -0.2, 0.1), 5);
            }),
        Case.of("negative binomial, φ = 0.02", () -> overdispersed(51, 0.02, 1)),
        Case.of("negative binomial, φ = 10⁴", () -> overdispersed(52, 1e4, 1)),
        Case.of("negative binomial, mean 0.02", () -> overdispersed(53, 1, -4)),
        Case.of("negative binomial, mean 10⁵", () -> overdispersed(54, 3, 11.5)),
        Case.of("negative binomial, rare levels", CountCases::rareLevels),
        Case.of("negative binomial of Poisson counts", CountCases::noDispersion));
  }

  private static Problem poisson(Dataset data, double sd) {
    return Problem.of(Glm.poisson(data, Priors.normal(0, sd)));
  }

  private static Problem repeated(Dataset data, double sd) {
    return FasterModelOracle.collapsed(data, rows -> Glm.poisson(rows, Priors.normal(0, sd)));
  }

  /** Levels of some 330 rows with rates of e^{−4 ± 1}, and a slope. */
  private static Dataset lowCounts() {
    CaseTable draft = CaseTable.of(41, ROWS).steps(1);
    int[] level = new int[ROWS];
    Arrays.setAll(level, i -> draft.random().nextIndex(60));
    double[] rate = new double[60];
    draft.random().fillGaussian(rate, 60);
    for (int k = 1; k < 60; k++) {
      int own = k;
      draft.add("level" + k, i -> level[i] == own ? 1 : 0);
    }
    IntToDoubleFunction y = i -> draft.count(Math.exp(rate[level[i]] + draft.eta(i, -4, 0.2)));
    return draft.with(y);
  }

  private static Problem lowCounts(Density prior) {
    return FasterModelOracle.collapsed(lowCounts(), rows -> Glm.poisson(rows, prior));
  }

  private static Problem overdispersed(long seed, double phi, double intercept) {
    CaseTable draft = CaseTable.of(seed, 4000).steps(5);
    Dataset data = draft.with(i -> draft.count(Math.exp(draft.eta(i, intercept, 0.3, -0.2)), phi));
    return negativeBinomial(data, Priors.normal(0, 10), Priors.exponential(0.1));
  }

  private static Problem rareLevels() {
    CaseTable draft = CaseTable.of(55, 4000).steps(3).levels(1, 2, 3, 5, 10);
    Dataset data = draft.with(i -> draft.count(Math.exp(draft.eta(i, 0.5, 0.3, -0.2)), 0.5));
    return negativeBinomial(data, Priors.normal(0, 2.5), Priors.exponential(0.1));
  }

  /** Nothing but the prior keeps φ from infinity. */
  private static Problem noDispersion() {
    Dataset data = CaseTable.of(56, 4000).steps(5).counts(0.5, 0.3, -0.2);
    return negativeBinomial(data, Priors.normal(0, 2.5), Priors.halfCauchy(10));
  }

  private static Problem negativeBinomial(Dataset data, Density coefficient, Density phi) {
    Density[] all = new Density[data.x().width() + 1];
    Arrays.fill(all, coefficient);
    all[all.length - 1] = phi;
    return FasterModelOracle.collapsed(
        data, rows -> ScaledGlm.of(new OverdispersedCounts(), rows, new Independent(List.of(all))));
  }
}
