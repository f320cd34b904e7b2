package org.perrin.bench;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.perrin.autodiff.Differentiated;
import org.perrin.data.Dataset;
import org.perrin.data.FloatRows;
import org.perrin.data.Rows;
import org.perrin.data.Synthetic;
import org.perrin.diagnostics.KernelStein;
import org.perrin.dynamics.Langevin;
import org.perrin.dynamics.LeimkuhlerMatthews;
import org.perrin.gradient.ControlVariate;
import org.perrin.gradient.PlainGradient;
import org.perrin.math.Kernels;
import org.perrin.math.Parallel;
import org.perrin.mode.Mode;
import org.perrin.mode.Newton;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.random.RandomStream;
import org.perrin.sampler.RunningChain;
import org.perrin.sampler.Sampler;
import org.perrin.subsampling.Preferential;
import org.perrin.subsampling.Uniform;

/**
 * How fast a step is, beside the rate at which this machine fetches random rows. Everything is a
 * ratio of times taken in turns, the median of many turns: machines are noisy, ratios less so.
 */
public final class SpeedBench {
  private static final int ROUNDS = 30;
  private static final String CHAINS = "two chains on two cores / one chain";
  private static final String TWO = "gain of two chains / of arithmetic, two threads";
  private final PrintWriter out;
  private final Baseline baseline = new Baseline();
  private boolean allHold = true;

  /** Prints to {@code out}. */
  public SpeedBench(PrintWriter out) {
    this.out = out;
  }

  /** Runs all; true if every goal is met. */
  public boolean run() {
    out.printf("kernels: %s%n", Kernels.best().name());
    derivatives();
    var data = Synthetic.covertypeLike(17, 435_759);
    var model = Glm.logistic(data, Priors.normal(0, Math.sqrt(10)));
    Mode mode = Newton.find(model);
    steps(model, mode);
    passes(data, model, mode);
    growth();
    stein();
    return allHold;
  }

  /** The ratios of this run. */
  public Baseline baseline() {
    return baseline;
  }

  /** What differentiation costs beside formulas written by hand; GLMs have kernels beyond both. */
  void derivatives() {
    double[] beta = new double[20];
    var data = Synthetic.classification(3, 5_000, 19, 0.5, 0.3);
    var own = Differentiated.of(data, HandwrittenLogistic::new);
    var model = Glm.logistic(data, Priors.normal(0, Math.sqrt(10)));
    double[] sum = new double[20];
    double[][] t =
        inTurns(
            () -> nanoseconds(() -> HandwrittenLogistic.byHand(data, beta, sum), data),
            () -> nanoseconds(() -> own.addRangeGradient(beta, 0, data.count(), sum), data),
            () -> nanoseconds(() -> model.addRangeGradient(beta, 0, data.count(), sum), data));
    out.printf(
        Locale.ROOT,
        "logistic gradient, d = 20, a row: by hand %.0f ns, by the tape %.0f ns, by the GLM's kernels %.0f ns%n",
        median(t[0]),
        median(t[1]),
        median(t[2]));
    goal("gradient by the tape / by hand, d = 20", ratio(t[1], t[0]), "≤", 6);
  }

  private static double nanoseconds(Runnable work, Dataset data) {
    long start = System.nanoTime();
    for (int repeat = 0; repeat < 20; repeat++) {
      work.run();
    }
    return (System.nanoTime() - start) / 20.0 / data.count();
  }

