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
 *
 * <p>Rows may lie in several places, each with a model of its own of them ({@link #with}): what is
 * computed of a row or of a range is the same there.
 */
public final class PulledGlm extends PulledModel
    implements Bounded, LinearPredictorModel, RowImages {
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
  public static PulledGlm of(Glm model, Metric metric) {
    return of(model, metric, covariance(metric));
  }

  /** Σ̂, which all places of rows share: O(d³). */
  public static double[] covariance(Metric metric) {
    int d = metric.dimension();
    return Matrices.gram(Matrices.transpose(metric.matrix(), d), d);
  }

  /** The same where {@link #covariance} is known. */
  public static PulledGlm of(Glm model, Metric metric, double[] covariance) {
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

  /** Of rows whose {@link #predictors} and {@link #lengths} are known. */
  public static PulledGlm of(Glm model, Metric metric, Doubles predictors, Doubles lengths) {
    return new PulledGlm(model, metric, predictors, lengths);
  }

  /** The same model of other rows. */
  public PulledGlm with(Dataset data, Doubles predictors, Doubles lengths) {
    return new PulledGlm(model.with(data), metric, predictors, lengths);
  }

  /** The model of θ. */
  public Glm model() {
    return model;
  }

  /** Predictors at θ̂. */
  public Doubles predictors() {
    return moved.data().offsets();
  }

  /** {@code ‖zᵢ‖²}. */
  public Doubles lengths() {
    return norms;
  }

  /** Adds {@code Σ ∇fᵢ} at θ̂ over rows {@code from ≤ i < to}, not pulled, padded. */
  public void addSlopes(int from, int to, double[] sum) {
    Doubles slopes = model.storage().doubles(model.rows());
    GlmCentre.add(moved, new double[dimension()], from, to, slopes, sum);
  }

  /** The centre at u = 0 of rows that are still coming, where {@code sum} is of all, not pulled. */
  public RowReplaceableModel.Arriving origin(double[] sum) {
    return PulledArriving.of(moved.origin(sum), steps);
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
    return pulledExpansion(model.expansionSum(theta(u)));
  }

  /** Value, gradient and Hessian by u from those by θ, in the same array. */
  public double[] pulledExpansion(double[] sum) {
    int d = dimension();
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

  @Override
  public @Nullable QuadraticCentre quadratic(double[] curvedAt) {
    return curved() ? quadratic(curvedAt, gradient(new double[dimension()])) : null;
  }

  /**
   * Whether there is a centre of second order: only beside a normal prior, which is a polynomial of
   * second order itself.
   */
  public boolean curved() {
    return prior().normal() && model.family() instanceof BoundedLikelihood;
  }

  /** The centre of second order where the gradient of the posterior at u = 0 is known. */
  public QuadraticCentre quadratic(double[] curvedAt, double[] gradient) {
    double[] gap = curvedAt.clone();
    double[] centre = metric.centre();
    for (int k = 0; k < gap.length; k++) {
      gap[k] -= centre[k];
    }
    return new GlmQuadratic(moved, steps, norms, gap, gradient);
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
    return CodedCubic.of(moved.data(), movedOf(left), family(), metric.matrix());
  }

  /** Elements of what {@link #addCubes} adds up. */
  public int cubesSize() {
    return rows.cubes().size();
  }

  /** Adds what the cubic form takes of rows {@code from ≤ i < to}, as they are stored. */
  public void addCubes(int from, int to, double[] sum) {
    CodedCubic.add(rows.cubes(), moved.data(), family(), from, to, sum);
  }

  /** {@link #cubicForm(Bounded)} from what all rows add up to. */
  public CubicForm cubicForm(double[] sum, @Nullable Bounded left) {
    return CodedCubic.of(
        rows.cubes().spread(sum), moved.data(), movedOf(left), family(), metric.matrix());
  }

  private static @Nullable Dataset movedOf(@Nullable Bounded left) {
    return left == null ? null : ((PulledGlm) left).moved.data();
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
