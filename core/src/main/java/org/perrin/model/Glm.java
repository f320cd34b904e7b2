package org.perrin.model;

import java.util.Arrays;
import java.util.List;
import org.perrin.data.Batch;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.data.Doubles;
import org.perrin.data.Rows;
import org.perrin.data.Storage;
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
 *       step in θ does.
 * </ul>
 */
public final class Glm implements Regressed, Smooth {
  /** Rows handled at once: they stay in the first-level cache between product and sum. */
  static final int BLOCK = 64;

  private final Likelihood family;
  private final Dataset data;
  private final Rows x;
  private final Doubles y;
  private final Doubles offset;
  private final Doubles weight;
  private final Prior prior;
  private final Origin origin;

  private Glm(Likelihood family, Dataset data, Prior prior, Origin origin) {
    this.family = family;
    this.data = data;
    this.x = data.x();
    this.y = data.responses();
    this.offset = data.offsets();
    this.weight = data.weights();
    this.prior = prior;
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

  Rows x() {
    return x;
  }

  /** What the model was made of. */
  @Override
  public Dataset data() {
    return data;
  }

  @Override
  public Glm with(Dataset rows) {
    return new Glm(family, rows, prior, null);
  }

  @Override
  public Arriving origin(double[] sum) {
    return new GlmCentre(this, new double[dimension()], sum.clone(), Side.of(this));
  }

  @Override
  public int dimension() {
    return x.width();
  }

  @Override
  public int rows() {
    return x.count();
  }

  @Override
  public Storage storage() {
    return x.storage();
  }

  @Override
  public Prior prior() {
    return prior;
  }

  @Override
  public List<String> names() {
    return data.names();
  }

  @Override
  public double rowLoss(double[] theta, int row) {
    return weight(row) * family.loss(predictor(theta, row), y.get(row));
  }

  @Override
  public void addRowGradient(double[] theta, int row, double w, double[] out) {
    double c = w * weight(row) * family.slope(predictor(theta, row), y.get(row));
    for (int k = 0; k < x.width(); k++) {
      out[k] += c * x.get(row, k);
    }
  }

  @Override
  public void addRowHessian(double[] theta, int row, double w, double[] h) {
    int d = x.width();
    double c = w * weight(row) * family.curvature(predictor(theta, row), y.get(row));
    for (int i = 0; i < d; i++) {
      for (int k = 0; k < d; k++) {
        h[i * d + k] += c * x.get(row, i) * x.get(row, k);
      }
    }
  }

  private double weight(int row) {
    return weight == null ? 1 : weight.get(row);
  }

  private double predictor(double[] theta, int row) {
    double eta = offset == null ? 0 : offset.get(row);
    for (int k = 0; k < x.width(); k++) {
      eta = Math.fma(x.get(row, k), theta[k], eta);
    }
    return eta;
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
    double[] sum = batch.inParts(x.stride(), from, to, part);
    for (int k = 0; k < x.width(); k++) {
      out[k] += sum[k];
    }
  }

  /** {@code vⱼ ℓ'ⱼ} of the places {@code from ≤ j < to}, beginning at 0, in the batch's scratch. */
  double[] slopes(double[] theta, Batch batch, int from, int to) {
    double[] eta = batch.predictors();
    double[] responses = batch.responses();
    int[] rows = batch.rows();
    int n = to - from;
    x.dots(rows, from, to, batch.point(theta, x.stride()), eta);
    for (int j = 0; j < n; j++) {
      int i = rows[from + j];
      eta[j] = offset == null ? eta[from + j] : eta[from + j] + offset.get(i);
      responses[j] = y.get(i);
    }
    family.slopes(eta, responses, n, eta);
    if (weight != null) {
      for (int j = 0; j < n; j++) {
        eta[j] *= weight.get(rows[from + j]);
      }
    }
    return eta;
  }

  /** {@code out[i] = vᵢ ℓ'ᵢ} of rows {@code from ≤ i < to}. */
  void slopes(double[] theta, int from, int to, double[] out) {
    overBlocks(
        theta,
        from,
        to,
        (first, count, eta, responses) -> {
          family.slopes(eta, responses, count, eta);
          timesWeight(eta, first, count);
          System.arraycopy(eta, 0, out, first, count);
        });
  }

  @Override
  public RowMemory rowMemory(double[] theta) {
    return new KeptSlopes(this, theta);
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

  /** Something done with a block of rows: their predictors and the number of the first. */
  @FunctionalInterface
  private interface Block {
    void accept(int first, int count, double[] eta, double[] responses);
  }

  /** Hands out rows {@code from ≤ i < to} in blocks with their linear predictors. */
  private void overBlocks(double[] theta, int from, int to, Block body) {
    double[] point = Arrays.copyOf(Kernels.padded(theta), x.stride());
    double[] eta = new double[BLOCK];
    double[] responses = new double[BLOCK];
    for (int first = from; first < to; first += BLOCK) {
      int count = Math.min(BLOCK, to - first);
      x.dots(first, count, point, eta);
      if (offset != null) {
        // what is to come there lends its room
        offset.copy(first, count, responses, 0);
        for (int j = 0; j < count; j++) {
          eta[j] += responses[j];
        }
      }
      y.copy(first, count, responses, 0);
      body.accept(first, count, eta, responses);
    }
  }

  private void timesWeight(double[] values, int first, int count) {
    if (weight != null) {
      for (int j = 0; j < count; j++) {
        values[j] *= weight.get(first + j);
      }
    }
  }

  @Override
  public double rangeLoss(double[] theta, int from, int to) {
    double[] sum = new double[1];
    double[] losses = new double[BLOCK];
    overBlocks(
        theta,
        from,
        to,
        (first, count, eta, responses) -> {
          family.losses(eta, responses, count, losses);
          timesWeight(losses, first, count);
          for (int j = 0; j < count; j++) {
            sum[0] += losses[j];
          }
        });
    return sum[0];
  }

  @Override
  public void addRangeGradient(double[] theta, int from, int to, double[] out) {
    double[] sum = new double[x.stride()];
    overBlocks(
        theta,
        from,
        to,
        (first, count, eta, responses) -> {
          family.slopes(eta, responses, count, eta);
          timesWeight(eta, first, count);
          x.add(first, count, eta, sum);
        });
    for (int k = 0; k < x.width(); k++) {
      out[k] += sum[k];
    }
  }

  @Override
  public double addRangeAndLoss(double[] theta, int from, int to, double[] out) {
    double[] loss = new double[1];
    double[] sum = new double[x.stride()];
    double[] values = new double[BLOCK];
    overBlocks(
        theta,
        from,
        to,
        (first, count, eta, responses) ->
            addBlock(first, count, eta, responses, values, loss, sum));
    for (int k = 0; k < x.width(); k++) {
      out[k] += sum[k];
    }
    return loss[0];
  }

  /** Losses and slopes of a block, of which each row is fetched once. */
  private void addBlock(
      int first,
      int count,
      double[] eta,
      double[] responses,
      double[] values,
      double[] loss,
      double[] sum) {
    family.losses(eta, responses, count, values);
    timesWeight(values, first, count);
    for (int j = 0; j < count; j++) {
      loss[0] += values[j];
    }
    family.slopes(eta, responses, count, values);
    timesWeight(values, first, count);
    x.add(first, count, values, sum);
  }

  /** One visit: each row is fetched, and its predictor computed, once for all three. */
  @Override
  public double addRange(double[] theta, int from, int to, double[] gradient, double[] hessian) {
    int stride = x.stride();
    double[] loss = new double[1];
    double[] sum = new double[stride];
    double[] upper = new double[stride * stride];
    double[] values = new double[BLOCK];
    overBlocks(
        theta,
        from,
        to,
        (first, count, eta, responses) -> {
          addBlock(first, count, eta, responses, values, loss, sum);
          family.curvatures(eta, responses, count, values);
          timesWeight(values, first, count);
          x.addOuter(first, count, values, upper);
        });
    for (int k = 0; k < x.width(); k++) {
      gradient[k] += sum[k];
    }
    addUpper(upper, hessian);
    return loss[0];
  }

  @Override
  public void addRangeHessian(double[] theta, int from, int to, double[] h) {
    int stride = x.stride();
    double[] upper = new double[stride * stride];
    overBlocks(
        theta,
        from,
        to,
        (first, count, eta, responses) -> {
          family.curvatures(eta, responses, count, eta);
          timesWeight(eta, first, count);
          x.addOuter(first, count, eta, upper);
        });
    addUpper(upper, h);
  }

  /** Adds both triangles, from the upper one in the kernels' layout. */
  private void addUpper(double[] upper, double[] h) {
    int stride = x.stride();
    int d = x.width();
    for (int i = 0; i < d; i++) {
      for (int k = i; k < d; k++) {
        h[i * d + k] += upper[i * stride + k];
        if (k > i) {
          h[k * d + i] += upper[i * stride + k];
        }
      }
    }
  }

  @Override
  public double[] hessianDiagonal(double[] theta) {
    int d = x.width();
    double[] sum =
        Parallel.sum(
            rows(),
            d,
            (s, from, to) -> {
              double[] row = new double[d];
              overBlocks(
                  theta,
                  from,
                  to,
                  (first, count, eta, responses) -> {
                    family.curvatures(eta, responses, count, eta);
                    timesWeight(eta, first, count);
                    for (int j = 0; j < count; j++) {
                      x.copy(first + j, row);
                      for (int k = 0; k < d; k++) {
                        s[k] = Math.fma(eta[j] * row[k], row[k], s[k]);
                      }
                    }
                  });
            });
    prior.addHessianDiagonal(theta, sum);
    return sum;
  }

  @Override
  public void gradientNorms(double[] theta, int from, int to, double[] out) {
    double[] norms = new double[BLOCK];
    overBlocks(
        theta,
        from,
        to,
        (first, count, eta, responses) -> {
          family.slopes(eta, responses, count, eta);
          timesWeight(eta, first, count);
          x.squaredNorms(first, count, norms);
          for (int j = 0; j < count; j++) {
            out[first - from + j] = Math.abs(eta[j]) * Math.sqrt(norms[j]);
          }
        });
  }

  @Override
  public void curvatureScores(double[] theta, double[] factor, int from, int to, double[] out) {
    double[] norms = new double[BLOCK];
    double[] spread = new double[BLOCK];
    double[] padded = factor == null ? null : DenseRows.padRows(factor, x.width(), x.width());
    overBlocks(
        theta,
        from,
        to,
        (first, count, eta, responses) -> {
          family.curvatures(eta, responses, count, eta);
          timesWeight(eta, first, count);
          spreads(first, count, padded, norms, spread);
          for (int j = 0; j < count; j++) {
            out[first - from + j] = eta[j] * Math.sqrt(norms[j] * spread[j]);
          }
        });
  }

  /** {@code ‖xᵢ‖²} and {@code xᵢᵀLLᵀxᵢ} for a block. */
  private void spreads(int first, int count, double[] factor, double[] norms, double[] spread) {
    x.squaredNorms(first, count, norms);
    if (factor == null) {
      System.arraycopy(norms, 0, spread, 0, count);
    } else {
      x.squaredNorms(first, count, factor, x.stride(), spread);
    }
  }

  @Override
  public void expectedScores(
      double[] theta, double[] factor, double widen, int from, int to, double[] out) {
    unweightedScores(theta, factor, widen, from, to, out);
    if (weight != null) {
      for (int j = 0; j < to - from; j++) {
        out[j] *= weight.get(from + j);
      }
    }
  }

  private void unweightedScores(
      double[] theta, double[] factor, double widen, int from, int to, double[] out) {
    var quadrature = new Quadrature(family, widen);
    if (factor == null && atOrigin(theta)) {
      for (int first = from; first < to; first += BLOCK) {
        int count = Math.min(BLOCK, to - first);
        offset.copy(first, count, quadrature.eta, 0);
        y.copy(first, count, quadrature.responses, 0);
        origin.norms().copy(first, count, quadrature.norms, 0);
        origin.norms().copy(first, count, quadrature.spread, 0);
        quadrature.score(count, out, first - from);
      }
      return;
    }
    double[] padded = factor == null ? null : DenseRows.padRows(factor, x.width(), x.width());
    overBlocks(
        theta,
        from,
        to,
        (first, count, eta, responses) -> {
          System.arraycopy(eta, 0, quadrature.eta, 0, count);
          System.arraycopy(responses, 0, quadrature.responses, 0, count);
          spreads(first, count, padded, quadrature.norms, quadrature.spread);
          quadrature.score(count, out, first - from);
        });
  }

  @Override
  public void lipschitz(int from, int to, double[] out) {
    if (Double.isInfinite(family.maxCurvature())) {
      throw new IllegalArgumentException(
          "the %s family has no Lipschitz constants: its curvature is unbounded"
              .formatted(family.name()));
    }
    double[] norms = new double[to - from];
    x.squaredNorms(from, to - from, norms);
    for (int j = 0; j < to - from; j++) {
      out[j] = weight(from + j) * family.maxCurvature() * norms[j];
    }
  }

  @Override
  public Centre centre(double[] theta) {
    if (atOrigin(theta)) {
      return new GlmCentre(this, theta.clone(), origin.sum(), Side.of(this, origin.base()));
    }
    Doubles base = storage().doubles(rows());
    double[] sum =
        Parallel.sum(
            rows(),
            x.stride(),
            (s, from, to) ->
                overBlocks(
                    theta,
                    from,
                    to,
                    (first, count, eta, responses) -> {
                      baseSlopes(eta, first, count, base);
                      family.slopes(eta, responses, count, eta);
                      timesWeight(eta, first, count);
                      x.add(first, count, eta, s);
                    }));
    return new GlmCentre(this, theta.clone(), Arrays.copyOf(sum, dimension()), Side.of(this, base));
  }

  /** Slopes to compare with later: at the response, or at 0 where the response cancels. */
  private void baseSlopes(double[] eta, int first, int count, Doubles base) {
    double[] responses = new double[count];
    if (!family.additive()) {
      y.copy(first, count, responses, 0);
    }
    double[] slopes = new double[count];
    family.slopes(eta, responses, count, slopes);
    base.put(first, count, slopes);
  }

  /**
   * One pass: the rows z, and while each block is in cache the predictors, residuals, gradient and
   * norms at θ̂ that control variates and expected weights will ask for.
   */
  @Override
  public Glm in(Metric metric) {
    Doubles moved = storage().doubles(rows());
    Doubles base = storage().doubles(rows());
    Doubles norms = storage().doubles(rows());
    double[] point = Arrays.copyOf(metric.centre(), x.stride());
    Rows.Product product =
        metric.transform(
            x,
            Kernels.pad(metric.dimension()),
            (z, first, count, sum) -> {
              double[] eta = new double[count];
              double[] responses = new double[count];
              y.copy(first, count, responses, 0);
              x.dots(first, count, point, eta);
              for (int j = 0; j < count; j++) {
                eta[j] += offset == null ? 0 : offset.get(first + j);
              }
              moved.put(first, count, eta);
              baseSlopes(eta, first, count, base);
              family.slopes(eta, responses, count, eta);
              timesWeight(eta, first, count);
              z.add(first, count, eta, sum);
              z.squaredNorms(first, count, eta);
              norms.put(first, count, eta);
            });
    var seen = new Dataset(product.rows(), y, moved, weight, names());
    double[] sum = Arrays.copyOf(product.sum(), metric.dimension());
    return new Glm(family, seen, prior.in(metric), new Origin(base, sum, norms));
  }

  /** What is known at u = 0: residuals, the sum of gradients, squared norms of the rows. */
  private record Origin(Doubles base, double[] sum, Doubles norms) {}

  private boolean atOrigin(double[] theta) {
    return origin != null && Arrays.stream(theta).allMatch(v -> v == 0);
  }

  @Override
  public Glm subset(int[] rows, double[] factors) {
    return new Glm(family, data.select(rows).scaled(factors), prior, null);
  }

  @Override
  public String unbounded() {
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
    return new GlmRemainder(data, (BoundedLikelihood) family, order, reach);
  }

  @Override
  public void addCubic(int from, int to, double[] sum) {
    int stride = x.stride();
    int most = 4 * BLOCK;
    double[] z = new double[most * stride];
    double[] row = new double[stride];
    double[] third = new double[most];
    for (int first = from; first < to; first += most) {
      int count = Math.min(most, to - first);
      for (int j = 0; j < count; j++) {
        int i = first + j;
        x.copy(i, row);
        System.arraycopy(row, 0, z, j * stride, stride);
        double eta = offset == null ? 0 : offset.get(i);
        third[j] = weight(i) * ((BoundedLikelihood) family).derivative(3, eta, y.get(i));
      }
      Cubic.add(z, stride, count, third, sum);
    }
  }

  @Override
  public Doubles prominence() {
    return x.roughLeverage();
  }
}
