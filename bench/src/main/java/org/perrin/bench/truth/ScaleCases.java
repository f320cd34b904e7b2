package org.perrin.bench.truth;

import java.util.Arrays;
import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;

/** Numbers that are large, small, far away, weighted or many. */
final class ScaleCases {
  private static final int ROWS = 20_000;
  private static final int MANY = 300_000;

  private ScaleCases() {}

  static List<Case> all() {
    return List.of(
        Case.of(
            "noise of 10⁻⁴, linear",
            () -> line(CaseTable.of(91, ROWS).normals(10).numbers(1e-4, 1, 0.5, -0.5), 5)),
        Case.of(
            "intercept of 10⁶, linear",
            () -> line(CaseTable.of(92, ROWS).normals(10).numbers(1, 1e6, 0.5), 1e7)),
        Case.of(
            "columns 1,000 sd from 0, linear",
            () -> line(CaseTable.of(93, ROWS).normals(10, z -> 1000 + z).numbers(1, 1, 0.5), 5)),
        Case.of(
            "columns 1,000 sd from 0, logistic",
            () -> {
              CaseTable draft = CaseTable.of(94, ROWS).normals(10, z -> 1000 + z);
              Dataset data = draft.with(i -> draft.coin(draft.get(i, 1) - 1000.5));
              return Problem.of(Glm.logistic(data, Priors.normal(0, 2.5)));
            }),
        Case.of(
            "columns from 10⁻⁵ to 10⁵, logistic",
            () -> {
              CaseTable draft = CaseTable.of(95, ROWS);
              for (int k = -5; k <= 5; k++) {
                double unit = Math.pow(10, k);
                draft.normals(1, z -> unit * z);
              }
              Dataset data = draft.coins(-1, 0, 0, 0, 0, 0, 0.5);
              return Problem.of(Glm.logistic(data, Priors.normal(0, 1e6)));
            }),
        Case.of(
            "row weights from 0 to 100, logistic",
            () -> {
              CaseTable draft = CaseTable.of(96, ROWS).normals(10);
              draft.weight(i -> i % 3 == 0 ? 0 : Math.exp(4.6 * draft.random().nextDouble()));
              return Problem.of(Glm.logistic(draft.coins(-2, 0.3), Priors.normal(0, 2.5)));
            }),
        Case.of(
            "one row counts as much as all others",
            () -> {
              CaseTable draft = CaseTable.of(97, ROWS).normals(10);
              draft.weight(i -> i == 7 ? 20_000 : 1);
              return Problem.of(Glm.logistic(draft.coins(-2, 0.3), Priors.normal(0, 2.5)));
            }),
        Case.of(
            "300,000 rows × 20, logistic",
            () ->
                FasterModelOracle.collapsed(
                    manyRows(), rows -> Glm.logistic(rows, Priors.normal(0, 2.5)))),
        Case.of(
            "300,000 rows × 20, linear",
            () -> line(CaseTable.of(99, MANY).normals(18).numbers(3, 1, 0.5), 5)),
        Case.quick(
            "5 rows, linear", () -> line(CaseTable.of(90, 5).normals(1).numbers(1, 1, 0.5), 5)));
  }

  /** Four factors, of five, six, six and six levels. */
  private static Dataset manyRows() {
    CaseTable draft = CaseTable.of(98, MANY);
    for (int levels : new int[] {5, 6, 6, 6}) {
      int[] level = new int[MANY];
      Arrays.setAll(level, i -> draft.random().nextIndex(levels));
      for (int k = 1; k < levels; k++) {
        int own = k;
        draft.add("f" + levels + "." + draft.width(), i -> level[i] == own ? 1 : 0);
      }
    }
    return draft.coins(-3, 0.5, -0.4, 0.3);
  }

  private static Problem line(Dataset data, double sd) {
    var sigma = Priors.exponential(1);
    return Problem.of(
        ScaledGlm.linear(data, Priors.normal(0, sd), sigma), GroupedLinear.line(data, sd, sigma));
  }
}
