package org.perrin.model;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.data.Doubles;
import org.perrin.family.BoundedLikelihood;
import org.perrin.math.Kernels;
import org.perrin.math.Parallel;
import org.perrin.metric.Metric;

/**
 * A GLM of dense rows seen through a metric for a sampler that looks at few of them: rows {@code zᵢ
 * = Lᵀxᵢ} would take as much memory as the table, and more time to make than to sample. {@code
 * zᵢᵀu = xᵢᵀ(Lu)}, and sums are pulled once, {@code Lᵀ Σ cᵢxᵢ}. Predictors at θ̂ and squared lengths
 * {@code ‖zᵢ‖²} are kept, one each a row. Rows that are picked out, which a sampler looks at again
 * and again, have their z.
 */
final class UnstoredGlm extends PulledModel implements Bounded, RowImages {
  private static final int BLOCK = 64;

  /** Rows whose z are made at once where cubic forms need them. */
  private static final int FEW = 4096;

  private final Glm model;
  private final Metric metric;
  private final Metric steps;
  private final Dataset moved;
  private final Doubles norms;

  private UnstoredGlm(Glm model, Metric metric, Doubles eta, Doubles norms) {
    super(model, metric);
    this.model = model;
    this.metric = metric;
    this.steps = metric.movedTo(new double[metric.dimension()]);
    Dataset data = model.data();
    // the same rows as a function of θ − θ̂
    this.moved = new Dataset(data.x(), data.responses(), eta, data.weights(), data.names());
    this.norms = norms;
  }

  /** One pass. */
  static UnstoredGlm of(Glm model, Metric metric) {
    int d = metric.dimension();
    double[] factor = DenseRows.padRows(metric.matrix(), d, d);
    double[] point = Arrays.copyOf(metric.centre(), model.data().x().stride());
    Doubles eta = model.storage().doubles(model.rows());
    Doubles norms = model.storage().doubles(model.rows());
    Parallel.overRows(
        model.rows(),
        (from, to) -> {
          double[] at = new double[BLOCK];
          double[] room = new double[BLOCK];
          for (int first = from; first < to; first += BLOCK) {
            int count = Math.min(BLOCK, to - first);
            model.predictors.load(first, count, point, at, room);
            eta.put(first, count, at);
            model.data().x().squaredNorms(first, count, factor, Kernels.pad(d), room);
            norms.put(first, count, room);
          }
        });
    return new UnstoredGlm(model, metric, eta, norms);
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

  /** With their z. */
  @Override
  public Glm subset(int[] rows, double[] factors) {
    return model.subset(rows, factors).stored(metric);
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
  public int highestOrder() {
    return model.highestOrder();
  }

  @Override
  public @Nullable String unbounded() {
    return model.unbounded();
  }

  @Override
  public Remainder remainder(int order, double reach) {
    return new GlmRemainder(moved, this, family(), order, reach);
  }

  private BoundedLikelihood family() {
    return (BoundedLikelihood) model.family();
  }

  /** Rows in the metric, a few at a time. */
  @Override
  public void addCubic(int from, int to, double[] sum) {
    for (int first = from; first < to; first += FEW) {
      int[] rows = IntStream.range(first, Math.min(to, first + FEW)).toArray();
      Dataset data = moved.select(rows);
      var z = data.x().times(metric.matrix(), dimension());
      var dense = new Dataset(z, data.responses(), data.offsets(), data.weights(), data.names());
      GlmRemainder.addCubic(dense, family(), 0, rows.length, sum);
    }
  }
}
