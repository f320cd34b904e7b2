package org.perrin.spark;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.perrin.data.Batch;
import org.perrin.random.RandomStream;
import org.perrin.subsampling.LightRows;

/**
 * Light rows that are fetched before they are needed, named by their places in the store. Which
 * they are depends on the random stream alone; how many a step draws is a Poisson variable whose
 * mean depends on where it leads, and a rejection ends the count. So as many are fetched as steps
 * are predicted to draw, or have drawn, with a margin.
 */
final class NearLightRows implements LightRows, Fetcher.Source {
  private static final double MARGIN = 1.25;

  /** Standard deviations of a Poisson variable. */
  private static final double DEVIATIONS = 6;

  /** Rows in any case. */
  private static final int FEW = 64;

  private final LightRows rows;
  private final Fetcher fetcher;
  private final LongAdder drawn = new LongAdder();
  private double rate;
  private double made;

  /** {@code rate} rows a step are predicted. */
  NearLightRows(SparkPulled model, LightRows rows, double rate) {
    this.rows = rows;
    this.rate = rate;
    this.fetcher = new Fetcher(model, model.store(null), this);
  }

  @Override
  public double total() {
    return rows.total();
  }

  @Override
  public double bound(int row) {
    throw BlockModel.far();
  }

  @Override
  public void draw(int n, RandomStream random, int[] chosen, double[] inverse) {
    rows.draw(n, random, chosen, inverse);
    drawn.add(n);
    fetcher.locate(chosen, n, random);
  }

  @Override
  public void ahead(List<RandomStream> streams, int steps, int after) {
    rate = made == 0 ? rate : Math.max(rate, drawn.sumThenReset() / made);
    made = (double) steps * streams.size();
    fetcher.prepare(streams, steps, after);
  }

  @Override
  public void draw(int n, RandomStream stream, Batch batch) {
    batch.resize(n);
    rows.draw(n, stream, batch.rows(), batch.weights());
  }

  @Override
  public long draws(long steps) {
    double mean = rate * steps;
    return (long) Math.ceil(MARGIN * mean + DEVIATIONS * Math.sqrt(mean)) + FEW;
  }

  @Override
  public boolean certain() {
    return false;
  }
}
