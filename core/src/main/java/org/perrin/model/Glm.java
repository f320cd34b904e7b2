package org.perrin.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Batch;
import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.data.Rows;
import org.perrin.family.BoundedLikelihood;
import org.perrin.family.Likelihood;
import org.perrin.family.Linear;
import org.perrin.family.Logistic;
import org.perrin.family.Poisson;
import org.perrin.math.Kernels;
import org.perrin.math.Parallel;
import org.perrin.metric.Metric;

/**
 * A generalised linear model: {@code fᵢ(θ) = vᵢ ℓ(xᵢᵀθ + oᵢ, yᵢ)} with a {@link Likelihood}, an
 * offset o and a weight v. Because {@code ∇fᵢ = ℓ' xᵢ} and {@code Hᵢ = ℓ'' xᵢxᵢᵀ},
 *
 * <ul>
 *   <li>a control variate needs one stored number a row, {@code ℓ'ᵢ(θ̂)};
 *   <li>the paper's weights are {@code ℓ''ᵢ ‖xᵢ‖ √(xᵢᵀΣ̂xᵢ)}: O(d²) a row, nothing stored;
 *   <li>Lipschitz constants are {@code vᵢ sup ℓ'' ‖xᵢ‖²} (Appendix C of the paper);
 *   <li>seen through a metric it is the same model with rows {@code zᵢ = Lᵀxᵢ} and offsets {@code
 *       oᵢ + xᵢᵀθ̂}. The rows z are stored beside x (twice the memory), so a step in u costs what a
 *       step in θ does; for a sampler that reads few rows narrow ones are made at each reading.
 * </ul>
 */
public final class Glm extends DatasetModel implements RowReplaceableModel, Smooth {
  /** Columns up to which a row in a metric is sooner made than found in memory. */
  private static final int MOST_IMAGED = 32;

  private static final int MOST_EXACT = 64;

  private final Likelihood family;
  final LinearPredictors predictors;
  private final GlmPass pass;
  private final @Nullable Origin origin;

  private Glm(Likelihood family, Dataset data, Prior prior, @Nullable Origin origin) {
    super(data, prior);
    this.family = family;
    this.predictors = new LinearPredictors(data);
    this.pass = new GlmPass(family, predictors, x);
    this.origin = origin;
  }

  /** The model of a family, data and a prior. */
  public static Glm of(Likelihood family, Dataset data, Prior prior) {
    if (prior.dimension() != data.x().width()) {
      throw new IllegalArgumentException(
          "a prior for %d parameters does not fit %d columns"
              .formatted(prior.dimension(), data.x().width()));
    }
    data.checkResponses(family::refuse);
    return new Glm(family, data, prior, null);
  }

  /** Logistic regression with one prior for all coefficients. */
  public static Glm logistic(Dataset data, Density prior) {
    return of(new Logistic(), data, Independent.all(data.x().width(), prior));
  }

  /** Linear regression with known noise and one prior for all coefficients. */
  public static Glm linear(Dataset data, double sigma, Density prior) {
    return of(new Linear(sigma), data, Independent.all(data.x().width(), prior));
  }

  /** Poisson regression with one prior for all coefficients. */
  public static Glm poisson(Dataset data, Density prior) {
    return of(new Poisson(), data, Independent.all(data.x().width(), prior));
  }

  /** The family. */
  public Likelihood family() {
    return family;
  }

  @Override
  public int nonZeros() {
    return x.nonZeros();
  }

  @Override
  public Glm with(Dataset rows) {
    return new Glm(family, rows, prior, null);
  }

  @Override
  public Arriving origin(double[] sum) {
    return new GlmCentre(this, new double[dimension()], sum.clone(), RowConstants.of(this));
  }

  @Override
  public double rowLoss(double[] theta, int row) {
    return weight(row) * family.loss(predictors.at(theta, row), y(row));
  }

  @Override
  public void addRowGradient(double[] theta, int row, double w, double[] out) {
    double c = w * weight(row) * family.slope(predictors.at(theta, row), y(row));
    for (int k = 0; k < x.width(); k++) {
      out[k] += c * x.get(row, k);
    }
  }

