package org.perrin.bench;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.perrin.data.Dataset;
import org.perrin.data.Rows;
import org.perrin.data.Synthetic;
import org.perrin.dynamics.LeimkuhlerMatthews;
import org.perrin.gradient.ControlVariate;
import org.perrin.io.design.Design;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.packed.DatasetPacker;
import org.perrin.io.table.Table;
import org.perrin.math.Parallel;
import org.perrin.mode.Newton;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.random.RandomStream;
import org.perrin.sampler.RunningChain;
import org.perrin.sampler.Sampler;
import org.perrin.subsampling.Preferential;

/**
 * Packed tables: what a step costs at 10⁶ rows and at as many as are asked for, beside the rate at
 * which page cache and disk yield random rows. Ten columns in single precision, a logistic target.
 */
public final class PackedBench {
  private static final int SMALL = 1_000_000;
  private static final int PART = 8 * Synthetic.BLOCK;
  private static final double[] BETA = {
    1, -0.8, 0.64, -0.51, 0.41, -0.33, 0.26, -0.21, 0.17, -0.13
  };

  /** n of the natural sampler for ten parameters, h = 0.5 and τ = 1 %. */
  private static final int N = 70;

  private static final int ROUNDS = 15;
  private static final double MOST = 3;

  private final PrintWriter out;
  private final Path folder;

  /** Prints to {@code out}; tables are made in {@code folder}, and deleted. */
  public PackedBench(PrintWriter out, Path folder) {
    this.out = out;
    this.folder = folder;
  }

  /** One table and all that a sampler needs of it. */
  private record Prepared(Path file, Rows z, RunningChain[] chains) {}

  /** True if a step at {@code rows} costs at most three times what it does at 10⁶. */
  public boolean run(int rows) {
    Prepared small = prepare(SMALL);
    Prepared large = prepare(rows);
    var random = RandomStream.of(3);
    double[][] t = new double[5][ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      t[0][round] = steps(small, 1);
      t[1][round] = steps(large, 1);
      t[2][round] = Limits.randomRows(small.z(), N, 2000, random);
      t[3][round] = Limits.randomRows(large.z(), N, 2000, random);
      t[4][round] = steps(large, 2);
    }
    double[] median = Arrays.stream(t).mapToDouble(PackedBench::median).toArray();
    double page = DiskLimits.randomPage(large.file(), 2000);
    line("a step at %,d rows: %.1f µs; random rows alone %.1f µs", SMALL, median[0], median[2]);
    line(
        "a step at %,d rows: %.1f µs (%.1f with two chains); random rows alone %.1f µs",
        rows, median[1], median[4], median[3]);
    line("page cache: %.2f million random rows/s on one thread", N / median[3]);
    line(
        "disk, past the cache: %.0f µs a random page, so a step of %d cold rows would take %.1f ms",
        page, N, N * page / 1000);
    double ratio = median[1] / median[0];
    line(
        "step, %,d rows / %,d rows: %.2f (at most %.0f) %s",
        rows, SMALL, ratio, MOST, ratio <= MOST ? "holds" : "DOES NOT HOLD");
    line(
        "memory: %,.0f MB anonymous, %,.0f MB of files (page cache), heap at most %,d MB",
        DiskLimits.status("RssAnon"),
        DiskLimits.status("RssFile") + DiskLimits.status("RssShmem"),
        Runtime.getRuntime().maxMemory() >> 20);
    return ratio <= MOST;
  }

  private void line(String format, Object... arguments) {
    out.printf(Locale.ROOT, format + "%n", arguments);
    out.flush();
  }

  private Prepared prepare(int rows) {
    Path file = folder.resolve("perrin-bench-%d.perrin".formatted(rows));
    try {
      double packing = seconds(() -> pack(file, rows));
      Table[] table = new Table[1];
      double verifying = seconds(() -> table[0] = Table.read(file));
      Dataset data = Design.of(table[0], DesignSpec.target("y")).data();
      var model = Glm.logistic(data, Priors.normal(0, 2.5));
      var made = new Prepared[1];
      double preparing = seconds(() -> made[0] = prepare(file, model));
      line(
          "%,d × 10 in single precision: made and packed in %.1f s, read and verified in %.2f s, mode and weights in %.1f s; %s",
          rows, packing, verifying, preparing, model.storage().onHeap() ? "on the heap" : "mapped");
      return made[0];
    } finally {
      // mapped pages outlive the name
      file.toFile().deleteOnExit();
    }
  }

  private static Prepared prepare(Path file, Glm model) {
    var mode = Newton.find(model);
    Glm pulled = model.stored(mode.metric());
    double[] zero = new double[model.dimension()];
    var storage = model.storage();
    var scores =
        Preferential.scores(
            model.rows(), storage, (a, b, s) -> pulled.expectedScores(zero, null, 1.5, a, b, s));
    var scheme = Preferential.of(scores, Preferential.MIXTURE, storage);
    var gradient = ControlVariate.at(zero, pulled, scheme.size(N));
    RunningChain[] chains = new RunningChain[2];
    Arrays.setAll(
        chains,
        c -> new RunningChain(Sampler.of(new LeimkuhlerMatthews(0.5), gradient), zero, 1, c));
    return new Prepared(file, pulled.data().x(), chains);
  }

  /** Microseconds of a step, on so many chains at once. */
  private static double steps(Prepared prepared, int chains) {
    int steps = 4000;
    long start = System.nanoTime();
    Parallel.run(
        chains,
        c -> {
          for (int t = 0; t < steps; t++) {
            prepared.chains()[c].step();
          }
        });
    return (System.nanoTime() - start) / 1e3 / steps;
  }

  private static void pack(Path file, int rows) {
    if (Files.exists(file)) {
      return;
    }
    List<Supplier<Dataset>> parts = new ArrayList<>();
    for (int p = 0; p <= (rows - 1) / PART; p++) {
      int start = p * PART;
      parts.add(() -> Synthetic.logistic(7, start, Math.min(PART, rows - start), BETA));
    }
    DatasetPacker.write(file, true, "y", "bench " + rows, parts);
  }

  private static double seconds(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e9;
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
