package org.perrin.regression;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.perrin.diagnostics.MeanError;
import org.perrin.io.UsageException;
import org.perrin.math.Scalars;
import org.perrin.posterior.Watcher;
import org.perrin.random.RandomStream;
import org.perrin.regression.judge.KFold;
import org.perrin.regression.predict.DrawPredictor;
import org.perrin.regression.predict.FittedRows;

/**
 * K-fold cross-validation: the model is fitted as often as there are folds, each time without one
 * of them, and predicts the rows of that one. By groups, whole groups are left out, and predicted
 * as new ones.
 */
public final class CrossValidation {
  private static final int BLOCK = 256;

  private CrossValidation() {}

  /** A fold for each row, at random, all of about one size. */
  public static int[] random(int rows, int folds, long seed) {
    if (folds < 2 || folds > rows) {
      throw new UsageException(
          "--folds must be from 2 to the number of rows, %d, not %d".formatted(rows, folds));
    }
    int[] fold = new int[rows];
    Arrays.setAll(fold, i -> i % folds);
    var random = RandomStream.of(seed);
    for (int i = rows - 1; i > 0; i--) {
      int other = random.nextIndex(i + 1);
      int swap = fold[i];
      fold[i] = fold[other];
      fold[other] = swap;
    }
    return fold;
  }

  /** A fold for each row, the same for all rows of a group. */
  public static int[] grouped(int[] groups, int folds, long seed) {
    int count = Arrays.stream(groups).max().orElse(0) + 1;
    int[] ofGroup = random(count, Math.min(folds, count), seed);
    return Arrays.stream(groups).map(g -> ofGroup[g]).toArray();
  }

  /**
   * Fits without each fold.
   *
   * @param fitted to all rows
   * @param fold of each row
   * @param progress is given the number of each fold before its fit
   */
  public static KFold of(
      PreparedFit prepared, Request request, FittedRows fitted, int[] fold, IntConsumer progress) {
    int folds = Arrays.stream(fold).max().orElseThrow() + 1;
    double[] found = new double[fold.length];
    double variance = 0;
    for (int f = 0; f < folds; f++) {
      int left = f;
      progress.accept(f);
      int[] out = IntStream.range(0, fold.length).filter(i -> fold[i] == left).toArray();
      int[] in = IntStream.range(0, fold.length).filter(i -> fold[i] != left).toArray();
      PreparedFit part = PreparedFit.of(reading(prepared, fitted, in), request.priors());
      Fit fit = Fit.of(part, request, Watcher.NONE);
      var rows = prepared.fitted(fit.draws());
      double error = score(rows, out, found);
      variance += error * error;
    }
    double[] within = new double[fold.length];
    score(fitted, IntStream.range(0, fold.length).toArray(), within);
    double complexity = Arrays.stream(within).sum() - Arrays.stream(found).sum();
    return new KFold(found, complexity, Math.sqrt(variance), folds);
  }

  private static EncodedTable reading(PreparedFit prepared, FittedRows fitted, int[] rows) {
    return new EncodedTable(
        prepared.source(),
        prepared.regression(),
        null,
        prepared.encoding(),
        prepared.scaling().undo(prepared.data().select(rows)),
        fitted.groups(rows),
        java.util.List.of(),
        java.util.Map.of());
  }

  /** Writes {@code log mean p} of some rows; its Monte Carlo error, of their sum. */
  private static double score(FittedRows fit, int[] rows, double[] out) {
    DrawPredictor by = fit.predictive(Integer.MAX_VALUE);
    double[] influence = new double[by.draws()];
    for (int from = 0; from < rows.length; from += BLOCK) {
      int[] some = Arrays.copyOfRange(rows, from, Math.min(rows.length, from + BLOCK));
      double[][] log = fit.logLikelihood(by, some);
      for (int j = 0; j < some.length; j++) {
        double value = Scalars.logMeanExp(log[j]);
        out[some[j]] = value;
        for (int s = 0; s < influence.length; s++) {
          influence[s] += Math.exp(log[j][s] - value);
        }
      }
    }
    return MeanError.of(new double[][] {influence}).error();
  }
}
