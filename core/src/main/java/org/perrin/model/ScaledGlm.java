package org.perrin.model;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Batch;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.data.Rows;
import org.perrin.family.BoundedScaledLikelihood;
import org.perrin.family.NormalNoise;
import org.perrin.family.ScaledLikelihood;
import org.perrin.math.Parallel;
import org.perrin.metric.Metric;

/**
 * A regression with one shared parameter beside the coefficients: {@code fᵢ(θ) = vᵢ ℓ(ηᵢ, s, yᵢ)},
 * {@code ηᵢ = oᵢ + zᵢᵀθ}, {@code s = s₀ + lᵀθ}. In θ the rows are {@code zᵢ = (xᵢ, 0)} and l the
 * last unit vector; through a metric they become {@code Lᵀzᵢ} and {@code Lᵀl}, so one class serves
 * both. With {@code a = ∂ℓ/∂η}, {@code b = ∂ℓ/∂s}: {@code ∇fᵢ = a zᵢ + b l}, a Hessian of rank two,
 * O(d) a row.
 */
public final class ScaledGlm extends DatasetModel implements RowReplaceableModel, LogScaleModel {
  private final ScaledLikelihood family;
  private final LinearPredictors predictors;
  private final double[] scaleRow;
  private final double scaleOffset;

  private ScaledGlm(
      ScaledLikelihood family, Dataset data, double[] scaleRow, double scaleOffset, Prior prior) {
    super(data, prior);
    this.family = family;
    this.predictors = new LinearPredictors(data);
    this.scaleRow = scaleRow;
    this.scaleOffset = scaleOffset;
  }

  /** The model of a family, data, and a prior for the coefficients and, last, for s. */
  public static ScaledGlm of(ScaledLikelihood family, Dataset data, Prior prior) {
    int d = data.x().width() + 1;
    if (prior.dimension() != d) {
      throw new IllegalArgumentException(
          "a prior for %d parameters does not fit %d columns and %s"
              .formatted(prior.dimension(), d - 1, family.scaleName()));
    }
    data.checkResponses(family::refuse);
    Rows wider = data.x().map(d, (row, out) -> System.arraycopy(row, 0, out, 0, d - 1));
    List<String> names = new ArrayList<>(data.names());
    names.add(family.scaleName());
    double[] unit = new double[d];
    unit[d - 1] = 1;
    var extended = new Dataset(wider, data.responses(), data.offsets(), data.weights(), names);
    return new ScaledGlm(family, extended, unit, 0, prior);
  }

  /** Linear regression with unknown σ, one prior for all coefficients and one for log σ. */
  public static ScaledGlm linear(Dataset data, Density coefficients, Density logSigma) {
    List<Density> all =
        new ArrayList<>(Independent.all(data.x().width(), coefficients).densities());
    all.add(logSigma);
    return of(new NormalNoise(), data, new Independent(all));
  }

  /** The family. */
  public ScaledLikelihood family() {
    return family;
  }

  @Override
  public int effort() {
    return family.effort();
  }

  @Override
  public double[] start() {
    double[] start = new double[dimension()];
    start[dimension() - 1] = family.startScale(data.responses());
    return start;
  }

  @Override
  public OptionalInt scale() {
    int last = scaleRow.length - 1;
    boolean unit = scaleOffset == 0 && scaleRow[last] == 1;
    for (int k = 0; k < last; k++) {
      unit &= scaleRow[k] == 0;
    }
    return unit ? OptionalInt.of(last) : OptionalInt.empty();
  }

  double scale(double[] theta) {
    double s = scaleOffset;
    for (int k = 0; k < scaleRow.length; k++) {
      s = Math.fma(scaleRow[k], theta[k], s);
    }
    return s;
  }

  @Override
  public double rowLoss(double[] theta, int row) {
    return weight(row) * family.loss(predictors.at(theta, row), scale(theta), y(row));
  }

  @Override
  public void addRowGradient(double[] theta, int row, double w, double[] out) {
    double eta = predictors.at(theta, row);
    double s = scale(theta);
    double a = w * weight(row) * family.slope(eta, s, y(row));
    double b = w * weight(row) * family.scaleSlope(eta, s, y(row));
    for (int k = 0; k < x.width(); k++) {
      out[k] += a * x.get(row, k) + b * scaleRow[k];
    }
  }