  @Override
  public void addRowHessian(double[] theta, int row, double w, double[] h) {
    int d = x.width();
    double c = w * weight(row) * family.curvature(predictors.at(theta, row), y(row));
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < d; k++) {
        h[i * d + k] += c * x.get(row, i) * x.get(row, k);
      }
    }
  }

  @Override
  public void addGradient(double[] theta, Batch batch, int from, int to, double[] out) {
    addParts(
        batch,
        from,
        to,
        (first, last, sum) -> addRows(batch, first, last, slopes(theta, batch, first, last), sum),
        out);
  }

  /** Adds what {@code part} adds up over a range of the batch to a gradient. */
  void addParts(Batch batch, int from, int to, Batch.Part part, double[] out) {
    pass.addTo(out, batch.inParts(x.stride(), x.nonZeros(), from, to, part));
  }

  /** {@code vⱼ ℓ'ⱼ} of the places {@code from ≤ j < to}, beginning at 0, in the batch's scratch. */
  double[] slopes(double[] theta, Batch batch, int from, int to) {
    double[] eta = batch.predictors();
    double[] responses = batch.responses();
    int[] rows = batch.rows();
    int n = to - from;
    x.dots(rows, from, to, batch.point(theta, x.stride()), eta);
    for (int j = 0; j < n; j++) {
      eta[j] = eta[from + j] + data.offset(rows[from + j]);
      responses[j] = y(rows[from + j]);
    }
    family.slopes(eta, responses, n, eta);
    for (int j = 0; data.weights() != null && j < n; j++) {
      eta[j] *= data.weights().get(rows[from + j]);
    }
    return eta;
  }

  /** {@code out[i] = vᵢ ℓ'ᵢ} of rows {@code from ≤ i < to}. */
  void slopes(double[] theta, int from, int to, double[] out) {
    pass.slopes(theta, from, to, out);
  }

  @Override
  public RowMemory rowMemory(double[] theta) {
    return new SlopeMemory(this, theta);
  }

  @Override
  public int rowMemoryWidth() {
    return 1;
  }

  /** {@code sum += Σⱼ wⱼ cⱼ xⱼ}, padded; {@code c} starts at the first place of the range. */
  void addRows(Batch batch, int from, int to, double[] c, double[] sum) {
    double[] weighted = batch.coefficients();
    for (int j = from; j < to; j++) {
      weighted[j] = batch.weights()[j] * c[j - from];
    }
    x.add(batch.rows(), from, to, weighted, sum);
  }

  @Override
  public double rangeLoss(double[] theta, int from, int to) {
    return pass.loss(theta, from, to);
  }

  @Override
  public void addRangeGradient(double[] theta, int from, int to, double[] out) {
    pass.addGradient(theta, from, to, out);
  }

  @Override
  public double addRangeAndLoss(double[] theta, int from, int to, double[] out) {
    return addRange(theta, from, to, out, null);
  }

  @Override
  public double addRange(
      double[] theta, int from, int to, double[] gradient, double @Nullable [] hessian) {
    return pass.add(theta, from, to, gradient, hessian);
  }

  @Override
  public void addRangeHessian(double[] theta, int from, int to, double[] h) {
    pass.addHessian(theta, from, to, h);
  }

  /** Of coded rows as they are stored: the image of a sum is made once, not of every range. */
  @Override
  public void addExpansion(double[] theta, int from, int to, double[] sum) {
    if (x instanceof CodedRows) {
      pass.addStored(theta, from, to, sum);
    } else {
      RowReplaceableModel.super.addExpansion(theta, from, to, sum);
    }
  }

  @Override
  public int expansionSize() {
    return x instanceof CodedRows ? pass.storedSize() : RowReplaceableModel.super.expansionSize();
  }

  @Override
  public double[] expanded(double[] sum) {
    return x instanceof CodedRows ? pass.expanded(sum) : sum;
  }

  @Override
  public double[] hessianDiagonal(double[] theta) {
    double[] sum =
        Parallel.sum(rows(), x.width(), (s, from, to) -> pass.addDiagonal(theta, from, to, s));
    prior.addHessianDiagonal(theta, sum);
    return sum;
  }

  GlmScores scores() {
    return new GlmScores(family, predictors);
  }

  @Override
  public void gradientNorms(double[] theta, int from, int to, double[] out) {
    scores().gradients(theta, RowImages.of(x), from, to, out);
  }

  @Override
  public void curvatureScores(
      double[] theta, double @Nullable [] factor, int from, int to, double[] out) {
    scores().curvatures(theta, RowImages.of(x), factor, from, to, out);
  }

  @Override
  public void expectedScores(
      double[] theta, double @Nullable [] factor, double widen, int from, int to, double[] out) {
    if (factor == null && atOrigin(theta)) {
      scores().expected(origin.norms(), widen, from, to, out);
    } else {
      scores().expected(theta, RowImages.of(x), factor, widen, from, to, out);
    }
  }

  @Override
  public void lipschitz(int from, int to, double[] out) {
    scores().lipschitz(RowImages.of(x), from, to, out);
  }

  @Override
  public Centre centre(double[] theta) {
    Slopes known = atOrigin(theta) ? origin.slopes() : null;
    return known == null
        ? GlmCentre.at(this, theta)
        : new GlmCentre(this, theta.clone(), known.sum(), RowConstants.of(this, known.base()));
  }

  /**
   * One pass: the rows z, and while each block is in cache the predictors, residuals, gradient and
   * norms at θ̂ that control variates and expected weights will ask for.
   */
  @Override
  public Glm stored(Metric metric) {
    Doubles base = storage().doubles(rows());
    Doubles norms = storage().doubles(rows());
    Doubles moved = storage().doubles(rows());
    Rows.Product product =
        metric.transform(
            x,
            Kernels.pad(metric.dimension()),
            visitor(
                metric,
                moved,
                norms,
                (z, first, eta, responses, sum) ->
                    GlmCentre.add(this, z, first, eta.length, eta, responses, base, sum)));
    double[] sum = Arrays.copyOf(product.sum(), metric.dimension());
    return seen(product.rows(), moved, metric, new Origin(norms, new Slopes(base, sum)));
  }

  /**
   * Narrow rows are not stored in the metric, but made when they are read: exact samplers read all
   * of them in a few passes, and few after that.
   */
  @Override
  public Bounded forFewRows(Metric metric) {
    if (x instanceof CodedRows || x.width() > MOST_IMAGED) {
      return in(metric);
    }
    Doubles norms = storage().doubles(rows());
    Doubles moved = storage().doubles(rows());
    Rows z =
        metric
            .images(x, 1, visitor(metric, moved, norms, (rows, first, eta, responses, sum) -> {}))
            .rows();
    return seen(z, moved, metric, new Origin(norms, null));
  }

  /** What else is done with a block of rows z, given its predictors at θ̂, which it may change. */
  @FunctionalInterface
  private interface Beside {
    void see(Rows z, int first, double[] eta, double[] responses, double[] sum);
  }

  /** Keeps predictors at θ̂ and norms of rows z. */
  private Rows.Visitor visitor(Metric metric, Doubles moved, Doubles norms, Beside beside) {
    double[] point = Arrays.copyOf(metric.centre(), x.stride());
    return (z, first, count, sum) -> {
      double[] eta = new double[count];
      double[] responses = new double[count];
      predictors.load(first, count, point, eta, responses);
      moved.put(first, count, eta);
      beside.see(z, first, eta, responses, sum);
      z.squaredNorms(first, count, eta);
      norms.put(first, count, eta);
    };
  }

  private Glm seen(Rows z, Doubles moved, Metric metric, Origin known) {
    var seen = new Dataset(z, data.responses(), moved, data.weights(), names());
    return new Glm(family, seen, prior.in(metric), known);
  }

  /** For {@link PulledGlm#quadratic}; of few columns draws are exact as a rule. */
  @Override
  public boolean wantsCurvature() {
    return x instanceof CodedRows
        && x.width() > MOST_EXACT
        && prior.normal()
        && family instanceof BoundedLikelihood;
  }

  /** Coded rows stay as they are, and u is taken to θ instead. */
  @Override
  public Bounded in(Metric metric) {
    return x instanceof CodedRows ? PulledGlm.of(this, metric) : stored(metric);
  }

  /** What is known at u = 0: squared norms of the rows, and perhaps slopes. */
  private record Origin(Doubles norms, @Nullable Slopes slopes) {}

  /** Slopes of the rows, and the sum of their gradients. */
  private record Slopes(Doubles base, double[] sum) {}

  private RowImages images() {
    return origin == null ? RowImages.of(x) : RowImages.of(x, origin.norms());
  }

  private boolean atOrigin(double[] theta) {
    return origin != null && Arrays.stream(theta).allMatch(v -> v == 0);
  }

  @Override
  public Glm subset(int[] rows, double[] factors) {
    return with(data.select(rows).scaled(factors));
  }

  /** See {@link Rows#forManyPasses}. */
  Glm forManyPasses() {
    return with(data.with(x.forManyPasses()));
  }

  @Override
  public @Nullable String unbounded() {
    return family instanceof BoundedLikelihood
        ? null
        : "the %s family has no bounds on its third derivatives".formatted(family.name());
  }

  @Override
  public int highestOrder() {
    return 3;
  }

  @Override
  public Remainder remainder(int order, double reach) {
    return new GlmRemainder(data, images(), (BoundedLikelihood) family, order, reach);
  }

  @Override
  public void addCubic(int from, int to, double[] sum) {
    GlmRemainder.addCubic(data, (BoundedLikelihood) family, from, to, sum);
  }
}
