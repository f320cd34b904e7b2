package org.perrin.autodiff;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Batch;
import org.perrin.data.Dataset;
import org.perrin.math.Parallel;
import org.perrin.metric.Metric;
import org.perrin.model.Bounded;
import org.perrin.model.Estimated;
import org.perrin.model.Model;
import org.perrin.model.Prior;
import org.perrin.model.Smooth;
import org.perrin.random.RandomStream;

/**
 * A {@link RowModel} as a model: f over unconstrained θ with the transforms' Jacobians in the
 * prior, its gradient by a reverse sweep a row, its Hessian by tangents. A gradient of n rows costs
 * a few times what the arithmetic of n rows costs, and O(d) once; a row's Hessian O(s·m + w²) for m
 * operations on s slots that hold w leaves in all (see {@link Curvature}).
 *
 * <p>Nothing is known of convexity: the posterior may have many modes, and {@code start} decides
 * which one is found.
 */
public final class Differentiated implements Estimated, Smooth {
  private static final int POINTS = 8;
  private static final double SAFETY = 1.5;
  private static final long LIPSCHITZ_SEED = 0x6c697073636869L;

  private final RowModel.Maker maker;
  private final Dataset declared;
  private final Dataset data;
  private final int @Nullable [] origin;
  private final double[] start;
  private final List<Parameters.Block> blocks;
  private final @Nullable Metric around;
  private final boolean convex;
  private final ThreadLocal<RowEvaluator> evaluators = ThreadLocal.withInitial(this::evaluator);

  private Differentiated(
      RowModel.Maker maker,
      Dataset declared,
      Dataset data,
      int @Nullable [] origin,
      double[] start,
      List<Parameters.Block> blocks,
      @Nullable Metric around,
      boolean convex) {
    this.around = around;
    this.convex = convex;
    this.maker = maker;
    this.declared = declared;
    this.data = data;
    this.origin = origin;
    this.start = start;
    this.blocks = blocks;
  }

  /** The posterior of a model, given by its constructor, and data. */
  public static Differentiated of(Dataset data, RowModel.Maker maker) {
    var parameters = new Parameters(new Tape(), -1);
    maker.make(parameters, data);
    if (parameters.leaves() == 0) {
      throw new IllegalArgumentException("the model declares no parameters");
    }
    parameters.checkNames();
    return new Differentiated(
        maker, data, data, null, parameters.start(), List.copyOf(parameters.blocks()), null, false);
  }

  private RowEvaluator evaluator() {
    return new RowEvaluator(maker, declared, data, origin, start);
  }

  RowEvaluator at(double[] theta) {
    return evaluators.get().at(theta);
  }

  /** The data. */
  public Dataset data() {
    return data;
  }

  @Override
  public int dimension() {
    return start.length;
  }

  @Override
  public int rows() {
    return data.count();
  }

  @Override
  public Prior prior() {
    return new RowModelPrior(this::at, start.length);
  }

  /** Names of the unconstrained coordinates, {@code log(sigma)}. */
  @Override
  public List<String> names() {
    List<String> names = new ArrayList<>();
    for (Parameters.Block block : blocks) {
      for (int k = 0; k < block.free(); k++) {
        names.add(block.constraint().leafName(block.names().get(k)));
      }
    }
    return names;
  }

  @Override
  public int effort() {
    return 10;
  }

  /** Yes unless it is known to be convex. */
  @Override
  public boolean multimodal() {
    return !convex;
  }

  @Override
  public double[] start() {
    return start.clone();
  }

  /** Names of the parameters as they were declared, {@code sigma}. */
  public List<String> parameterNames() {
    return blocks.stream().flatMap(block -> block.names().stream()).toList();
  }

  /** Declared parameters from unconstrained ones; {@code out} has a place for each name. */
  public void constrain(double[] theta, double[] out) {
    int at = 0;
    for (Parameters.Block block : blocks) {
      block.constraint().constrain(theta, block.leaf(), block.size(), out, at);
      at += block.size();
    }
  }

  /** Unconstrained parameters from declared ones: {@link #constrain} backwards. */
  public void release(double[] parameters, double[] theta) {
    int at = 0;
    for (Parameters.Block block : blocks) {
      block.constraint().release(parameters, at, block.size(), theta, block.leaf());
      at += block.size();
    }
  }

  @Override
  public double rowLoss(double[] theta, int row) {
    return rangeLoss(theta, row, row + 1);
  }

  @Override
  public double rangeLoss(double[] theta, int from, int to) {
    RowEvaluator evaluator = at(theta);
    double sum = 0;
    for (int i = from; i < to; i++) {
      double loss = evaluator.loss(i).value();
      sum += evaluator.weight() * loss;
    }
    return sum;
  }

  @Override
  public void addRowGradient(double[] theta, int row, double weight, double[] out) {
    RowEvaluator evaluator = at(theta);
    Num loss = evaluator.loss(row);
    evaluator.tape.sweepRow(loss, weight * evaluator.weight());
    evaluator.tape.sweepHead(out);
  }

