package org.perrin.spark;

import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.perrin.data.Batch;
import org.perrin.gradient.ControlVariate;
import org.perrin.gradient.Gradient;
import org.perrin.gradient.Workspace;
import org.perrin.model.Model;
import org.perrin.random.RandomStream;
import org.perrin.subsampling.Batches;
import org.perrin.subsampling.SubsampleSize;
import org.perrin.subsampling.Subsampling;

/**
 * Has the rows of coming steps ready. Weights are fixed, so which rows a chain looks at depends on
 * its random stream alone: a copy of the stream tells them ahead. One job fetches those of a whole
 * block of steps for all chains, each row once and none that is here already, while the block
 * before runs; the chains then run at the speed of memory.
 *
 * <p>With sizes that depend on where a chain is, the number of rows is guessed with a margin, what
 * is left over serves the next block, and a chain that needs more has it fetched.
 */
final class Fetcher {
  private static final double MARGIN = 1.25;
  private static final int PIECE = 1 << 16;

  /** Steps to fetch for where a guess was too low. */
  private static final int FORESIGHT = 64;

  private final SparkPulled model;
  private final double[] sum;
  private final Batches batches;
  private final Store store;
  private CompletableFuture<Runnable> next;

  /** The streams behind all rows that were fetched. */
  private List<RandomStream> reached = List.of();

  Fetcher(SparkPulled model, double[] sum, Batches batches) {
    this.model = model;
    this.sum = sum;
    this.store = model.store(sum);
    this.batches = batches;
  }

  /** The estimator that chains see. */
  Gradient gradient() {
    var near = new Batches(new Near(), batches.size());
    return new Ahead(new ControlVariate(model, new NearCentre(), near));
  }

  private boolean fixed() {
    return batches.size() instanceof SubsampleSize.Fixed;
  }

  /** Rows that a chain will look at in so many steps. */
  private long draws(long steps) {
    return switch (batches.size()) {
      case SubsampleSize.Fixed size -> size.n() * steps;
      case SubsampleSize.Adaptive size ->
          (long) Math.ceil(MARGIN * steps * Math.max(size.least(), size.factor() * sum.length));
    };
  }

  private void prepare(List<RandomStream> streams, int steps, int after) {
    if (next != null) {
      joined(next).run();
    }
    // what was fetched ahead is what these steps look at, unless a chain has ended or sizes vary
    boolean ready = next != null && fixed() && streams.size() == reached.size();
    if (!ready) {
      load(coming(streams, draws(steps))).run();
      reached = streams;
    }
    List<RandomStream> from = reached;
    next = after == 0 ? null : later(() -> load(coming(from, draws(after))));
  }

  private static CompletableFuture<Runnable> later(Supplier<Runnable> load) {
    return CompletableFuture.supplyAsync(
        load, work -> Thread.ofPlatform().daemon().name("perrin-fetch").start(work));
  }

  private static Runnable joined(CompletableFuture<Runnable> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** The different rows of the next draws, sorted; moves the streams. */
  private int[] coming(List<RandomStream> streams, long draws) {
    BitSet[] seen = new BitSet[streams.size()];
    IntStream.range(0, seen.length).parallel().forEach(c -> seen[c] = seen(streams.get(c), draws));
    for (int c = 1; c < seen.length; c++) {
      seen[0].or(seen[c]);
    }
    return seen[0].stream().toArray();
  }

  private BitSet seen(RandomStream stream, long draws) {
    var rows = new BitSet(model.rows());
    var batch = new Batch();
    for (long done = 0; done < draws; done += PIECE) {
      int n = (int) Math.min(PIECE, draws - done);
      batches.scheme().draw(n, null, stream, batch);
      for (int j = 0; j < n; j++) {
        rows.set(batch.rows()[j]);
      }
    }
    return rows;
  }

  /** Fetches what is missing; what is left to do when no chain runs comes back. */
  private Runnable load(int[] rows) {
    int[] missing = store.missing(rows);
    Store.Arrival arrival = arrived(missing);
    if (arrival != null) {
      return () -> store.show(arrival);
    }
    List<Packet> packets = model.table().fetch(missing);
    return () -> store.replace(rows, missing, packets);
  }

  /** Fetches rows to where there is room for them; null if there is none. */
  private Store.Arrival arrived(int[] missing) {
    Store.Arrival arrival = store.reserve(missing);
    if (arrival != null && missing.length > 0) {
      model.table().fetch(missing, packet -> store.write(arrival, packet));
    }
    return arrival;
  }

  /** A chain has left what was foreseen: fetches what it needs now and for a while. */
  private synchronized void more(int[] chosen, int from, int to, RandomStream stream) {
    BitSet rows = seen(stream, draws(FORESIGHT));
    IntStream.range(from, to).forEach(j -> rows.set(chosen[j]));
    Store.Arrival arrival = arrived(store.missing(rows.stream().toArray()));
    if (arrival == null) {
      throw new IllegalStateException(
          "the driver has no room for the rows that a chain needs: give it more memory, or take"
              + " fixed sizes");
    }
    store.show(arrival);
  }

  /** {@link ControlVariate} that is told what comes. */
  private final class Ahead implements Gradient {
    private final ControlVariate inner;

    Ahead(ControlVariate inner) {
      this.inner = inner;
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
      prepare(streams, steps, after);
    }
  }

  /** The scheme itself, its rows named by their places in the window. */
  private final class Near implements Subsampling {
    @Override
    public int rows() {
      return model.rows();
    }

    @Override
    public void draw(int n, double[] u, RandomStream random, Batch batch) {
      batches.scheme().draw(n, u, random, batch);
      int located = store.locate(batch.rows(), 0, n);
      while (located < n) {
        more(batch.rows(), located, n, random.copy());
        located = store.locate(batch.rows(), located, n);
      }
    }

    @Override
    public double probability(int row) {
      return batches.scheme().probability(row);
    }
  }

  /** The centre with the rows of the window. */
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
