package org.perrin.bench;

import java.util.Arrays;
import org.perrin.data.Rows;
import org.perrin.math.Kernels;
import org.perrin.math.Parallel;
import org.perrin.random.RandomStream;

/** What the machine can do at best, measured in the same run as what is compared with it. */
final class Limits {
  private Limits() {}

  /** Microseconds for n random rows: indices, product and sum, and nothing else. */
  static double randomRows(Rows x, int n, int repeats, RandomStream random) {
    int[] rows = new int[n];
    double[] v = new double[x.stride()];
    double[] products = new double[n];
    double[] sum = new double[x.stride()];
    long start = System.nanoTime();
    for (int t = 0; t < repeats; t++) {
      for (int j = 0; j < n; j++) {
        rows[j] = random.nextIndex(x.count());
      }
      x.dots(rows, 0, n, v, products);
      x.add(rows, 0, n, products, sum);
    }
    return (System.nanoTime() - start) / 1e3 / repeats;
  }

  /** Seconds to read all rows once, on all cores. */
  static double sequentialRead(Rows x) {
    double[] v = new double[x.stride()];
    Arrays.fill(v, 1);
    long start = System.nanoTime();
    Parallel.sum(
        x.count(),
        1,
        (sum, from, to) -> {
          double[] out = new double[256];
          for (int first = from; first < to; first += 256) {
            x.dots(first, Math.min(256, to - first), v, out);
            sum[0] += out[0];
          }
        });
    return (System.nanoTime() - start) / 1e9;
  }

  /** Bytes a second that all cores read from memory, one after the other. */
  static double readBytes() {
    int part = PeakReading.NUMBERS / 64;
    double[] kept = new double[64];
    long start = System.nanoTime();
    Parallel.run(64, c -> kept[c] = PeakReading.sum(c * part, part));
    double seconds = (System.nanoTime() - start) / 1e9;
    keep(kept);
    return (double) Double.BYTES * PeakReading.NUMBERS / seconds;
  }

  /** Exponentials a second on all cores, of numbers in the first-level cache. */
  static double exponentials() {
    int tasks = 16;
    int repeats = 2000;
    int few = 512;
    double[] kept = new double[tasks];
    long start = System.nanoTime();
    Parallel.run(
        tasks,
        c -> {
          double[] x = new double[few];
          double[] y = new double[few];
          Arrays.setAll(x, j -> (j - few / 2) * 0.01);
          for (int t = 0; t < repeats; t++) {
            Kernels.best().exp(x, y, few);
          }
          kept[c] = y[3];
        });
    double seconds = (System.nanoTime() - start) / 1e9;
    keep(kept);
    return (double) tasks * repeats * few / seconds;
  }

  private static void keep(double[] kept) {
    if (!(Arrays.stream(kept).sum() > 0)) {
      throw new IllegalStateException("the loop was optimised away");
    }
  }

  /** Fused multiply-adds a second on so many threads, operands in registers. */
  static double multiplyAdds(int threads) {
    int rounds = 20_000_000;
    double[] kept = new double[threads];
    long start = System.nanoTime();
    Parallel.run(threads, core -> kept[core] = PeakArithmetic.run(rounds));
    double seconds = (System.nanoTime() - start) / 1e9;
    keep(kept);
    return threads * PeakArithmetic.work(rounds) / seconds;
  }
}
