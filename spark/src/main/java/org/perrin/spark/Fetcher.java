package org.perrin.spark;

import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.perrin.data.Batch;
import org.perrin.random.RandomStream;

/**
 * Has the rows of coming steps ready. Chances are fixed, so which rows a chain looks at depends on
 * its random stream alone: a copy of the stream gives them in advance. One job fetches those of a
 * whole block of steps for all chains, each row once and none that is here already, while the block
 * before runs; the chains then run at the speed of memory.
 *
 * <p>Where the number of rows that a chain looks at depends on where it is, that is guessed with a
 * margin, what is left over serves the next block, and a chain that needs more has it fetched.
 */
final class Fetcher {
  private static final int PIECE = 1 << 16;

  /** Steps to fetch for where a guess was too low, or this part of a block if that is more. */
  private static final int FORESIGHT = 64;

  private static final int PARTS = 16;

  private final SparkPulled model;
  private final RowStore store;
  private final Source source;
  private CompletableFuture<Runnable> next;
  private volatile int block;

  /** The streams behind all rows that were fetched. */
  private List<RandomStream> reached = List.of();

  /** Where rows come from. */
  interface Source {
    /** Draws rows of the table. */
    void draw(int n, RandomStream stream, Batch batch);

    /** Rows that a chain will look at in so many steps. */
    long draws(long steps);

    /** Whether that is so, and not a guess. */
    boolean certain();
  }

  Fetcher(SparkPulled model, RowStore store, Source source) {
    this.model = model;
    this.store = store;
    this.source = source;
  }

  /** Called with what comes; no chain moves meanwhile. */
  void prepare(List<RandomStream> streams, int steps, int after) {
    block = steps;
    if (next != null) {
      joined(next).run();
    }
    // what was fetched ahead is what these steps look at, unless a chain has ended or sizes vary
    boolean ready = next != null && source.certain() && streams.size() == reached.size();
    if (!ready) {
      load(coming(streams, source.draws(steps))).run();
      reached = streams;
    }
    List<RandomStream> from = reached;
    long draws = source.draws(after);
    next = after == 0 ? null : later(() -> load(coming(from, draws)));
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
      source.draw(n, stream, batch);
      for (int j = 0; j < n; j++) {
        rows.set(batch.rows()[j]);
      }
    }
    return rows;
  }

  /** Fetches what is missing; what is left to do when no chain runs comes back. */
  private Runnable load(int[] rows) {
    int[] missing = store.missing(rows);
    RowStore.Arrival arrival = arrived(missing);
    if (arrival != null) {
      return () -> store.show(arrival);
    }
    List<Packet> packets = model.table().fetch(missing);
    return () -> store.replace(rows, missing, packets);
  }

  /** Fetches rows to where there is room for them; null if there is none. */
  private RowStore.Arrival arrived(int[] missing) {
    RowStore.Arrival arrival = store.reserve(missing);
    if (arrival != null && missing.length > 0) {
      model.table().fetch(missing, packet -> store.write(arrival, packet));
    }
    return arrival;
  }

  /** A chain has left what was foreseen: fetches what it needs now and for a while. */
  private synchronized void more(int[] chosen, int from, int to, RandomStream stream) {
    BitSet rows = seen(stream, source.draws(Math.max(FORESIGHT, block / PARTS)));
    IntStream.range(from, to).forEach(j -> rows.set(chosen[j]));
    RowStore.Arrival arrival = arrived(store.missing(rows.stream().toArray()));
    if (arrival == null) {
      throw new IllegalStateException(
          "the driver has no room for the rows that a chain needs: give it more memory");
    }
    store.show(arrival);
  }

  /**
   * Turns {@code n} numbers of rows, which a chain has drawn with {@code stream}, into their places
   * in the store.
   */
  void locate(int[] rows, int n, RandomStream stream) {
    int located = store.locate(rows, 0, n);
    while (located < n) {
      more(rows, located, n, stream.copy());
      located = store.locate(rows, located, n);
    }
  }
}
