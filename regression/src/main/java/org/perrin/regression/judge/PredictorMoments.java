package org.perrin.regression.judge;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.draws.Draws;
import org.perrin.family.Parameter;
import org.perrin.math.Kernels;
import org.perrin.math.Matrices;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.model.Predictors;
import org.perrin.regression.predict.FittedRows;
import org.perrin.regression.predict.Targets;

/**
 * Mean and covariance over draws of the K predictors of any row, and points that have them: the
 * mean and {@code m ± √κ Lₖ}, {@code LLᵀ} the covariance, {@code κ = max(3, K)}, with weights
 * {@code 1 − K/κ} and {@code 1/(2κ)} (exact for polynomials of the third degree; of the fifth if K
 * = 1). Of rows without groups.
 */
final class PredictorMoments {
  private final ModelChoice regression;
  private final Dataset data;
  private final Predictors predictors;
  private final int vectors;
  private final int size;

  /** For each predictor the first of its parameters, and how many columns of a row come before. */
  private final int[] first;

  private final int[] column;
  private final int[] width;
  private final double[] mean;
  private final double[] covariance;

  /** Variances of the one predictor of coded rows, which are O(s²) a row together. */
  private final @Nullable Doubles variances;

  private PredictorMoments(FittedRows fit, double[][] draws) {
    this.regression = fit.regression();
    this.data = fit.data();
    int d = data.x().width();
    this.predictors = regression.predictors(d);
    this.vectors = regression.several() ? draws[0].length / d : predictors.spans().size();
    this.size = draws[0].length;
    int coefficients = regression.several() ? vectors * d : d;
    int count = vectors + size - coefficients;
    this.first = new int[count];
    this.column = new int[count];
    this.width = new int[count];
    for (int a = 0; a < count; a++) {
      boolean shared = a >= vectors;
      var span = shared || regression.several() ? null : predictors.spans().get(a);
      first[a] = shared ? coefficients + a - vectors : span == null ? a * d : span.from();
      column[a] = span == null ? 0 : span.from();
      width[a] = shared ? 0 : span == null ? d : span.to() - span.from();
    }
    this.mean = mean(draws);
    this.covariance = covariance(draws, mean);
    boolean coded = data.x() instanceof CodedRows && vectors == 1 && width[0] == d;
    this.variances = coded ? variances((CodedRows) data.x()) : null;
  }

  private Doubles variances(CodedRows x) {
    int d = x.width();
    double[] form = new double[d * d];
    for (int k = 0; k < d; k++) {
      System.arraycopy(covariance, k * size, form, k * d, d);
    }
    Doubles all = x.storage().doubles(x.count());
    x.forms(form, all);
    return all;
  }

  static PredictorMoments of(FittedRows fit) {
    List<Parameter> shared = fit.regression().shared();
    int d = fit.data().x().width();
    Draws all = fit.draws();
    double[][] draws = new double[all.count()][];
    boolean several = fit.regression().several();
    for (int s = 0; s < draws.length; s++) {
      double[] user = all.draw(s);
      int coefficients = several ? user.length / d * d : d;
      double[] inner = new double[coefficients + shared.size()];
      for (int at = 0; at < coefficients; at += d) {
        double[] part = new double[d];
        fit.scaling().toInner(Arrays.copyOfRange(user, at, at + d), part);
        System.arraycopy(part, 0, inner, at, d);
      }
      for (int k = 0; k < shared.size(); k++) {
        inner[coefficients + k] = shared.get(k).link().of(user[coefficients + k]);
      }
      draws[s] = inner;
    }
    return new PredictorMoments(fit, draws);
  }

  private static double[] mean(double[][] draws) {
    double[] mean = new double[draws[0].length];
    for (double[] draw : draws) {
      for (int k = 0; k < mean.length; k++) {
        mean[k] += draw[k] / draws.length;
      }
    }
    return mean;
  }

  private static double[] covariance(double[][] draws, double[] mean) {
    int d = mean.length;
    double[] out = new double[d * d];
    double[] gap = new double[d];
    for (double[] draw : draws) {
      Arrays.setAll(gap, k -> draw[k] - mean[k]);
      for (int a = 0; a < d; a++) {
        Kernels.best().axpy(gap[a] / draws.length, gap, 0, out, a * d, d);
      }
    }
    return out;
  }

  /** For one thread. */
  Points points() {
    return new Points();
  }

  /** The points of one row after the other. */
  final class Points {
    private final double[] row = new double[data.x().width()];
    private final double[] eta = new double[first.length];
    private final double[] joint = new double[first.length * first.length];
    private final double[] weights;
    private final double[] losses;
    private final double spread;
    private final Targets targets = new Targets(regression, data);

    Points() {
      int k = eta.length;
      double kappa = Math.max(3, k);
      this.spread = Math.sqrt(kappa);
      this.weights = new double[2 * k + 1];
      Arrays.fill(weights, 1 / (2 * kappa));
      weights[2 * k] = 1 - k / kappa;
      this.losses = new double[weights.length];
    }

    double[] weights() {
      return weights;
    }

    /** The losses at the points of row i, in an array that the next row takes. */
    double[] losses(int i) {
      data.x().copy(i, row);
      double offset = data.offsets() == null ? 0 : data.offsets().get(i);
      int k = eta.length;
      for (int a = 0; a < k; a++) {
        eta[a] = linear(a, mean, 0) + (a == 0 || a < vectors && regression.classes() ? offset : 0);
        for (int b = 0; b <= a; b++) {
          boolean known = variances != null && a == 0;
          double both = known ? variances.get(i) : quadratic(a, b);
          joint[a * k + b] = joint[b * k + a] = both;
        }
      }
      double[] l = lower(joint, k);
      double[] at = new double[k];
      for (int j = 0; j < losses.length; j++) {
        System.arraycopy(eta, 0, at, 0, k);
        for (int a = j / 2; j < 2 * k && a < k; a++) {
          at[a] += (j % 2 == 0 ? spread : -spread) * l[a * k + j / 2];
        }
        losses[j] = weights[j] == 0 ? losses[0] : -value(i, at);
      }
      return losses;
    }

    /** TablePredictor a by the coefficients from {@code v[at + first[a]]} on. */
    private double linear(int a, double[] v, int at) {
      if (width[a] == 0) {
        return v[at + first[a]];
      }
      double sum = 0;
      for (int j = 0; j < width[a]; j++) {
        sum += v[at + first[a] + j] * row[column[a] + j];
      }
      return sum;
    }

    /** The covariance of predictors a and b. */
    private double quadratic(int a, int b) {
      if (width[a] == 0) {
        return linear(b, covariance, first[a] * size);
      }
      double sum = 0;
      for (int j = 0; j < width[a]; j++) {
        double x = row[column[a] + j];
        sum += x == 0 ? 0 : x * linear(b, covariance, (first[a] + j) * size);
      }
      return sum;
    }

    private double value(int i, double[] at) {
      double[] all =
          regression.several()
              ? at
              : predictors.all(v -> at[v], Arrays.copyOfRange(at, vectors, at.length));
      return targets.logLikelihood(i, regression.family().among(targets.trials(i), all));
    }
  }

  /** L, or as much of it as the diagonal says where rounding leaves no factor. */
  private static double[] lower(double[] v, int k) {
    if (k == 1) {
      return new double[] {Math.sqrt(Math.max(0, v[0]))};
    }
    double[] l = Matrices.choleskyOrNull(v, k);
    if (l == null) {
      l = new double[k * k];
      for (int a = 0; a < k; a++) {
        l[a * k + a] = Math.sqrt(Math.max(0, v[a * k + a]));
      }
    }
    return l;
  }
}
