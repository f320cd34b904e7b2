package org.perrin.spark;

import java.util.Arrays;
import java.util.List;
import org.perrin.data.Batch;
import org.perrin.gradient.Gradient;
import org.perrin.gradient.Remote;
import org.perrin.metric.Metric;
import org.perrin.model.Predicted;
import org.perrin.model.Prior;
import org.perrin.model.Regressed;
import org.perrin.subsampling.Batches;

/**
 * A regression on a cluster seen through a metric: executors hold the rows {@code zᵢ = Lᵀxᵢ}, the
 * driver holds their weights (some 30 bytes a row with the alias table). One pass makes both.
 */
final class SparkPulled implements Predicted, Remote {
  private final SparkModel model;
  private final Regressed form;
  private final Local.Change change;
  private final BlockRows rows;
  private double[] scores;
  private double widened = Double.NaN;
  private double[] sum;
  private Store store;

  SparkPulled(SparkModel model, Metric metric) {
    this.model = model;
    this.form = model.form().in(metric);
    this.change = new Local.Change(metric.centre(), metric.matrix());
    Kind kind = model.recipe().kind();
    Local.Change to = change;
    this.rows = model.table().map("pulled rows", block -> Local.pulled(kind, to, block));
  }

  void forget() {
    rows.forget();
    store = null;
  }

  /** Rows that were fetched, kept from the pilot to the last step. */
  Store store(double[] gradient) {
    if (store == null) {
      store = new Store(this, gradient);
    }
    return store;
  }

  /** The model of no rows to speak of, for its form and its prior. */
  Regressed form() {
    return form;
  }

  boolean weighted() {
    return model.recipe().weight();
  }

  BlockRows table() {
    return rows;
  }

  @Override
  public int dimension() {
    return form.dimension();
  }

  @Override
  public int rows() {
    return rows.rows();
  }

  @Override
  public Prior prior() {
    return form.prior();
  }

  @Override
  public List<String> names() {
    return form.names();
  }

  @Override
  public double rowLoss(double[] u, int row) {
    throw SparkModel.far();
  }

  @Override
  public void addRowGradient(double[] u, int row, double weight, double[] out) {
    throw SparkModel.far();
  }

  @Override
  public void addRowHessian(double[] u, int row, double weight, double[] h) {
    throw SparkModel.far();
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
    Kind kind = model.recipe().kind();
    int width = model.recipe().width();
    Local.Change to = change;
    List<Local.Weighed> found =
        rows.pass("weights", block -> Local.Weighed.of(kind, to, width, widen, block));
    scores = SparkModel.joined(found.stream().map(Local.Weighed::scores).toList());
    sum = new double[dimension()];
    for (Local.Weighed block : found) {
      for (int k = 0; k < sum.length; k++) {
        sum[k] += block.sum()[k];
      }
    }
    widened = widen;
    // from here on nobody asks for x but a new centre, which is rare and reads the shuffle again
    model.table().forget();
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
      throw SparkModel.far();
    }
  }

  @Override
  public Gradient controlVariate(Centre centre, Batches batches) {
    return new Fetcher(this, centre.sum(), batches).gradient();
  }
}