  @Override
  public void addGradient(double[] theta, Batch batch, int from, int to, double[] out) {
    RowEvaluator evaluator = at(theta);
    for (int j = from; j < to; j++) {
      Num loss = evaluator.loss(batch.rows()[j]);
      evaluator.tape.sweepRow(loss, batch.weights()[j] * evaluator.weight());
    }
    evaluator.tape.sweepHead(out);
  }

  @Override
  public void addRangeGradient(double[] theta, int from, int to, double[] out) {
    RowEvaluator evaluator = at(theta);
    for (int i = from; i < to; i++) {
      Num loss = evaluator.loss(i);
      evaluator.tape.sweepRow(loss, evaluator.weight());
    }
    evaluator.tape.sweepHead(out);
  }

  @Override
  public void addRowHessian(double[] theta, int row, double weight, double[] h) {
    overRows(theta, row, row + 1, (i, w, curvature) -> curvature.addTo(weight * w, h));
  }

  @Override
  public void addRangeHessian(double[] theta, int from, int to, double[] h) {
    overRows(theta, from, to, (i, w, curvature) -> curvature.addTo(w, h));
  }

  /** Something done with the second derivatives of a row. */
  @FunctionalInterface
  private interface Visit {
    void accept(int row, double weight, Curvature curvature);
  }

  private void overRows(double[] theta, int from, int to, Visit visit) {
    RowEvaluator evaluator = at(theta);
    for (int i = from; i < to; i++) {
      evaluator.curvature.of(evaluator.loss(i));
      visit.accept(i, evaluator.weight(), evaluator.curvature);
    }
  }

  @Override
  public double[] hessianProduct(double[] theta, double[] v) {
    double[] product =
        Parallel.sum(
            rows(),
            dimension(),
            (sum, from, to) -> {
              RowEvaluator evaluator = at(theta);
              for (int i = from; i < to; i++) {
                Num loss = evaluator.loss(i);
                evaluator.curvature.addProduct(loss, v, evaluator.weight(), sum);
              }
            });
    RowEvaluator evaluator = at(theta);
    evaluator.curvature.addProduct(evaluator.prior(), v, 1, product);
    return product;
  }

  @Override
  public double[] hessianDiagonal(double[] theta) {
    double[] diagonal =
        Parallel.sum(
            rows(),
            dimension(),
            (sum, from, to) ->
                overRows(theta, from, to, (i, w, curvature) -> curvature.addDiagonal(w, sum)));
    prior().addHessianDiagonal(theta, diagonal);
    return diagonal;
  }

  @Override
  public void curvatureScores(
      double[] theta, double @Nullable [] factor, int from, int to, double[] out) {
    var scores = new SlotScores(dimension(), factor);
    overRows(theta, from, to, (i, w, c) -> out[i - from] = w * scores.half(c));
  }

  @Override
  public void metricScores(double[] theta, Metric metric, int from, int to, double[] out) {
    var scores = new SlotScores(dimension(), metric);
    overRows(theta, from, to, (i, w, c) -> out[i - from] = w * scores.whole(c));
  }

  @Override
  public Differentiated subset(int[] rows, double[] factors) {
    int[] numbers =
        origin == null ? rows.clone() : Arrays.stream(rows).map(i -> origin[i]).toArray();
    return new Differentiated(
        maker, declared, data.select(rows).scaled(factors), numbers, start, blocks, around, convex);
  }

  /** The same model, known to have one mode. */
  Differentiated convex() {
    return new Differentiated(maker, declared, data, origin, start, blocks, around, true);
  }

  /** The same model, which knows where its posterior lies. */
  public Differentiated around(Metric metric) {
    return new Differentiated(maker, declared, data, origin, start, blocks, metric, convex);
  }

  @Override
  public Model in(Metric metric) {
    return around(metric).pulled(metric);
  }

  private Model pulled(Metric metric) {
    return Estimated.super.in(metric);
  }

  @Override
  public Bounded guarded(Metric metric, double safety, int[] unknown) {
    return new GuardedModel(around(metric), metric, safety, unknown);
  }

  /**
   * An estimate, not a bound that holds everywhere: {@code 1.5 maxₜ ‖∇²fᵢ(θₜ)‖_F} over θ̂ and
   * {@link #POINTS} draws from a Gaussian 1.5 times as wide as the posterior's. Known {@link
   * #around} a centre only. O(POINTS) Hessians a row.
   */
  @Override
  public void lipschitz(int from, int to, double[] out) {
    if (around == null) {
      throw new IllegalArgumentException(
          "the Lipschitz constants of a model of one's own are estimated around its mode only");
    }
    Arrays.fill(out, 0, to - from, 0);
    double[] scores = new double[to - from];
    double[] u = new double[dimension()];
    double[] theta = new double[dimension()];
    var random = RandomStream.of(LIPSCHITZ_SEED);
    for (int t = 0; t <= POINTS; t++) {
      around.toTheta(u, theta);
      curvatureScores(theta, null, from, to, scores);
      for (int j = 0; j < scores.length; j++) {
        out[j] = Math.max(out[j], SAFETY * scores[j]);
      }
      random.fillGaussian(u, u.length);
      for (int k = 0; k < u.length; k++) {
        u[k] *= SAFETY;
      }
    }
  }
}
