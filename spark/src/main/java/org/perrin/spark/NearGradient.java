package org.perrin.spark;

import java.util.List;
import java.util.function.Function;
import org.perrin.data.Batch;
import org.perrin.gradient.ControlVariate;
import org.perrin.gradient.Gradient;
import org.perrin.gradient.Workspace;
import org.perrin.model.Model;
import org.perrin.random.RandomStream;
import org.perrin.subsampling.Batches;
import org.perrin.subsampling.SubsampleSize;
import org.perrin.subsampling.Subsampling;

/** A gradient from few rows, which are fetched before they are needed. */
final class NearGradient implements Gradient, Fetcher.Source {
  private static final double MARGIN = 1.25;

  private final SparkPulled model;
  private final Batches batches;
  private final Fetcher fetcher;
  private final Gradient inner;

  /** {@code inner} makes it of batches whose rows are places in the store. */
  NearGradient(
      SparkPulled model, RowStore store, Batches batches, Function<Batches, Gradient> inner) {
    this.model = model;
    this.batches = batches;
    this.fetcher = new Fetcher(model, store, this);
    this.inner = inner.apply(new Batches(new Near(), batches.size()));
  }

  /** {@link ControlVariate} on such rows. */
  static NearGradient of(SparkPulled model, double[] sum, Batches batches) {
    RowStore store = model.store(sum);
    var centre = new NearCentre(store, sum);
    return new NearGradient(model, store, batches, near -> new ControlVariate(model, centre, near));
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
          (long)
              Math.ceil(MARGIN * steps * Math.max(size.least(), size.factor() * model.dimension()));
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
  private record NearCentre(RowStore store, double[] sum) implements Model.Centre {
    @Override
    public double[] theta() {
      return new double[sum.length];
    }

    @Override
    public void addDifference(double[] at, Batch batch, int from, int to, double[] out) {
      store.centre().addDifference(at, batch, from, to, out);
    }
  }
}
