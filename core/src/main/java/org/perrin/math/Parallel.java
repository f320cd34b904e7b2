package org.perrin.math;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Work on all cores with results that do not depend on how many there are: rows are cut into chunks
 * by their number alone, every chunk is summed by itself, and the sums are added in the order of
 * the chunks.
 */
public final class Parallel {
  private static final int MOST_CHUNKS = 64;
  private static final int LEAST_ROWS = 1024;
  private static final long PARTIALS_BUDGET = 16_000_000;

  /** Sums of so many elements are added up as they come, in few arrays. */
  private static final int LONG_SUM = 1 << 15;

  private Parallel() {}

  /** Runs {@code body} for 0 … tasks−1 in the pool of the caller, or the common one. */
  public static void run(int tasks, IntConsumer body) {
    if (tasks == 1) {
      body.accept(0);
    } else {
      try {
        IntStream.range(0, tasks).parallel().forEach(body);
      } catch (RuntimeException e) {
        throw original(e);
      }
    }
  }

  /**
   * What a task threw. The pool hands it over in a copy of its class, whose message is the class
   * name of the original and its message: nothing to show to users.
   */
  private static RuntimeException original(RuntimeException e) {
    return e.getCause() instanceof RuntimeException cause
            && cause.getClass() == e.getClass()
            && cause.toString().equals(e.getMessage())
        ? original(cause)
        : e;
  }

  /** The same, no more than {@code most} of them at once. */
  public static void run(int tasks, int most, IntConsumer body) {
    for (int from = 0; from < tasks; from += most) {
      int first = from;
      run(Math.min(most, tasks - from), i -> body.accept(first + i));
    }
  }

  /** Threads that work on a parallel step of this one. */
  static int threads() {
    ForkJoinPool own = ForkJoinTask.getPool();
    return own == null ? 1 + ForkJoinPool.getCommonPoolParallelism() : own.getParallelism();
  }

  /** Runs {@code work} so that all parallel steps inside it use {@code threads} threads. */
  public static <T> T with(int threads, Supplier<T> work) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1, not " + threads);
    }
    try (var pool = new ForkJoinPool(threads)) {
      return pool.submit(work::get).join();
    } catch (RuntimeException e) {
      throw original(e);
    }
  }

  /** What is done with rows {@code from ≤ i < to}. */
  @FunctionalInterface
  public interface Chunk {
    /** Handles the rows. */
    void accept(int from, int to);
  }

  /** Hands out all rows in chunks; chunks must not write to the same place. */
  public static void overRows(int rows, Chunk body) {
    int chunks = chunks(rows, 1);
    run(chunks, c -> body.accept(bound(rows, chunks, c), bound(rows, chunks, c + 1)));
  }

  /** Adds something for rows {@code from ≤ i < to} to {@code sum}. */
  @FunctionalInterface
  public interface Summand {
    /** Adds the rows' share. */
    void addTo(double[] sum, int from, int to);
  }

  /** {@code Σ} over all rows of a vector of {@code size} elements, the same bits on any machine. */
  public static double[] sum(int rows, int size, Summand summand) {
    int chunks = chunks(rows, size);
    if (size >= LONG_SUM && chunks > 1) {
      return new OrderedSum(rows, chunks, size, summand).run();
    }
    double[][] partial = new double[chunks][];
    run(
        chunks,
        c -> {
          double[] sum = new double[size];
          summand.addTo(sum, bound(rows, chunks, c), bound(rows, chunks, c + 1));
          partial[c] = sum;
        });
    double[] total = partial[0];
    for (int c = 1; c < chunks; c++) {
      for (int k = 0; k < size; k++) {
        total[k] += partial[c][k];
      }
    }
    return total;
  }

  /** Into how many chunks rows are cut for sums of {@code size} elements. */
  public static int chunks(int rows, int size) {
    long byMemory = Math.max(2, PARTIALS_BUDGET / size);
    long byRows = Math.max(1, rows / LEAST_ROWS);
    return (int) Math.min(MOST_CHUNKS, Math.min(byMemory, byRows));
  }

  /** The first row of chunk {@code c}. */
  public static int bound(int rows, int chunks, int c) {
    return (int) ((long) rows * c / chunks);
  }
}
