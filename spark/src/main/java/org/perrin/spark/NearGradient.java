package org.perrin.spark;

import java.util.List;
import org.perrin.data.Batch;
import org.perrin.gradient.ControlVariate;
import org.perrin.gradient.Gradient;
import org.perrin.gradient.Workspace;
import org.perrin.model.Model;
import org.perrin.random.RandomStream;
import org.perrin.subsampling.Batches;
import org.perrin.subsampling.SubsampleSize;
import org.perrin.subsampling.Subsampling;

/** {@link ControlVariate} on rows that are fetched before they are needed. */
final class NearGradient implements Gradient, Fetcher.Source {
  private static final double MARGIN = 1.25;

  private final SparkPulled model;
  private final double[] sum;
  private final Batches batches;
  private final RowStore store;
  private final Fetcher fetcher;
  private final ControlVariate inner;

  NearGradient(SparkPulled model, double[] sum, Batches batches) {
    this.model = model;
    this.sum = sum;
    this.batches = batches;
    this.store = model.store(sum);
    this.fetcher = new Fetcher(model, store, this);
    this.inner =
        new ControlVariate(model, new NearCentre(), new Batches(new Near(), batches.size()));
  }

  @Override
  public void draw(int n, RandomStream stream, Batch batch) {
    batches.scheme().draw(n, null, stream, batch);
  }

  @Override
  public boolean certain() {
    return batches.size() instanceof SubsampleSize.Fixed;
  }

  @Override
  public long draws(long steps) {
    return switch (batches.size()) {
      case SubsampleSize.Fixed size -> size.n() * steps;
      case SubsampleSize.Adaptive size ->
          (long) Math.ceil(MARGIN * steps * Math.max(size.least(), size.factor() * sum.length));
    };
  }

  @Override
  public Model model() {
    return model;
  }

  @Override
  public void start(double[] u, Workspace workspace) {
    inner.start(u, workspace);
  }

  @Override
  public int estimate(double[] u, RandomStream random, Workspace workspace, double[] out) {
    return inner.estimate(u, random, workspace, out);
  }

  @Override
  public void ahead(List<RandomStream> streams, int steps, int after) {
    fetcher.prepare(streams, steps, after);
  }

  /** The scheme itself, its rows named by their places in the store. */
  private final class Near implements Subsampling {
    @Override
    public int rows() {
      return model.rows();
    }

    @Override
    public void draw(int n, double[] u, RandomStream random, Batch batch) {
      batches.scheme().draw(n, u, random, batch);
      fetcher.locate(batch.rows(), n, random);
    }

    @Override
    public double probability(int row) {
      return batches.scheme().probability(row);
    }
  }

  /** The centre with the rows of the store. */
  private final class NearCentre implements Model.Centre {
    @Override
    public double[] theta() {
      return new double[sum.length];
    }

    @Override
    public double[] sum() {
      return sum;
    }

    @Override
    public void addDifference(double[] at, Batch batch, int from, int to, double[] out) {
      store.centre().addDifference(at, batch, from, to, out);
    }
  }
}
