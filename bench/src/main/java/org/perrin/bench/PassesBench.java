package org.perrin.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.data.Synthetic;
import org.perrin.io.design.Design;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.packed.DatasetPacker;
import org.perrin.io.table.Table;
import org.perrin.math.Kernels;
import org.perrin.metric.Metric;
import org.perrin.mode.Mode;
import org.perrin.mode.Newton;
import org.perrin.model.Bounded;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.model.Remainder;
import org.perrin.subsampling.Preferential;

/**
 * Every pass over all rows that a fit makes, on all cores, beside what this machine could do at
 * best: read the bytes, evaluate the exponentials, make the multiply-adds, each alone and measured
 * in the same turns. Whichever takes longest is the limit.
 */
public final class PassesBench {
  private static final int ROUNDS = 7;
  private static final int WARM = 4;

  /** Of the limit's rate. */
  private static final double SHARE = 0.6;

  private final PrintWriter out;
  private final Path folder;
  private boolean allHold = true;

  /** Prints to {@code out}; packed tables are made in {@code folder}, and deleted. */
  public PassesBench(PrintWriter out, Path folder) {
    this.out = out;
    this.folder = folder;
  }

  /**
   * What a pass does to a row at the least.
   *
   * @param bytes that are read or written
   * @param exponentials and logarithms of them
   * @param adds multiply-adds
   */
  private record Work(double bytes, double exponentials, double adds) {}

  private record Pass(String name, Work work, Runnable run) {}

  /** Seconds that a unit of each kind takes, all cores together. */
  private record Rates(double bytes, double exponentials, double adds) {
    double limit(Work row, double rows) {
      return rows
          * Math.max(row.bytes * bytes, Math.max(row.exponentials * exponentials, row.adds * adds));
    }

    String bound(Work row) {
      double most = limit(row, 1);
      return row.bytes * bytes == most
          ? "bytes"
          : row.exponentials * exponentials == most ? "exponentials" : "multiply-adds";
    }
  }

  /** True if all passes run at 60 % of their limit's rate. */
  public boolean run(int rows) {
    out.printf("kernels: %s%n", Kernels.best().name());
    double[] beta = {1, -0.8, 0.64, -0.51, 0.41, -0.33, 0.26, -0.21, 0.17, -0.13};
    passes("memory", Synthetic.logistic(7, 0, rows, beta));
    for (boolean single : new boolean[] {false, true}) {
      passes("packed, " + (single ? "single" : "double"), packed(rows, beta, single));
    }
    passes("memory", Synthetic.covertypeLike(17, 435_759));
    passes("coded", Synthetic.flightsCoded(11, rows / 4));
    return allHold;
  }

  private Dataset packed(int rows, double[] beta, boolean single) {
    Path file = folder.resolve("perrin-passes-%d-%s.perrin".formatted(rows, single ? "f" : "d"));
    List<Supplier<Dataset>> parts = new ArrayList<>();
    int part = 8 * Synthetic.BLOCK;
    for (int first = 0; first < rows; first += part) {
      int start = first;
      parts.add(() -> Synthetic.logistic(7, start, Math.min(part, rows - start), beta));
    }
    DatasetPacker.write(file, single, "y", "passes " + rows, parts);
    // mapped pages outlive the name
    file.toFile().deleteOnExit();
    return Design.of(Table.read(file), DesignSpec.target("y")).data();
  }

  private void passes(String where, Dataset data) {
    var model = Glm.logistic(data, Priors.normal(0, Math.sqrt(10)));
    Mode mode = Newton.find(model);
    List<Pass> passes = of(model, mode);
    double[][] seconds = new double[passes.size()][ROUNDS];
    double[][] rates = new double[3][ROUNDS];
    for (int round = -WARM; round < ROUNDS; round++) {
      double bytes = 1 / Limits.readBytes();
      double exponentials = 1 / Limits.exponentials();
      double adds = 1 / Limits.multiplyAdds(Runtime.getRuntime().availableProcessors());
      for (int p = 0; p < passes.size(); p++) {
        long start = System.nanoTime();
        passes.get(p).run.run();
        seconds[p][Math.max(0, round)] = (System.nanoTime() - start) * 1e-9;
      }
      rates[0][Math.max(0, round)] = bytes;
      rates[1][Math.max(0, round)] = exponentials;
      rates[2][Math.max(0, round)] = adds;
    }
    print(where, data, passes, seconds, rates);
  }

  private void print(
      String where, Dataset data, List<Pass> passes, double[][] seconds, double[][] rates) {
    double[] unit = Arrays.stream(rates).mapToDouble(SpeedBench::median).toArray();
    var best = new Rates(unit[0], unit[1], unit[2]);
    out.printf(
        Locale.ROOT,
        "%n%s, %,d × %d: %.1f GB/s, %.2f billion exponentials/s, %.0f billion multiply-adds/s%n",
        where,
        data.count(),
        data.x().width(),
        1e-9 / unit[0],
        1e-9 / unit[1],
        1e-9 / unit[2]);
    for (int p = 0; p < passes.size(); p++) {
      Pass pass = passes.get(p);
      double time = SpeedBench.median(seconds[p]);
      double share = best.limit(pass.work, data.count()) / time;
      boolean holds = share >= SHARE;
      allHold &= holds;
      out.printf(
          Locale.ROOT,
          "  %-28s %7.1f ms  %5.1f GB/s  %3.0f %% of the limit by %-13s %s%n",
          pass.name,
          1e3 * time,
          1e-9 * data.count() * pass.work.bytes / time,
          100 * share,
          best.bound(pass.work),
          holds ? "holds" : "FAILS");
    }
    out.flush();
  }

  private static List<Pass> of(Glm model, Mode mode) {
    int n = model.rows();
    double[] theta = mode.theta();
    Metric metric = mode.metric();
    boolean coded = model.data().x() instanceof CodedRows;
    double s = model.data().x().nonZeros();
    double row = (double) model.data().x().storedBytes() / n;
    double outer = s * (s + 1) / 2;
    List<Pass> passes = new ArrayList<>();
    passes.add(new Pass("rough leverage", new Work(row + 8, 0, s), () -> model.prominence()));
    passes.add(new Pass("potential", new Work(row + 8, 1, s), () -> model.potential(theta)));
    passes.add(
        new Pass("gradient", new Work(row + 8, 1, 2 * s), () -> model.likelihoodGradient(theta)));
    passes.add(
        new Pass(
            "value, gradient, Hessian",
            new Work(row + 8, 3, 2 * s + outer),
            () -> model.expansionSum(theta)));
    // z for exact sampling: predictor and norm of each row, by the triangle of L or Σ̂
    passes.add(
        new Pass(
            "predictors and norms",
            new Work(row + 8 + 16, 0, s + outer),
            () -> model.forFewRows(metric)));
    Bounded near = model.forFewRows(metric);
    Remainder remainder = near.remainder(2, 3);
    passes.add(
        new Pass(
            "bounds of remainders",
            new Work(8 + 8 + 8 + 8, 1, 0),
            () -> Preferential.scores(n, model.storage(), remainder::bounds)));
    if (!coded && model.dimension() <= 24) {
      passes.add(
          new Pass(
              "cubic form",
              new Work(row + 8, 1, s * (s + 1) * (s + 2) / 6 + outer),
              near::cubicSum));
    }
    return passes;
  }
}