  @Override
  public void addRowHessian(double[] theta, int row, double w, double[] h) {
    int d = x.width();
    double eta = predictors.at(theta, row);
    double s = scale(theta);
    double v = w * weight(row);
    double aa = v * family.curvature(eta, s, y(row));
    double ab = v * family.crossCurvature(eta, s, y(row));
    double bb = v * family.scaleCurvature(eta, s, y(row));
    for (int i = 0; i < d; i++) {
      double zi = x.get(row, i);
      double onZ = aa * zi + ab * scaleRow[i];
      double onL = ab * zi + bb * scaleRow[i];
      for (int k = 0; k < d; k++) {
        h[i * d + k] += onZ * x.get(row, k) + onL * scaleRow[k];
      }
    }
  }

  @Override
  public void addGradient(double[] theta, Batch batch, int from, int to, double[] out) {
    addRows(theta, batch, from, to, null, out);
  }

  /** {@code out += Σⱼ wⱼ [(aⱼ − base_a) zⱼ + (bⱼ − base_b) l]}; base holds a, b for every row. */
  private void addRows(
      double[] theta, Batch batch, int from, int to, @Nullable Doubles base, double[] out) {
    double[] sum = batch.sum(x.stride());
    double[] eta = batch.predictors();
    double[] c = batch.coefficients();
    int[] rows = batch.rows();
    x.dots(rows, from, to, batch.point(theta, x.stride()), eta);
    double s = scale(theta);
    double total = 0;
    for (int j = from; j < to; j++) {
      int i = rows[j];
      double predictor = eta[j] + data.offset(i);
      double a = family.slope(predictor, s, y(i));
      double b = family.scaleSlope(predictor, s, y(i));
      double w = batch.weights()[j] * weight(i);
      c[j] = w * (base == null ? a : a - base.get(2L * i));
      total += w * (base == null ? b : b - base.get(2L * i + 1));
    }
    x.add(rows, from, to, c, sum);
    for (int k = 0; k < x.width(); k++) {
      out[k] += sum[k] + total * scaleRow[k];
    }
  }

  @Override
  public double rangeLoss(double[] theta, int from, int to) {
    double s = scale(theta);
    double[] sum = new double[1];
    predictors.overBlocks(
        theta,
        from,
        to,
        (first, count, eta, y) -> {
          for (int j = 0; j < count; j++) {
            sum[0] += weight(first + j) * family.loss(eta[j], s, y[j]);
          }
        });
    return sum[0];
  }

  @Override
  public void addRangeGradient(double[] theta, int from, int to, double[] out) {
    double s = scale(theta);
    double[] sum = new double[x.stride()];
    double[] total = new double[1];
    predictors.overBlocks(
        theta,
        from,
        to,
        (first, count, eta, y) -> {
          for (int j = 0; j < count; j++) {
            double predictor = eta[j];
            double w = weight(first + j);
            eta[j] = w * family.slope(predictor, s, y[j]);
            total[0] += w * family.scaleSlope(predictor, s, y[j]);
          }
          x.add(first, count, eta, sum);
        });
    for (int k = 0; k < x.width(); k++) {
      out[k] += sum[k] + total[0] * scaleRow[k];
    }
  }

