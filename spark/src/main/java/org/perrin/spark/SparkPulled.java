package org.perrin.spark;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.api.java.function.Function;
import org.perrin.data.Batch;
import org.perrin.gradient.Fetching;
import org.perrin.gradient.Gradient;
import org.perrin.metric.Metric;
import org.perrin.model.LinearPredictorModel;
import org.perrin.model.Remainder;
import org.perrin.model.RowReplaceableModel;
import org.perrin.subsampling.Batches;
import org.perrin.subsampling.LightRows;

/**
 * A regression on a cluster seen through a metric: executors hold the rows {@code zᵢ = Lᵀxᵢ}, the
 * driver holds their weights or bounds (some 30 bytes a row with the table to draw from). One pass
 * makes both.
 */
final class SparkPulled extends BlockModel implements LinearPredictorModel, Fetching {
  private final SparkModel model;
  private final Metric metric;
  private final BlockLikelihoods.Change change;
  private double[] scores;
  private double widened = Double.NaN;
  private double[] sum;
  private RowStore store;

  SparkPulled(SparkModel model, Metric metric) {
    this(model, metric, new BlockLikelihoods.Change(metric.centre(), metric.matrix()));
  }

  private SparkPulled(SparkModel model, Metric metric, BlockLikelihoods.Change change) {
    super(
        model
            .table()
            .map("pulled rows", BlockLikelihoods.pulling(model.encoder().family(), change)),
        model.form().stored(metric),
        BlockLikelihoods.pulled(model.encoder(), change));
    this.model = model;
    this.metric = metric;
    this.change = change;
  }

  Metric metric() {
    return metric;
  }

  void forget() {
    table().forget();
    emptied();
  }

  /** Rows that were fetched, kept from the pilot to the last step. */
  RowStore store(double[] gradient) {
    if (store == null) {
      store = new RowStore(this, gradient);
    }
    return store;
  }

  /** Frees them: another sampler takes over, which keeps other things of a row. */
  SparkPulled emptied() {
    forgetBounds();
    store = null;
    return this;
  }

  boolean weighted() {
    return model.encoder().weight();
  }

  /** Steps on all rows would be a job each. */
  @Override
  public double[] likelihoodGradient(double[] u) {
    throw new IllegalArgumentException(
        "a step would read more than half of the rows: collect them and fit in memory, or give a"
            + " larger tolerance");
  }

  @Override
  public synchronized void expectedScores(
      double[] u, double[] factor, double widen, int from, int to, double[] out) {
    if (factor != null || Arrays.stream(u).anyMatch(v -> v != 0)) {
      throw new IllegalArgumentException("weights on a cluster are those at the mode");
    }
    if (widened != widen) {
      weigh(widen);
    }
    System.arraycopy(scores, from, out, 0, to - from);
  }

  private void weigh(double widen) {
    Function<RowBlock, RowReplaceableModel> local =
        BlockLikelihoods.pulled(model.encoder(), change);
    List<BlockLikelihoods.Weighed> found =
        table().pass("weights", block -> BlockLikelihoods.Weighed.of(local.call(block), widen));
    scores = SparkModel.joined(found.stream().map(BlockLikelihoods.Weighed::scores).toList());
    sum = new double[dimension()];
    for (BlockLikelihoods.Weighed block : found) {
      for (int k = 0; k < sum.length; k++) {
        sum[k] += block.sum()[k];
      }
    }
    widened = widen;
    forgetX();
  }

  /** Nothing needs x any more but a new centre, which is rare and reads the shuffle again. */
  private void forgetX() {
    model.table().forget();
  }

  @Override
  double[][] measured(double reach) {
    double[][] found = super.measured(reach);
    forgetX();
    return found;
  }

  @Override
  public Centre centre(double[] u) {
    if (sum == null) {
      throw new IllegalStateException("weights come before the centre");
    }
    return new Far(u.clone(), sum);
  }

  /** The centre as far as the driver knows it. */
  private record Far(double[] theta, double[] sum) implements Centre {
    @Override
    public void addDifference(double[] at, Batch batch, int from, int to, double[] out) {
      throw far();
    }
  }

  @Override
  public Gradient controlVariate(Centre centre, Batches batches) {
    return new NearGradient(this, centre.sum(), batches);
  }

  @Override
  public LightRows near(LightRows rows, double rate) {
    forgetBounds();
    return new NearLightRows(this, rows, rate);
  }

  @Override
  public Remainder near(Remainder remainder) {
    return form().with(store(null).data()).remainder(remainder.order(), remainder.reach());
  }

  @Override
  public RowReplaceableModel subset(int[] chosen, double[] factors) {
    int room = RowStore.capacity(rows(), dimension());
    if (chosen.length > room) {
      throw new IllegalArgumentException(
          "the driver has room for %,d rows, and %,d are read at every step: give it more memory"
              .formatted(room, chosen.length));
    }
    var packets = new Packets(table().fetch(chosen), dimension());
    return form().with(packets.dataset(names(), true, weighted()).scaled(factors));
  }
}
