package org.perrin.bench.truth;

import java.util.Arrays;
import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.family.StudentNoise;
import org.perrin.model.Density;
import org.perrin.model.Glm;
import org.perrin.model.Independent;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;

/** Rows far from all others: outliers, leverage, skewed columns. */
final class TailCases {
  private static final int ROWS = 20_000;
  private static final double FAR = 100;

  private TailCases() {}

  static List<Case> all() {
    return List.of(
        Case.of("robust, a tenth of rows 50 sd off", () -> robust(outliers(0.1, 50))),
        Case.of("robust, 45 % of rows to one side", () -> robust(outliers(0.45, 4))),
        Case.of("robust, Cauchy noise", () -> robust(cauchyNoise())),
        Case.of("linear, a tenth of rows 50 sd off", () -> line(outliers(0.1, 50), 5)),
        Case.of("linear, Cauchy noise", () -> line(cauchyNoise(), 5)),
        Case.of("leverage of 100 sd, linear", () -> line(leverage().numbers(1, 1, 0.5), 5)),
        Case.of("leverage of 100 sd, robust", () -> robust(leverage().numbers(1, 1, 0.5))),
        Case.of("leverage as predicted, logistic", () -> logistic(leverage().coins(-1, 0.5, 0.2))),
        Case.of("leverage against, logistic", TailCases::against),
        Case.of("leverage of 8 sd, Poisson", TailCases::poisson),
        Case.of(
            "log-normal columns, logistic", () -> logistic(skewed().coins(-1, 0.05, 0.02, -0.01))),
        Case.of("log-normal columns, linear", () -> line(skewed().numbers(2, 1, 0.1, 0.05), 5)),
        Case.of(
            "Cauchy columns, logistic",
            () -> logistic(CaseTable.of(66, ROWS).normals(10, TailCases::cauchy).coins(-1, 0.1))),
        Case.of("one row of leverage 10⁴, linear", TailCases::lone));
  }

  /** The standard Cauchy of a normal's quantile, roughly. */
  private static double cauchy(double z) {
    return z * Math.exp(z * z / 4);
  }

  private static Problem line(Dataset data, double sd) {
    var sigma = Priors.exponential(0.1);
    return Problem.of(
        ScaledGlm.linear(data, Priors.normal(0, sd), sigma), GroupedLinear.line(data, sd, sigma));
  }

  private static Problem logistic(Dataset data) {
    return Problem.of(Glm.logistic(data, Priors.normal(0, 2.5)));
  }

  private static Problem robust(Dataset data) {
    Density[] all = new Density[data.x().width() + 1];
    Arrays.fill(all, Priors.normal(0, 5));
    all[all.length - 1] = Priors.exponential(0.1);
    return Problem.of(ScaledGlm.of(new StudentNoise(), data, new Independent(List.of(all))));
  }

  private static Dataset outliers(double share, double away) {
    CaseTable draft = CaseTable.of(61, ROWS).normals(9);
    return draft.with(
        i ->
            draft.eta(i, 1, 0.5, -0.5)
                + draft.random().nextGaussian()
                + (draft.random().nextDouble() < share ? away : 0));
  }

  private static Dataset cauchyNoise() {
    CaseTable draft = CaseTable.of(62, ROWS).normals(9);
    return draft.with(i -> draft.eta(i, 1, 0.5) + cauchy(draft.random().nextGaussian()));
  }

  /** Five rows 100 standard deviations out, each in another column. */
  private static CaseTable leverage() {
    CaseTable draft = CaseTable.of(63, ROWS).normals(10);
    for (int k = 0; k < 5; k++) {
      draft.set(k, k + 1, FAR);
    }
    return draft;
  }

  /** Every far row is of the class that its column speaks against. */
  private static Problem against() {
    CaseTable draft = leverage();
    return logistic(draft.with(i -> i < 5 ? 0 : draft.coin(draft.eta(i, -1, 1, 1, 1, 1, 1))));
  }

  private static Problem poisson() {
    CaseTable draft = CaseTable.of(64, ROWS).normals(10);
    for (int k = 0; k < 5; k++) {
      draft.set(k, k + 1, 8);
    }
    return Problem.of(Glm.poisson(draft.counts(-1, 0.8, 0.5, 0.3), Priors.normal(0, 2.5)));
  }

  private static CaseTable skewed() {
    return CaseTable.of(65, ROWS).normals(10, z -> Math.exp(1.5 * z));
  }

  private static Problem lone() {
    return line(CaseTable.of(67, ROWS).normals(10).set(3, 1, 1e4).numbers(1, 1, 0.5), 5);
  }
}