  @Override
  public void addRangeHessian(double[] theta, int from, int to, double[] h) {
    int d = x.width();
    int stride = x.stride();
    double s = scale(theta);
    double[] upper = new double[stride * stride];
    double[] cross = new double[stride];
    double[] total = new double[1];
    double[] mixed = new double[LinearPredictors.BLOCK];
    predictors.overBlocks(
        theta,
        from,
        to,
        (first, count, eta, y) -> {
          for (int j = 0; j < count; j++) {
            double predictor = eta[j];
            double w = weight(first + j);
            eta[j] = w * family.curvature(predictor, s, y[j]);
            mixed[j] = w * family.crossCurvature(predictor, s, y[j]);
            total[0] += w * family.scaleCurvature(predictor, s, y[j]);
          }
          x.addOuter(first, count, eta, upper);
          x.add(first, count, mixed, cross);
        });
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < d; k++) {
        double own = upper[Math.min(i, k) * stride + Math.max(i, k)];
        double mixture = cross[i] * scaleRow[k] + cross[k] * scaleRow[i];
        h[i * d + k] += own + mixture + total[0] * scaleRow[i] * scaleRow[k];
      }
    }
  }

  @Override
  public Centre centre(double[] theta) {
    Doubles base = storage().doubles(2L * rows());
    double s = scale(theta);
    Parallel.overRows(
        rows(),
        (from, to) ->
            predictors.overBlocks(
                theta,
                from,
                to,
                (first, count, eta, y) -> {
                  for (int j = 0; j < count; j++) {
                    int i = first + j;
                    base.set(2L * i, family.slope(eta[j], s, y[j]));
                    base.set(2L * i + 1, family.scaleSlope(eta[j], s, y[j]));
                  }
                }));
    return new Residuals(this, theta.clone(), likelihoodGradient(theta), base);
  }

  @Override
  public Arriving origin(double[] sum) {
    Doubles base = storage().doubles(2L * rows());
    return new Residuals(this, new double[dimension()], sum.clone(), base);
  }

  @Override
  public ScaledGlm with(Dataset rows) {
    return new ScaledGlm(family, rows, scaleRow, scaleOffset, prior);
  }

  /** The centre of a scaled GLM: two numbers for every row. */
  private record Residuals(ScaledGlm model, double[] theta, double[] sum, Doubles base)
      implements Arriving {
    @Override
    public void renew(int[] rows, int from, int to) {
      for (int j = from; j < to; j++) {
        int i = rows[j];
        double eta = model.data.offset(i);
        double y = model.y(i);
        base.set(2L * i, model.family.slope(eta, model.scaleOffset, y));
        base.set(2L * i + 1, model.family.scaleSlope(eta, model.scaleOffset, y));
      }
    }

    @Override
    public void addDifference(double[] at, Batch batch, int from, int to, double[] out) {
      model.addRows(at, batch, from, to, base, out);
    }
  }

  @Override
  public void curvatureScores(
      double[] theta, double @Nullable [] factor, int from, int to, double[] out) {
    new ScaledScores(this, predictors, scaleRow, factor).curvatures(theta, from, to, out);
  }

  @Override
  public void expectedScores(
      double[] theta, double @Nullable [] factor, double widen, int from, int to, double[] out) {
    new ScaledScores(this, predictors, scaleRow, factor).expected(theta, widen, from, to, out);
  }

  @Override
  public ScaledGlm stored(Metric metric) {
    return in(metric);
  }

  @Override
  public ScaledGlm in(Metric metric) {
    double[] centre = metric.centre();
    Doubles moved = storage().doubles(rows());
    Parallel.overRows(
        rows(),
        (from, to) ->
            predictors.overBlocks(
                centre, from, to, (first, count, eta, y) -> moved.put(first, count, eta)));
    double[] pulled = new double[dimension()];
    metric.pull(scaleRow, pulled);
    var seen =
        new Dataset(metric.transform(x), data.responses(), moved, data.weights(), data.names());
    return new ScaledGlm(family, seen, pulled, scale(centre), prior.in(metric));
  }

  @Override
  public ScaledGlm subset(int[] rows, double[] factors) {
    return with(data.select(rows).scaled(factors));
  }

  @Override
  public @Nullable String unbounded() {
    return family instanceof NormalNoise || family instanceof BoundedScaledLikelihood
        ? null
        : "the %s family has no bounds on its third derivatives".formatted(family.name());
  }

  @Override
  public int highestOrder() {
    return 2;
  }

  @Override
  public Remainder remainder(int order, double reach) {
    return new ScaledRemainder(
        data, (BoundedScaledLikelihood) family, scaleRow, scaleOffset, reach);
  }

  @Override
  public void addCubic(int from, int to, double[] sum) {
    throw new UnsupportedOperationException("scaled families have quadratic polynomials only");
  }

  /** For normal noise. */
  @Override
  public int summarySize() {
    return family instanceof NormalNoise ? NormalSummary.size(x.stride()) : 0;
  }

  /** Of normal noise, at 0. */
  @Override
  public RowApproximation summary(double[] sum) {
    return NormalSummary.of(sum, x.stride(), scaleRow, scaleOffset);
  }

  @Override
  public void addSummary(int from, int to, double[] sum) {
    NormalSummary.add(predictors, from, to, sum);
  }
}
