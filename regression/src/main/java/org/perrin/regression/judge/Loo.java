package org.perrin.regression.judge;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.diagnostics.ParetoSmoothing;
import org.perrin.regression.predict.FittedRows;

/**
 * How well a model predicts a row that it has not seen: {@code elpd = Σᵢ log p(yᵢ | all other
 * rows)}, from the draws of one fit by Pareto smoothed importance sampling (Vehtari, Gelman and
 * Gabry, 2017). Of many rows some are looked at, and all at a glance (the difference estimator,
 * Magnusson et al., 2019, 2020): {@code Σᵢ ẽᵢ + Σⱼ wⱼ (eⱼ − ẽⱼ)}, ẽ the {@link PointwiseSurrogate}
 * and w the weights of a {@link RowSample} that prefers rows of which ẽ is unsure. Unbiased
 * whatever ẽ is.
 *
 * @param rows N
 * @param draws S
 * @param sample the rows looked at
 * @param pointwise what was found of them
 * @param surrogate of all rows, or null if all were looked at
 * @param elpd the sum
 * @param se its standard error as a measure of models: {@code √(N Var eᵢ)}
 * @param sampling its standard error from not looking at all rows
 * @param monteCarlo its standard error from having so many draws and no more; of a sample of rows
 *     {@code √(2 p_loo/ESS)}, as of a normal posterior: draw s adds {@code Σᵢ (gᵢ + gᵢ²/2)}, g the
 *     log likelihood less its mean, two halves of a chi-square variable
 * @param complexity p_loo, the effective number of parameters
 * @param complexitySe its standard error
 */
public record Loo(
    int rows,
    int draws,
    RowSample sample,
    Pointwise pointwise,
    @Nullable PointwiseSurrogate surrogate,
    double elpd,
    double se,
    double sampling,
    double monteCarlo,
    double complexity,
    double complexitySe)
    implements HeldOut {
  /** Up to so many rows are all looked at, unless it is said how many. */
  public static final int MOST_WHOLE = 10_000;

  /** Else so many draws of rows. */
  public static final int SAMPLE = 5_000;

  private static final long SEED = 20;

  /**
   * What was found of the rows looked at.
   *
   * @param elpd of each
   * @param complexity of each: its share of p_loo
   * @param shape Pareto's k̂ of each
   */
  public record Pointwise(double[] elpd, double[] complexity, double[] shape) {}

  /** Of all rows if there are few, else of some. */
  public static Loo of(FittedRows fit) {
    return of(fit, fit.count() <= MOST_WHOLE ? fit.count() : SAMPLE);
  }

  /** Looks at so many rows, all if there are no more. */
  public static Loo of(FittedRows fit, int size) {
    if (size >= fit.count()) {
      return of(fit, RowSample.all(fit.count()), null);
    }
    var surrogate = PointwiseSurrogate.of(fit);
    return of(fit, RowSample.of(scores(surrogate), size, SEED), surrogate);
  }

  /** Scores of several surrogates of the same rows, each as important as the others. */
  static double[] scores(PointwiseSurrogate... all) {
    double[] scores = new double[all[0].elpd().length];
    for (PointwiseSurrogate one : all) {
      double total = 0;
      for (int i = 0; i < scores.length; i++) {
        total += one.doubt(i);
      }
      for (int i = 0; i < scores.length && total > 0; i++) {
        scores[i] += one.doubt(i) / total;
      }
    }
    return scores;
  }

  static Loo of(FittedRows fit, RowSample sample, @Nullable PointwiseSurrogate surrogate) {
    LeftOut found = LeftOut.of(fit, sample.rows());
    var pointwise = new Pointwise(found.elpd(), found.complexity(), found.shape());
    int n = fit.count();
    boolean whole = surrogate == null;
    EstimatedSum elpd =
        EstimatedSum.of(sample, n, found.elpd(), i -> whole ? 0 : surrogate.elpd()[i]);
    EstimatedSum complexity =
        EstimatedSum.of(sample, n, found.complexity(), i -> whole ? 0 : surrogate.complexity()[i]);
    double draws = fit.draws().count();
    double monteCarlo =
        sample.whole()
            ? found.monteCarlo()
            : Math.sqrt(
                2 * Math.max(complexity.sum(), 0) / (draws * LeftOut.efficiency(fit.draws())));
    return new Loo(
        n,
        fit.draws().count(),
        sample,
        pointwise,
        surrogate,
        elpd.sum(),
        elpd.se(),
        elpd.sampling(),
        monteCarlo,
        complexity.sum(),
        complexity.se());
  }

  /** k̂ above which an elpd from so many draws is not to be trusted. */
  public double limit() {
    return ParetoSmoothing.limit(draws);
  }

  @Override
  public double[] found() {
    return pointwise.elpd();
  }

  @Override
  public double guess(int row) {
    return surrogate == null ? 0 : surrogate.elpd()[row];
  }

  /** How many of the rows looked at have k̂ above the limit. */
  @Override
  public int unsure() {
    return (int) Arrays.stream(pointwise.shape()).filter(k -> k > limit()).count();
  }

  /** {@code −2 elpd}, on the scale of a deviance. */
  public double looic() {
    return -2 * elpd;
  }
}
