package org.perrin.spark;

import org.apache.spark.api.java.function.Function;
import org.perrin.data.Dataset;
import org.perrin.metric.Metric;
import org.perrin.model.RowReplaceableModel;

/** Dense rows in a metric: executors hold {@code zᵢ = Lᵀxᵢ}, with predictors at θ̂ as offsets. */
final class DensePulled extends SparkPulled {
  private final RowReplaceableModel form;
  private final Function<RowBlock, RowReplaceableModel> local;

  DensePulled(SparkModel model, Metric metric) {
    this(model, metric, model.form().stored(metric), Change.of(metric));
  }

  private DensePulled(SparkModel model, Metric metric, RowReplaceableModel form, Change change) {
    super(
        model,
        metric,
        model.table().map("pulled rows", pulling(model.encoder(), change)),
        form,
        pulled(model.encoder(), change));
    this.form = form;
    this.local = pulled(model.encoder(), change);
  }

  private static Function<RowBlock, RowBlock> pulling(RowEncoder encoder, Change change) {
    FamilyName family = encoder.family();
    RowLayout layout = encoder.pulledLayout();
    return block ->
        new RowBlock(
            block.first(),
            layout,
            family.likelihood(block.data()).stored(change.metric()).data(),
            null);
  }

  /** The likelihood of each block of such rows. */
  private static Function<RowBlock, RowReplaceableModel> pulled(RowEncoder encoder, Change change) {
    FamilyName family = encoder.family();
    RowLayout layout = encoder.layout();
    return block ->
        family
            .likelihood(BlockLikelihoods.empty(family, layout))
            .stored(change.metric())
            .with(block.data());
  }

  @Override
  Function<RowBlock, BlockLikelihoods.Weighed> weighing(double widen) {
    Function<RowBlock, RowReplaceableModel> model = local;
    return block -> BlockLikelihoods.Weighed.of(model.call(block), widen);
  }

  @Override
  double[] pulledSum(double[] sum) {
    return sum;
  }

  @Override
  RowStore newStore(double[] gradient) {
    var store = new RowStore(rows(), layout(), RowChunk.SIDE);
    store.centre(gradient == null ? null : stored(store).origin(gradient));
    return store;
  }

  @Override
  RowReplaceableModel stored(RowStore store) {
    return form.with(
        new Dataset(
            store.x(), store.side(0), store.side(1), weighted() ? store.side(2) : null, names()));
  }

  @Override
  public RowReplaceableModel subset(int[] chosen, double[] factors) {
    PacketTable rows = fetched(chosen, RowChunk.SIDE);
    return form.with(rows.dataset(names(), true, weighted()).scaled(factors));
  }
}
