package org.perrin.bench.truth;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.function.ToDoubleBiFunction;
import org.perrin.data.Dataset;
import org.perrin.family.Likelihood;
import org.perrin.family.Logistic;
import org.perrin.family.NormalNoise;
import org.perrin.family.Poisson;
import org.perrin.model.Density;
import org.perrin.model.MixedModel;
import org.perrin.model.Priors;
import org.perrin.model.Varying;

/** Varying intercepts: many groups, few, of one row, without a scale to speak of. */
final class GroupCases {
  private static final Density SCALE = Priors.exponential(1);
  private static final double SD = 5;

  private GroupCases() {}

  static List<Case> all() {
    return List.of(
        Case.of("2,000 groups of one row", () -> line(2000, i -> i, 0.7)),
        Case.of("two groups", () -> line(20_000, i -> i % 2, 0.7)),
        Case.of("three groups", () -> line(20_000, i -> i % 3, 0.7)),
        Case.of("six groups, scale near 0", () -> line(20_000, i -> i % 6, 0.001)),
        Case.of("40 groups, scale near 0", () -> line(20_000, i -> i % 40, 0.001)),
        Case.of("2,000 groups, scale near 0", () -> line(20_000, i -> i % 2000, 0.01)),
        Case.of("2,000 groups of ten", () -> line(20_000, i -> i % 2000, 0.7)),
        Case.of("300 groups of two", () -> line(600, i -> i % 300, 0.7)),
        Case.of(
            "groups of 10,000 rows and of one",
            () -> line(10_300, i -> i < 10_000 ? 0 : i - 9999, 1)),
        Case.quick("eight groups of five", () -> line(40, i -> i % 8, 0.5)),
        Case.of("one group far from 29 others", GroupCases::farGroup),
        Case.of(
            "2,000 groups of ten, logistic",
            () -> glm(20_000, 2000, new Logistic(), CaseTable::coin)),
        // log τ has a long tail towards 0: the sd of 4,000 draws of it jumps by tens of per cent
        Case.of(
            "500 groups of two, logistic",
            () -> glm(1000, 500, new Logistic(), CaseTable::coin).byQuartiles()),
        Case.of(
            "30 groups, Poisson",
            () -> glm(20_000, 30, new Poisson(), (draft, eta) -> draft.count(Math.exp(eta)))));
  }

  private static int[] groups(int rows, IntUnaryOperator group) {
    int[] groups = new int[rows];
    Arrays.setAll(groups, group);
    return groups;
  }

  private static List<Varying> intercepts(int[] group) {
    int levels = 1 + Arrays.stream(group).max().orElseThrow();
    return List.of(Varying.intercepts("g", group, levels, SCALE));
  }

  private static double[] effects(CaseTable draft, int[] group, double tau) {
    double[] effect = new double[1 + Arrays.stream(group).max().orElseThrow()];
    Arrays.setAll(effect, g -> tau * draft.random().nextGaussian());
    return effect;
  }

  private static Problem line(int rows, IntUnaryOperator of, double tau) {
    CaseTable draft = CaseTable.of(101, rows).normals(1);
    int[] group = groups(rows, of);
    double[] effect = effects(draft, group, tau);
    return line(draft, group, effect);
  }

  private static Problem line(CaseTable draft, int[] group, double[] effect) {
    Dataset data =
        draft.with(i -> effect[group[i]] + draft.eta(i, 0.3, 0.5) + draft.random().nextGaussian());
    var coefficient = Priors.normal(0, SD);
    return Problem.of(
        MixedModel.of(
            new NormalNoise(), data, intercepts(group), List.of(coefficient, coefficient, SCALE)),
        GroupedLinear.groups(data, group, SD, SCALE, SCALE));
  }

  private static Problem farGroup() {
    CaseTable draft = CaseTable.of(102, 6000).normals(1);
    int[] group = groups(6000, i -> i % 30);
    double[] effect = effects(draft, group, 0.1);
    effect[7] = 50;
    return line(draft, group, effect);
  }

  /** Rates near 1 in 4, and counts of as much. */
  private static Problem glm(
      int rows, int count, Likelihood family, ToDoubleBiFunction<CaseTable, Double> response) {
    CaseTable draft = CaseTable.of(103, rows).normals(1);
    int[] group = groups(rows, i -> i % count);
    double[] effect = effects(draft, group, 0.8);
    Dataset data =
        draft.with(
            i -> {
              double eta = effect[group[i]] + draft.eta(i, -1, 0.5);
              return response.applyAsDouble(draft, eta);
            });
    var coefficient = Priors.normal(0, 2.5);
    return Problem.of(
        MixedModel.of(family, data, intercepts(group), List.of(coefficient, coefficient)));
  }
}
