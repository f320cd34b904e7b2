package org.perrin.spark;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.Function;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.gradient.Gradient;
import org.perrin.gradient.QuadraticControlVariate;
import org.perrin.metric.Metric;
import org.perrin.model.Bounded;
import org.perrin.model.CubicForm;
import org.perrin.model.Glm;
import org.perrin.model.PulledGlm;
import org.perrin.model.QuadraticCentre;
import org.perrin.model.RowReplaceableModel;
import org.perrin.subsampling.Batches;

/**
 * Coded rows in a metric, as {@link PulledGlm} has them: they stay as they are, executors hold two
 * numbers more of each. Sums are pulled on the driver, once.
 */
final class CodedPulled extends SparkPulled {
  /** Numbers of a row beside x: those of all rows, predictor and length. */
  private static final int SIDES = RowChunk.SIDE + 2;

  private final Metric metric;
  private final PulledGlm form;
  private final Function<RowBlock, PulledGlm> local;
  private final Function<RowBlock, RowReplaceableModel> inTheta;

  CodedPulled(SparkModel model, Metric metric) {
    this(
        model,
        metric,
        PulledGlm.covariance(metric),
        pulled(model.encoder().family(), Change.of(metric)));
  }

  private CodedPulled(
      SparkModel model, Metric metric, double[] covariance, Function<RowBlock, PulledGlm> local) {
    this(
        model,
        metric,
        model.table().map("pulled rows", pulling(model.encoder(), Change.of(metric), covariance)),
        PulledGlm.of((Glm) model.form(), metric, covariance),
        local);
  }

  private CodedPulled(
      SparkModel model,
      Metric metric,
      BlockTable table,
      PulledGlm form,
      Function<RowBlock, PulledGlm> local) {
    super(model, metric, table, form, local);
    this.metric = metric;
    this.form = form;
    this.local = local;
    this.inTheta = BlockLikelihoods.likelihoods(model.encoder().family());
  }

  private static Function<RowBlock, RowBlock> pulling(
      RowEncoder encoder, Change change, double[] covariance) {
    FamilyName family = encoder.family();
    RowLayout layout = encoder.layout();
    return block -> {
      var glm = (Glm) family.likelihood(block.data());
      PulledGlm model = PulledGlm.of(glm, change.metric(), covariance);
      var kept = new RowBlock.Pulled(model.predictors(), model.lengths());
      return new RowBlock(block.first(), layout, block.data(), kept);
    };
  }

  /** The likelihood of each block of such rows. */
  private static Function<RowBlock, PulledGlm> pulled(FamilyName family, Change change) {
    return block ->
        PulledGlm.of(
            (Glm) family.likelihood(block.data()),
            change.metric(),
            block.pulled().predictors(),
            block.pulled().lengths());
  }

  private double[] theta(double[] u) {
    double[] theta = new double[u.length];
    metric.toTheta(u, theta);
    return theta;
  }

  @Override
  Function<RowBlock, BlockLikelihoods.Weighed> weighing(double widen) {
    Function<RowBlock, PulledGlm> model = local;
    return block -> {
      PulledGlm rows = model.call(block);
      double[] sum = new double[rows.model().data().x().stride()];
      rows.addSlopes(0, block.count(), sum);
      return new BlockLikelihoods.Weighed(
          BlockLikelihoods.Weighed.scores(rows, widen), Arrays.copyOf(sum, rows.dimension()));
    };
  }

  @Override
  double[] pulledSum(double[] sum) {
    double[] pulled = new double[sum.length];
    metric.pull(sum, pulled);
    return pulled;
  }

  @Override
  public double potential(double[] u) {
    double[] at = theta(u);
    double[] loss = sum("potential", 1, inTheta, (m, to, s) -> s[0] = m.rangeLoss(at, 0, to));
    return form.model().prior().value(at) + loss[0];
  }

  @Override
  public double[] expansionSum(double[] u) {
    double[] at = theta(u);
    Glm all = form.model();
    return form.pulledExpansion(
        all.expanded(
            sum(
                "expansion",
                all.expansionSize(),
                inTheta,
                (m, to, s) -> m.addExpansion(at, 0, to, s))));
  }

  @Override
  public CubicForm cubicForm(@Nullable Bounded left) {
    Function<RowBlock, PulledGlm> model = local;
    double[] sum =
        table()
            .chained(
                "cubic form",
                form.cubesSize(),
                (block, from, to, s) -> model.call(block).addCubes(from, to, s));
    return form.cubicForm(sum, left);
  }

  /** Two passes: the gradient at the mode, and scores. */
  @Override
  public @Nullable QuadraticCentre quadratic(double[] curvedAt) {
    if (!form.curved()) {
      return null;
    }
    double[] at = metric.centre();
    double[] sum =
        sum("gradient", at.length, inTheta, (m, to, s) -> m.addRangeGradient(at, 0, to, s));
    form.model().prior().addGradient(at, sum);
    double[] gradient = pulledSum(sum);
    double[] curved = curvedAt.clone();
    Function<RowBlock, PulledGlm> model = local;
    List<double[]> scores =
        table()
            .pass(
                "scores",
                block -> {
                  double[] of = new double[block.count()];
                  model.call(block).quadratic(curved, gradient).scores(0, of.length, of);
                  return of;
                });
    forgetX();
    return new NearQuadratic(curved, gradient, SparkModel.joined(scores));
  }

  @Override
  public Gradient controlVariate(QuadraticCentre centre, Batches batches) {
    RowStore store = store(null);
    QuadraticCentre near = ((NearQuadratic) centre).with(stored(store));
    return new NearGradient(
        this, store, batches, rows -> new QuadraticControlVariate(this, near, rows));
  }

  @Override
  RowStore newStore(double[] gradient) {
    var store = new RowStore(rows(), layout(), SIDES);
    // the sum of all gradients is kept elsewhere: rows are asked only for what they differ by
    store.centre(gradient == null ? null : stored(store).origin(new double[dimension()]));
    return store;
  }

  @Override
  PulledGlm stored(RowStore store) {
    var data =
        new Dataset(
            store.x(),
            store.side(0),
            offset() ? store.side(1) : null,
            weighted() ? store.side(2) : null,
            names());
    return form.with(data, Doubles.of(store.side(3)), Doubles.of(store.side(4)));
  }

  @Override
  public PulledGlm subset(int[] chosen, double[] factors) {
    PacketTable rows = fetched(chosen, SIDES);
    RowBlock.Pulled kept = rows.pulled();
    int[] all = IntStream.range(0, chosen.length).toArray();
    return form.with(rows.dataset(names(), offset(), weighted()), kept.predictors(), kept.lengths())
        .subset(all, factors);
  }
}
