package org.perrin.regression.judge;

import java.util.Arrays;
import org.perrin.math.Parallel;
import org.perrin.regression.predict.DrawPredictor;
import org.perrin.regression.predict.FittedRows;
import org.perrin.regression.predict.Targets;

/**
 * What leave-one-out cross-validation would say of every row, at a glance, from one pass: {@code
 * elpdᵢ ≈ −log E[1/p(yᵢ | ηᵢ)]}, the expectation by a few points. Where rows see the parameters
 * through linear predictors alone these have the mean and covariance of the draws, {@code xᵢᵀθ̄}
 * and {@code xᵢᵀΣ̂xᵢ}: predictor, residual and leverage. Else they are draws in pairs, each with
 * its reflection in the mean.
 *
 * @param elpd for each row
 * @param complexity for each row the variance of its log likelihood: about its share of p_loo
 * @param order elpd is about as wrong as this power of it, up to a factor that all rows share
 */
public record PointwiseSurrogate(double[] elpd, float[] complexity, double order) {
  private static final int PAIRS = 12;

  /** One pass over all rows; O(d²) each. */
  public static PointwiseSurrogate of(FittedRows fit) {
    return fit.grouped() ? byDraws(fit) : byMoments(fit);
  }

  static PointwiseSurrogate byMoments(FittedRows fit) {
    var moments = PredictorMoments.of(fit);
    var out = new PointwiseSurrogate(new double[fit.count()], new float[fit.count()], 1.5);
    Parallel.overRows(
        fit.count(),
        (from, to) -> {
          var points = moments.points();
          for (int i = from; i < to; i++) {
            double[] losses = points.losses(i);
            out.set(i, losses, points.weights());
          }
        });
    return out;
  }

  /** By few draws, whose second moments are known less well. */
  static PointwiseSurrogate byDraws(FittedRows fit) {
    var out = new PointwiseSurrogate(new double[fit.count()], new float[fit.count()], 1);
    var pairs = ReflectedDraws.of(fit.draws(), PAIRS);
    DrawPredictor by = fit.draws(pairs).predictive(pairs.count());
    double[] weights = new double[pairs.count()];
    Arrays.fill(weights, 1.0 / weights.length);
    int block = 1 << 14;
    for (int first = 0; first < fit.count(); first += block) {
      int from = first;
      int[] some = new int[Math.min(block, fit.count() - from)];
      Arrays.setAll(some, j -> from + j);
      var rows = fit.rows(some);
      var targets = new Targets(fit.regression(), rows);
      by.each(
          rows,
          fit.groups(some),
          0,
          some.length,
          (j, _, given) -> {
            double[] losses =
                Arrays.stream(given).mapToDouble(one -> -targets.logLikelihood(j, one)).toArray();
            out.set(from + j, losses, weights);
          });
    }
    return out;
  }

  /** From losses at points of these weights. */
  private void set(int i, double[] losses, double[] weights) {
    double most = Arrays.stream(losses).max().orElseThrow();
    double mean = 0;
    double sum = 0;
    for (int j = 0; j < losses.length; j++) {
      mean += weights[j] * losses[j];
      sum += weights[j] * Math.exp(losses[j] - most);
    }
    double variance = 0;
    for (int j = 0; j < losses.length; j++) {
      variance += weights[j] * (losses[j] - mean) * (losses[j] - mean);
    }
    double value = -most - Math.log(sum);
    elpd[i] = Double.isFinite(value) ? value : -mean;
    complexity[i] = (float) Math.clamp(variance, 0, 1e20);
  }

  /** About how wrong the elpd of row i is, up to a factor. */
  double doubt(int i) {
    return Math.pow(complexity[i], order);
  }
}
