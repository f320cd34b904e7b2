package org.perrin.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Consumer;
import org.perrin.Perrin;
import org.perrin.data.Dataset;
import org.perrin.data.Synthetic;
import org.perrin.diagnostics.Convergence;
import org.perrin.diagnostics.PseudoVariance;
import org.perrin.draws.Draws;
import org.perrin.dynamics.LeimkuhlerMatthews;
import org.perrin.dynamics.Mala;
import org.perrin.gradient.ControlVariate;
import org.perrin.gradient.FullGradient;
import org.perrin.mode.Mode;
import org.perrin.mode.Newton;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.posterior.Options;
import org.perrin.posterior.Posterior;
import org.perrin.sampler.Chains;
import org.perrin.sampler.RunningChain;
import org.perrin.sampler.Sampler;
import org.perrin.subsampling.OptimalWeights;
import org.perrin.subsampling.Preferential;
import org.perrin.subsampling.Subsampling;
import org.perrin.subsampling.Uniform;

/**
 * The promises of the natural sampler, measured: accuracy against an exact run, mixing, cost, and
 * the subsampling schemes beside each other.
 */
public final class NaturalBench {
  private final PrintWriter out;
  private final Consumer<String> progress;
  private final Path cache;
  private final MeasuredLimits limits;

  /** Prints to {@code out}; keeps exact references in the folder {@code cache}. */
  public NaturalBench(PrintWriter out, Consumer<String> progress, Path cache) {
    this.out = out;
    this.limits = new MeasuredLimits(out);
    this.progress = progress;
    this.cache = cache;
  }

  /** Runs on the covertype-like table, and on covertype where {@code data} holds it. */
  public boolean run(Path data, double ess) {
    measure("covertype-like, 100,000 × 55", Synthetic.covertypeLike(3, 100_000), ess, "like", 100);
    if (RealData.has(data, "covtype.csv.gz")) {
      measure(
          "covertype, 435,759 × 55", RealData.covertype(data, 7).train(), ess, "covertype", 500);
    } else {
      out.println("covertype: skipped, PERRIN_DATA does not name a folder with covtype.csv.gz");
    }
    gap();
    return limits.allHold();
  }

  private void measure(String title, Dataset data, double ess, String key, double least) {
    out.printf("%n%s: logistic, prior N(0, 10)%n", title);
    out.flush();
    var model = Glm.logistic(data, Priors.normal(0, Math.sqrt(10)));
    Perrin.sample(model, Options.standard().sampler("natural").draws(50));
    long start = System.nanoTime();
    Posterior posterior = Perrin.sample(model, Options.standard().sampler("natural"));
    double seconds = (System.nanoTime() - start) / 1e9;
    var account = posterior.account();
    Reference reference =
        Reference.of(model, posterior.mode(), ess, cache.resolve(key + ".reference"), progress);
    var mixing = Accuracy.of(posterior.draws(), reference);
    // ten times the draws, so that the error of measuring is below what is measured
    var longer = Options.standard().sampler("natural").draws(10_000).seed(3);
    var accuracy = Accuracy.of(Perrin.sample(model, longer).draws(), reference);
    double[] times = autocorrelationTimes(model, posterior, account.subsample());
    out.printf(
        Locale.ROOT,
        "  h %.3g, n %d, thin %d; %s; least ESS of the reference %.0f (%,d draws, %.0f s)%n",
        account.stepSize().getAsDouble(),
        account.subsample(),
        account.thin(),
        account.seconds(),
        reference.leastEss(),
        reference.draws(),
        reference.seconds());
    account.remarks().forEach(text -> out.println("  " + text));
    limits.check("RMS error of the means, sd", accuracy.meanRms(), "≤", 0.05);
    limits.check("sd ratio, median, off by", Math.abs(accuracy.sdMedian() - 1), "≤", 0.01);
    limits.check("sd ratio, smallest", accuracy.sdLow(), "≥", 0.95);
    limits.check("sd ratio, largest", accuracy.sdHigh(), "≤", 1.05);
    limits.check(
        "inflation measured at τ = 1 %", account.meanInflation().getAsDouble(), "≤", 0.0105);
    limits.check("autocorrelation time, median, steps", times[times.length / 2], "≤", 10);
    limits.check("autocorrelation time, worst, steps", times[times.length - 1], "≤", 20);
    limits.check("least bulk ESS of 4 × 1,000", mixing.leastEss(), "≥", 3000);
    limits.check("largest R-hat", mixing.rhat(), "≤", 1.01);
    limits.check("passes over the data", account.passes(), "≤", 4);
    limits.check("seconds from data in memory", seconds, "≤", 6);
    double rate = mixing.leastEss() / seconds / malaRate(model, posterior.mode());
    limits.check("effective draws per second / full-data MALA's", rate, "≥", least);
    schemes(model, posterior, reference);
  }