  private void steps(Glm model, Mode mode) {
    int d = model.dimension();
    var uniform = new Uniform(model.rows());
    var preferential = Preferential.byCurvature(model, mode);
    Glm pulled = model.stored(mode.metric());
    double[] zero = new double[d];
    var expected =
        Preferential.of(
            Preferential.scores(
                model.rows(), (a, b, s) -> pulled.expectedScores(zero, null, 1.5, a, b, s)));
    var euler = new Langevin(1e-6);
    var sgld = chain(Sampler.of(euler, PlainGradient.of(model, uniform.size(435))), mode);
    var ps = chain(Sampler.of(euler, PlainGradient.of(model, preferential.size(435))), mode);
    var cv = chain(Sampler.of(euler, ControlVariate.at(mode, model, uniform.size(435))), mode);
    var cvPs =
        chain(Sampler.of(euler, ControlVariate.at(mode, model, preferential.size(435))), mode);
    var smaller =
        chain(Sampler.of(euler, ControlVariate.at(mode, model, preferential.size(344))), mode);
    var natural =
        new RunningChain(
            Sampler.of(
                new LeimkuhlerMatthews(0.5), ControlVariate.at(zero, pulled, expected.size(344))),
            zero,
            1,
            0);
    var data = model.data();
    var rounded =
        model.with(new Dataset(FloatRows.of(data.x()), data.y(), null, null, data.names()));
    var single =
        chain(Sampler.of(euler, ControlVariate.at(mode, rounded, preferential.size(435))), mode);
    var random = RandomStream.of(1);
    double[][] t =
        inTurns(
            () -> Limits.randomRows(model.data().x(), 435, 300, random),
            () -> time(sgld, 300),
            () -> time(ps, 300),
            () -> time(cv, 300),
            () -> time(cvPs, 300),
            () -> time(smaller, 300),
            () -> time(natural, 300),
            () -> time(single, 300));
    out.printf(
        Locale.ROOT,
        "logistic, 435,759 × 55, one chain, n = 435: %.0f SGLD-CV-PS steps/s, %.0f SGLD-CV steps/s; limit"
            + " %.1f million rows/s%n",
        1e6 / median(t[4]),
        1e6 / median(t[3]),
        435 / median(t[0]));
    goal("SGLD-CV-PS step, share of the random-row limit", ratio(t[0], t[4]), "≥", 0.6);
    goal("SGLD-CV-PS step / SGLD step", ratio(t[4], t[1]), "≤", 1.3);
    goal("SGLD-PS step / SGLD step", ratio(t[2], t[1]), "≤", 1.15);
    goal("SGLD-CV-PS step / SGLD-CV step", ratio(t[4], t[3]), "≤", 1.15);
    goal("natural step / SGLD-CV-PS step, n = 344", ratio(t[6], t[5]), "≤", 1.0);
    out.printf(
        Locale.ROOT, "  rows in single precision: %.3g of that step's time%n", ratio(t[7], t[4]));
    var second =
        chain(Sampler.of(euler, ControlVariate.at(mode, model, preferential.size(435))), mode);
    cores(data.x(), cvPs, second);
  }

  /**
   * What two chains gain from two threads, over what arithmetic in registers gains in the same
   * turns: two virtual processors may be one core, or share it with strangers. Random rows on two
   * threads say how much of the rest is memory's.
   */
  private void cores(Rows x, RunningChain first, RunningChain second) {
    RunningChain[] both = {first, second};
    RandomStream[] random = {RandomStream.of(1), RandomStream.of(2)};
    double[][] t =
        inTurns(
            () -> time(first, 300),
            () -> together(c -> time(both[c], 300)) / 300,
            () -> 1 / Limits.multiplyAdds(1),
            () -> 1 / Limits.multiplyAdds(2),
            () -> Limits.randomRows(x, 435, 300, random[0]),
            () -> together(c -> Limits.randomRows(x, 435, 300, random[c])) / 300);
    double chains = 2 * ratio(t[0], t[1]);
    double arithmetic = ratio(t[2], t[3]);
    out.printf(
        Locale.ROOT,
        "two threads / one: arithmetic %.2f, random rows %.2f%n",
        arithmetic,
        2 * ratio(t[4], t[5]));
    goal(CHAINS, chains, "≥", 1.8);
    goal(TWO, chains / arithmetic, "≥", 0.9);
  }

  /** Microseconds that two threads take, each with its own work. */
  private static double together(IntConsumer work) {
    long start = System.nanoTime();
    Parallel.run(2, work);
    return (System.nanoTime() - start) / 1e3;
  }

  private void passes(Dataset data, Glm model, Mode mode) {
    int d = model.dimension();
    Glm pulled = model.stored(mode.metric());
    double[] zero = new double[d];
    double[][] t =
        inTurns(
            () -> Limits.sequentialRead(data.x()),
            () -> seconds(() -> Preferential.byCurvature(model, mode)),
            () ->
                seconds(
                    () ->
                        Preferential.of(
                            Preferential.scores(
                                model.rows(),
                                (a, b, s) -> pulled.expectedScores(zero, null, 1.5, a, b, s)))),
            () -> seconds(() -> model.hessian(mode.theta())),
            () -> seconds(() -> Newton.find(model)),
            () -> 1 / Limits.multiplyAdds(2),
            () -> 1 / Limits.multiplyAdds(1));
    out.printf(
        Locale.ROOT,
        "multiply-adds in registers: %.0f billion a second on one thread, %.0f on two%n",
        1e-9 / median(t[6]),
        1e-9 / median(t[5]));
    out.printf(
        Locale.ROOT,
        "sequential read %.1f ms; paper's weights + table %.0f ms; expected weights + table %.0f ms%n",
        1e3 * median(t[0]),
        1e3 * median(t[1]),
        1e3 * median(t[2]));
    goal("paper's weights + table / sequential read", ratio(t[1], t[0]), "≤", 3);
    goal("expected weights + table / sequential read", ratio(t[2], t[0]), "≤", 3);
    double work = (double) model.rows() * 8 * 8 * (7 * 8 / 2);
    goal("Hessian, share of the multiply-add peak", work * median(t[5]) / median(t[3]), "≥", 0.4);
    goal("Newton to convergence, seconds", median(t[4]), "≤", 2);
  }

