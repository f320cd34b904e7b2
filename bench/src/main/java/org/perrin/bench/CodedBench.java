package org.perrin.bench;

import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;
import org.perrin.Perrin;
import org.perrin.data.Dataset;
import org.perrin.data.Synthetic;
import org.perrin.diagnostics.Convergence;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.posterior.Options;
import org.perrin.posterior.Posterior;

/** Factors as codes: against the same rows made dense, and where dense rows would not fit. */
public final class CodedBench {
  private static final int FLIGHTS = 300_000;

  private final PrintWriter out;
  private final MeasuredLimits limits;

  /** Prints to {@code out}. */
  public CodedBench(PrintWriter out) {
    this.out = out;
    this.limits = new MeasuredLimits(out);
  }

  /** Both tables, the second with so many rows. */
  public boolean run(int rows) {
    flights();
    factors(rows);
    return limits.allHold();
  }

  private void flights() {
    out.printf("%nflights-like, 300,000 × 135: logistic, prior N(0, 10), exact%n");
    Dataset dense = Synthetic.flightsLike(11, 0, FLIGHTS);
    Dataset coded = Synthetic.flightsCoded(11, FLIGHTS);
    double[] seconds = new double[2];
    Posterior fast = warm(coded, "coded", seconds, 0);
    Posterior slow = warm(dense, "dense", seconds, 1);
    limits.check("seconds, dense / coded", seconds[1] / seconds[0], "≥", 3);
    limits.check("bytes a row, dense / coded", bytes(dense) / bytes(coded), "≥", 10);
    limits.check("χ²/d of means, coded against dense", meanSquare(fast, slow), "≤", 1.5);
  }

  private static double bytes(Dataset data) {
    return data.x().storedBytes() / (double) data.count();
  }

  /** Once to warm up, once to measure. */
  private Posterior warm(Dataset data, String what, double[] seconds, int at) {
    var model = Glm.logistic(data, Priors.normal(0, Math.sqrt(10)));
    var options = Options.standard().sampler("exact");
    Perrin.sample(model, options.draws(100));
    return timed(model, options, what, seconds, at);
  }

  private Posterior timed(Glm model, Options options, String what, double[] seconds, int at) {
    long start = System.nanoTime();
    Posterior posterior = Perrin.sample(model, options);
    seconds[at] = (System.nanoTime() - start) * 1e-9;
    var account = posterior.account();
    out.printf(
        Locale.ROOT,
        "  %s: %.1f s, %s; %s; least bulk ESS %.0f of %,d%n",
        what,
        seconds[at],
        account.seconds(),
        account.reason(),
        leastEss(posterior),
        4 * options.draws());
    out.flush();
    return posterior;
  }

  private void factors(int rows) {
    out.printf("%n%,d rows, six factors of 1,000 levels, four numbers: logistic%n", rows);
    forgetHeap();
    var model = Glm.logistic(Synthetic.factorsLike(3, rows), Priors.normal(0, Math.sqrt(10)));
    double[] seconds = new double[1];
    timed(model, Options.standard(), "auto", seconds, 0);
    limits.check("seconds after reading", seconds[0], "≤", 60);
    limits.check("most heap used, GB", mostHeap() / 1e9, "≤", 4);
  }

  /** What the first table has left is not counted. */
  private static void forgetHeap() {
    System.gc();
    ManagementFactory.getMemoryPoolMXBeans().forEach(MemoryPoolMXBean::resetPeakUsage);
  }

  private static double mostHeap() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == java.lang.management.MemoryType.HEAP)
        .map(MemoryPoolMXBean::getPeakUsage)
        .mapToDouble(usage -> usage.getUsed())
        .sum();
  }

  private static double leastEss(Posterior posterior) {
    return IntStream.range(0, posterior.model().dimension())
        .mapToDouble(k -> Convergence.essBulk(posterior.draws().coordinate(k)))
        .min()
        .orElseThrow();
  }

  /** Mean over columns of the squared distance of means in standard errors of both: 1 by chance. */
  private static double meanSquare(Posterior one, Posterior other) {
    double[] squares = new double[one.model().dimension()];
    Arrays.setAll(
        squares,
        k -> {
          double[][] a = one.draws().coordinate(k);
          double[][] b = other.draws().coordinate(k);
          double error = Math.hypot(Convergence.mcseMean(a), Convergence.mcseMean(b));
          return Math.pow((Convergence.mean(a) - Convergence.mean(b)) / error, 2);
        });
    return Arrays.stream(squares).average().orElseThrow();
  }
}