  /** In steps of the chain, from an unthinned run, sorted. */
  private static double[] autocorrelationTimes(Glm model, Posterior posterior, int n) {
    var options = Options.standard().sampler("natural").thin(1).draws(5000).seed(2);
    Draws draws = Perrin.sample(model, options.subsample(n)).draws();
    double[] times = new double[model.dimension()];
    Arrays.setAll(times, k -> Convergence.autocorrelationTime(draws.coordinate(k)));
    Arrays.sort(times);
    return times;
  }

  /** Least effective draws per second of MALA on all rows, in the same metric, in the same run. */
  private static double malaRate(Glm model, Mode mode) {
    int d = model.dimension();
    Glm pulled = model.stored(mode.metric());
    var sampler = Sampler.of(new Mala(1.2 * Math.pow(d, -1.0 / 3)), new FullGradient(pulled));
    var chain = new RunningChain(sampler, new double[d], 5, 0);
    for (int t = 0; t < 20; t++) {
      chain.step();
    }
    int steps = 600;
    double[][] values = new double[d][steps];
    long start = System.nanoTime();
    for (int t = 0; t < steps; t++) {
      chain.step();
      for (int k = 0; k < d; k++) {
        values[k][t] = chain.state().position()[k];
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    double[] ess = new double[d];
    Arrays.setAll(ess, k -> Convergence.essMean(new double[][] {values[k]}));
    Arrays.sort(ess);
    return ess[d / 2] / seconds;
  }

  /** Uniform, the paper's, leverage and expected weights at the same n. */
  private void schemes(Glm model, Posterior posterior, Reference reference) {
    Mode mode = posterior.mode();
    int d = model.dimension();
    Glm pulled = model.stored(mode.metric());
    double[] zero = new double[d];
    int n = posterior.account().subsample();
    double h = posterior.account().stepSize().getAsDouble();
    out.printf(
        "  %-28s %14s %12s %12s %24s%n",
        "weights, n = " + n, "n·V/d", "inflation", "mean RMS", "sd ratio (range)");
    row("uniform", new Uniform(model.rows()), pulled, posterior, reference, n, h);
    row(
        "the paper's, Eq. (16)",
        Preferential.byCurvature(model, mode),
        pulled,
        posterior,
        reference,
        n,
        h);
    row(
        "leverage",
        Preferential.byCurvature(pulled, Mode.standard(d)),
        pulled,
        posterior,
        reference,
        n,
        h);
    for (double widen : new double[] {1, 1.5}) {
      var scores =
          Preferential.scores(
              model.rows(), (from, to, s) -> pulled.expectedScores(zero, null, widen, from, to, s));
      row("expected, t × " + widen, Preferential.of(scores), pulled, posterior, reference, n, h);
    }
  }

  private void row(
      String name,
      Subsampling scheme,
      Glm pulled,
      Posterior posterior,
      Reference reference,
      int n,
      double h) {
    int d = pulled.dimension();
    double[] zero = new double[d];
    double[] p = new double[pulled.rows()];
    Arrays.setAll(p, scheme::probability);
    double variance = 0;
    int points = 8;
    double[] u = new double[d];
    for (int j = 0; j < points; j++) {
      var chain = posterior.draws().chains().get(j % 4);
      posterior.mode().metric().toU(chain.draw(chain.count() * (j + 1) / (points + 1)), u);
      variance += PseudoVariance.withReplacement(pulled, u, zero, p, 1) / d / points;
    }
    var sampler =
        Sampler.of(new LeimkuhlerMatthews(h), ControlVariate.at(zero, pulled, scheme.size(n)));
    Draws draws = Chains.of(4).iterations(16_000).burnIn(200).thin(16).seed(11).run(sampler, zero);
    String measured = "diverged";
    double rms = Double.NaN;
    if (draws.chains().stream().allMatch(chain -> chain.divergence() == null)) {
      var accuracy =
          Accuracy.of(
              draws.map((at, theta) -> posterior.mode().metric().toTheta(at, theta)), reference);
      rms = accuracy.meanRms();
      measured =
          String.format(
              Locale.ROOT,
              "%.3f (%.3f to %.3f)",
              accuracy.sdMedian(),
              accuracy.sdLow(),
              accuracy.sdHigh());
    }
    out.printf(
        Locale.ROOT,
        "  %-28s %14.1f %11.2f%% %12.3f %24s%n",
        name,
        variance,
        100 * h / 8 / (1 - h / 4) * variance / n,
        rms,
        measured);
  }

  /**
   * The paper's Fig. 1c: variance over that of the exact scheme, imbalanced data. The exact scheme
   * knows the state; among schemes that do not, {@code p ∝ √E‖aᵢ‖²} over the states themselves is
   * the best there can be, and is shown as the bound.
   */
  private void gap() {
    var data = Synthetic.classification(100, 1000, 4, 0.99, 0.01);
    var model = Glm.logistic(data, Priors.normal(0, Math.sqrt(10)));
    Mode mode = Newton.find(model, 1e-8);
    double[][] states = new double[400][model.dimension()];
    double[] u = new double[model.dimension()];
    var random = org.perrin.random.RandomStream.of(9);
    double[] squares = new double[model.rows()];
    double exact = 0;
    for (double[] theta : states) {
      random.fillGaussian(u, u.length);
      mode.metric().toTheta(u, theta);
      double[] p = OptimalWeights.controlVariate(model, mode.theta()).probabilities(theta);
      exact += variance(model, theta, mode, p);
      for (int i = 0; i < squares.length; i++) {
        double[] term = new double[u.length];
        model.addRowGradient(theta, i, 1, term);
        model.addRowGradient(mode.theta(), i, -1, term);
        squares[i] += Arrays.stream(term).map(v -> v * v).sum();
      }
    }
    double[] frobenius =
        Preferential.scores(
            model.rows(),
            (from, to, out) -> model.curvatureScores(mode.theta(), null, from, to, out));
    out.printf(
        "%nImbalanced logistic data as in the paper's Fig. 1(c), 1,000 × 5, control variate in θ;%n"
            + "variance over that of the exact, state-dependent scheme:%n");
    double uniform = ratio(model, states, mode, new double[0], exact, "uniform");
    ratio(model, states, mode, frobenius, exact, "p ∝ ‖Hᵢ‖ (what the figure shows)");
    double paper =
        ratio(
            model,
            states,
            mode,
            Preferential.curvatureScores(model, mode),
            exact,
            "the paper's, Eq. (16)");
    double expected =
        ratio(
            model,
            states,
            mode,
            Preferential.expectedScores(model, mode),
            exact,
            "expected weights");
    double best =
        ratio(
            model,
            states,
            mode,
            Arrays.stream(squares).map(Math::sqrt).toArray(),
            exact,
            "the best that fixed weights can do");
    out.printf(
        Locale.ROOT,
        "  share of the gap from the paper's to the exact scheme that expected weights close: %.2f%n"
            + "  (of what fixed weights can close at all: %.2f)%n",
        (paper - expected) / (paper - 1),
        (paper - expected) / (paper - best));
    limits.check("expected weights / the best fixed weights", expected / best, "≤", 1.05);
    limits.check("expected weights / uniform", expected / uniform, "≤", 0.2);
    out.flush();
  }

  /** Prints and returns the variance of fixed weights over that of the exact scheme. */
  private double ratio(
      Glm model, double[][] states, Mode mode, double[] scores, double exact, String name) {
    double[] p = scores.length == 0 ? null : normalised(scores);
    double sum = 0;
    for (double[] theta : states) {
      sum += variance(model, theta, mode, p);
    }
    out.printf(Locale.ROOT, "  %-40s %8.2f%n", name, sum / exact);
    return sum / exact;
  }

  private static double variance(Glm model, double[] theta, Mode mode, double[] p) {
    return PseudoVariance.withReplacement(model, theta, mode.theta(), p, 1);
  }

  private static double[] normalised(double[] scores) {
    double total = Arrays.stream(scores).sum();
    return Arrays.stream(scores).map(s -> s / total).toArray();
  }
}