  private void growth() {
    double first = 0;
    for (int rows : new int[] {10_000, 100_000, 1_000_000, 10_000_000}) {
      double[] beta = new double[20];
      Arrays.setAll(beta, k -> 0.1 * (k % 3 - 1));
      var model = Glm.linear(Synthetic.linear(5, rows, beta, 1), 1, Priors.normal(0, 3));
      Mode mode = Newton.find(model);
      var scheme = Preferential.byCurvature(model, mode);
      var chain =
          chain(
              Sampler.of(new Langevin(1e-8), ControlVariate.at(mode, model, scheme.size(400))),
              mode);
      var random = RandomStream.of(2);
      double[][] t =
          inTurns(
              () -> Limits.randomRows(model.data().x(), 400, 200, random), () -> time(chain, 200));
      double ratio = ratio(t[1], t[0]);
      first = first == 0 ? ratio : first;
      out.printf(
          Locale.ROOT,
          "  N = %,d, d = 20: step %.1f µs, limit %.1f µs, ratio %.2f%n",
          rows,
          median(t[1]),
          median(t[0]),
          ratio);
      if (rows == 10_000_000) {
        goal("ratio to the limit at 10⁷ rows / at 10⁴", ratio / first, "≤", 1.2);
      }
    }
  }

  private void stein() {
    int d = 55;
    int count = 10_000;
    double[] values = new double[count * d];
    RandomStream.of(3).fillGaussian(values, values.length);
    var stein = KernelStein.imq(1, -0.5);
    stein.of(values, values, d);
    out.printf(
        Locale.ROOT,
        "KSD of 10,000 draws in 55 dimensions, every prefix: %.2f s%n",
        seconds(() -> stein.of(values, values, d)));
  }

  private static RunningChain chain(Sampler sampler, Mode mode) {
    return new RunningChain(sampler, mode.theta(), 1, 0);
  }

  /** Microseconds a step. */
  private static double time(RunningChain chain, int steps) {
    long start = System.nanoTime();
    for (int t = 0; t < steps; t++) {
      chain.step();
    }
    return (System.nanoTime() - start) / 1e3 / steps;
  }

  private static double seconds(Supplier<?> work) {
    long start = System.nanoTime();
    if (work.get() == null) {
      throw new IllegalStateException("no result");
    }
    return (System.nanoTime() - start) / 1e9;
  }

  /** Each in turn, many times; the first third of the turns warms up. */
  @SafeVarargs
  private static double[][] inTurns(Supplier<Double>... works) {
    double[][] times = new double[works.length][ROUNDS];
    for (int round = -ROUNDS / 2; round < ROUNDS; round++) {
      for (int k = 0; k < works.length; k++) {
        double time = works[k].get();
        if (round >= 0) {
          times[k][round] = time;
        }
      }
    }
    return times;
  }

  /** The median of ratios, turn by turn. */
  static double ratio(double[] a, double[] b) {
    double[] ratios = new double[a.length];
    Arrays.setAll(ratios, k -> a[k] / b[k]);
    return median(ratios);
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private void goal(String what, double value, String relation, double bound) {
    boolean holds = relation.equals("≤") ? value <= bound : value >= bound;
    allHold &= holds;
    if (!what.contains("seconds") && !what.equals(CHAINS)) {
      baseline.put(what, value, relation.equals("≥"));
    }
    out.printf(
        Locale.ROOT,
        "  %-48s %8.3g  %s %-5.3g %s%n",
        what,
        value,
        relation,
        bound,
        holds ? "met" : "MISSED");
    out.flush();
  }
}
