package org.perrin.math;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A sum over chunks of rows of a long vector. Chunks are taken in their order and added in their
 * order, so that no more arrays are needed at once than there are threads, and a few; made anew for
 * each chunk they would be most of what a pass over few rows costs.
 */
final class OrderedSum {
  private final int rows;
  private final int chunks;
  private final int size;
  private final Parallel.Summand summand;
  private final AtomicInteger next = new AtomicInteger();
  private final double[][] waiting;
  private final Deque<double[]> spare = new ArrayDeque<>();
  private double[] total;
  private int added;

  OrderedSum(int rows, int chunks, int size, Parallel.Summand summand) {
    this.rows = rows;
    this.chunks = chunks;
    this.size = size;
    this.summand = summand;
    this.waiting = new double[chunks][];
  }

  double[] run() {
    Parallel.run(Math.min(chunks, Parallel.threads()), _ -> work());
    return total;
  }

  private void work() {
    for (int c = next.getAndIncrement(); c < chunks; c = next.getAndIncrement()) {
      double[] sum = empty();
      summand.addTo(sum, Parallel.bound(rows, chunks, c), Parallel.bound(rows, chunks, c + 1));
      add(c, sum);
    }
  }

  private double[] empty() {
    double[] array;
    synchronized (this) {
      array = spare.poll();
    }
    if (array == null) {
      return new double[size];
    }
    Arrays.fill(array, 0);
    return array;
  }

  /** Adds all that may be added now. */
  private synchronized void add(int chunk, double[] sum) {
    waiting[chunk] = sum;
    while (added < chunks && waiting[added] != null) {
      double[] one = waiting[added];
      waiting[added++] = null;
      if (total == null) {
        total = one;
      } else {
        for (int k = 0; k < size; k++) {
          total[k] += one[k];
        }
        spare.add(one);
      }
    }
  }
}
