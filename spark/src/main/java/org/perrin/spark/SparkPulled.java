package org.perrin.spark;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.api.java.function.Function;
import org.perrin.data.Batch;
import org.perrin.gradient.Fetching;
import org.perrin.gradient.Gradient;
import org.perrin.metric.Metric;
import org.perrin.model.Bounded;
import org.perrin.model.LinearPredictorModel;
import org.perrin.model.QuadraticCentre;
import org.perrin.model.Remainder;
import org.perrin.subsampling.Batches;
import org.perrin.subsampling.LightRows;

/**
 * A regression on a cluster seen through a metric: executors hold what they need of each row there,
 * the driver holds weights or bounds (some 30 bytes a row with the table to draw from). One pass
 * makes both.
 */
abstract class SparkPulled extends BlockModel implements LinearPredictorModel, Fetching {
  private final SparkModel model;
  private final Metric metric;
  private final Map<Double, Awaited<double[]>> scores = new ConcurrentHashMap<>();
  private double[] sum;
  private RowStore store;

  SparkPulled(
      SparkModel model,
      Metric metric,
      BlockTable table,
      Bounded form,
      Function<RowBlock, ? extends Bounded> local) {
    super(table, form, local);
    this.model = model;
    this.metric = metric;
  }

  /** Weights of the rows of a block, and the sum of their gradients at the mode. */
  abstract Function<RowBlock, BlockLikelihoods.Weighed> weighing(double widen);

  /** Such a sum over all rows, by u. */
  abstract double[] pulledSum(double[] sum);

  /** Room for rows; {@code gradient} is the sum of all at 0, null where no centre is needed. */
  abstract RowStore newStore(double[] gradient);

  /** The model of the rows that lie there. */
  abstract Bounded stored(RowStore store);

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
      store = newStore(gradient);
    }
    return store;
  }

  /** Frees them: another sampler takes over, which keeps other things of a row. */
  SparkPulled emptied() {
    forgetBounds();
    store = null;
    return this;
  }

  RowLayout layout() {
    return model.pulledLayout();
  }

  boolean weighted() {
    return model.encoder().weight();
  }

  boolean offset() {
    return model.encoder().offset();
  }

  /** Steps on all rows would be a job each. */
  @Override
  public double[] likelihoodGradient(double[] u) {
    throw new IllegalArgumentException(
        "a step would read more than half of the rows: collect them and fit in memory, or give a"
            + " larger tolerance");
  }

  @Override
  public void expectedScores(
      double[] u, double[] factor, double widen, int from, int to, double[] out) {
    if (factor != null || Arrays.stream(u).anyMatch(v -> v != 0)) {
      throw new IllegalArgumentException("weights on a cluster are those at the mode");
    }
    double[] weights =
        scores.computeIfAbsent(widen, _ -> new Awaited<>()).get(() -> weighed(widen));
    System.arraycopy(weights, from, out, 0, to - from);
  }

  private double[] weighed(double widen) {
    List<BlockLikelihoods.Weighed> found = table().pass("weights", weighing(widen));
    double[] weights =
        SparkModel.joined(found.stream().map(BlockLikelihoods.Weighed::scores).toList());
    double[] all = new double[dimension()];
    for (BlockLikelihoods.Weighed block : found) {
      for (int k = 0; k < all.length; k++) {
        all[k] += block.sum()[k];
      }
    }
    sum = pulledSum(all);
    forgetX();
    return weights;
  }

  /** Nothing needs x any more but a new centre, which is rare and reads the shuffle again. */
  final void forgetX() {
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
    return NearGradient.of(this, centre.sum(), batches);
  }

  @Override
  public Gradient controlVariate(QuadraticCentre centre, Batches batches) {
    throw new UnsupportedOperationException("dense rows have no centre of second order");
  }

  @Override
  public LightRows near(LightRows rows, double rate) {
    forgetBounds();
    return new NearLightRows(this, rows, rate);
  }

  @Override
  public Remainder near(Remainder remainder) {
    return stored(store(null)).remainder(remainder.order(), remainder.reach());
  }

  /** The rows with these numbers, sorted. */
  PacketTable fetched(int[] chosen, int sides) {
    int room = RowStore.capacity(rows(), layout());
    if (chosen.length > room) {
      throw new IllegalArgumentException(
          "the driver has room for %,d rows, and %,d are read at every step: give it more memory"
              .formatted(room, chosen.length));
    }
    return PacketTable.of(table().fetch(chosen), layout(), sides);
  }
}
