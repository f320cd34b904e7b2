package org.perrin.model;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.family.BoundedLikelihood;
import org.perrin.math.Matrices;
import org.perrin.math.Parallel;
import org.perrin.metric.Metric;

/**
 * A GLM of coded rows seen through a metric. Rows {@code zᵢ = Lᵀxᵢ} would be dense, so none is
 * made: {@code zᵢᵀu = xᵢᵀ(Lu)}, sums are pulled once, {@code Lᵀ Σ cᵢxᵢ}, and lengths are {@code
 * ‖zᵢ‖² = xᵢᵀΣ̂xᵢ}. A step takes two products with L and O(s) a row. Predictors at θ̂ and lengths
 * are kept, one each a row.
 */
final class PulledGlm extends PulledModel implements Bounded, LinearPredictorModel, RowImages {
  /** Above so many columns a cubic form, d³ numbers while it is made, is not. */
  private static final int MOST_CUBIC = 256;

  private final CodedRows rows;
  private final Glm model;
  private final Metric metric;
  private final Metric steps;
  private final Glm moved;
  private final Doubles norms;

  private PulledGlm(Glm model, Metric metric, Doubles eta, Doubles norms) {
    super(model, metric);
    this.model = model;
    this.rows = (CodedRows) model.data().x();
    this.metric = metric;
    this.steps = metric.movedTo(new double[metric.dimension()]);
    Dataset data = model.data();
    // the same rows as a function of θ − θ̂
    this.moved =
        model.with(new Dataset(data.x(), data.responses(), eta, data.weights(), data.names()));
    this.norms = norms;
  }

  /** One pass. */
  static PulledGlm of(Glm model, Metric metric) {
    int d = metric.dimension();
    double[] covariance = Matrices.gram(Matrices.transpose(metric.matrix(), d), d);
    Doubles norms = model.storage().doubles(model.rows());
    ((CodedRows) model.data().x()).forms(covariance, norms);
    Doubles eta = model.storage().doubles(model.rows());
    double[] centre = metric.centre();
    Parallel.overRows(
        model.rows(),
        (from, to) ->
            model.predictors.overBlocks(
                centre, from, to, (first, n, at, responses) -> eta.put(first, n, at)));
    return new PulledGlm(model, metric, eta, norms);
  }

  @Override
  public int nonZeros() {
    return model.nonZeros();
  }

  @Override
  public void squaredNorms(int from, int count, double[] out) {
    norms.copy(from, count, out, 0);
  }

  @Override
  public double[] point(double[] u) {
    double[] step = new double[u.length];
    steps.toTheta(u, step);
    return Arrays.copyOf(step, model.data().x().stride());
  }

  @Override
  public PulledGlm subset(int[] rows, double[] factors) {
    return new PulledGlm(
        model.subset(rows, factors).forManyPasses(),
        metric,
        picked(moved.data().offsets(), rows),
        picked(norms, rows));
  }

  private static Doubles picked(Doubles values, int[] rows) {
    return Doubles.of(Arrays.stream(rows).mapToDouble(values::get).toArray());
  }

  /** Pulled once, not by ranges. */
  @Override
  public double[] expansionSum(double[] u) {
    int d = dimension();
    double[] sum = model.expansionSum(theta(u));
    double[] gradient = pulled(Arrays.copyOfRange(sum, 1, 1 + d));
    double[] hessian = Arrays.copyOfRange(sum, 1 + d, sum.length);
    metric.pullHessian(hessian);
    System.arraycopy(gradient, 0, sum, 1, d);
    System.arraycopy(hessian, 0, sum, 1 + d, d * d);
    return sum;
  }

  @Override
  public Centre centre(double[] u) {
    return atOrigin(u)
        ? PulledCentre.of(GlmCentre.at(moved, new double[u.length]), steps, u)
        : super.centre(u);
  }

  /** Only beside a normal prior, which is a polynomial of second order itself. */
  @Override
  public @Nullable QuadraticCentre quadratic(double[] curvedAt) {
    if (!(prior() instanceof NormalPrior) || !(model.family() instanceof BoundedLikelihood)) {
      return null;
    }
    double[] gap = curvedAt.clone();
    double[] centre = metric.centre();
    for (int k = 0; k < gap.length; k++) {
      gap[k] -= centre[k];
    }
    return new QuadraticCentre(moved, steps, norms, gap, gradient(new double[gap.length]));
  }

  private static boolean atOrigin(double[] u) {
    return Arrays.stream(u).allMatch(v -> v == 0);
  }

  @Override
  public void expectedScores(
      double[] u, double @Nullable [] factor, double widen, int from, int to, double[] out) {
    if (factor == null && atOrigin(u)) {
      moved.scores().expected(norms, widen, from, to, out);
    } else {
      model.scores().expected(theta(u), this, inTheta(factor), widen, from, to, out);
    }
  }

  @Override
  public void gradientNorms(double[] u, int from, int to, double[] out) {
    model.scores().gradients(theta(u), this, from, to, out);
  }

  @Override
  public void curvatureScores(
      double[] u, double @Nullable [] factor, int from, int to, double[] out) {
    model.scores().curvatures(theta(u), this, inTheta(factor), from, to, out);
  }

  /** A factor of a covariance of u as one of θ. */
  private double[] inTheta(double @Nullable [] factor) {
    double[] own = metric.matrix();
    return factor == null ? own : Matrices.multiply(own, factor, dimension());
  }

  @Override
  public void lipschitz(int from, int to, double[] out) {
    moved.scores().lipschitz(this, from, to, out);
  }

  @Override
  public int highestOrder() {
    return dimension() <= MOST_CUBIC ? 3 : 2;
  }

  @Override
  public @Nullable String unbounded() {
    return model.unbounded();
  }

  @Override
  public Remainder remainder(int order, double reach) {
    return new GlmRemainder(moved.data(), this, family(), order, reach);
  }

  private BoundedLikelihood family() {
    return (BoundedLikelihood) model.family();
  }

  /** Rows in the metric, a few at a time. */
  @Override
  public void addCubic(int from, int to, double[] sum) {
    int few = 4096;
    for (int first = from; first < to; first += few) {
      int[] rows = IntStream.range(first, Math.min(to, first + few)).toArray();
      Dataset data = moved.data().select(rows);
      var z = data.x().times(metric.matrix(), dimension());
      var dense = new Dataset(z, data.responses(), data.offsets(), data.weights(), data.names());
      GlmRemainder.addCubic(dense, family(), 0, rows.length, sum);
    }
  }

  @Override
  public CubicForm cubicForm(@Nullable Bounded left) {
    Dataset without = left == null ? null : ((PulledGlm) left).moved.data();
    return CodedCubic.of(moved.data(), without, family(), metric.matrix());
  }

  /** Triples of elements of different factors, pairs with one of them twice, and each alone. */
  @Override
  public double cubicWork() {
    double one = 0;
    double two = 0;
    double three = 0;
    for (int size : rows.sizes()) {
      three += two * size;
      two += one * size;
      one += size;
    }
    return 8 * (three + 2 * two + one) + 2.0 * dimension() * dimension();
  }
}
