package org.perrin.bench.truth;

import java.util.ArrayList;
import java.util.Arrays;
import org.perrin.Perrin;
import org.perrin.draws.Draws;
import org.perrin.dynamics.Nuts;
import org.perrin.gradient.FullGradient;
import org.perrin.math.Matrices;
import org.perrin.math.Parallel;
import org.perrin.metric.DenseMetric;
import org.perrin.metric.Metric;
import org.perrin.model.Model;
import org.perrin.posterior.Options;
import org.perrin.random.RandomStream;
import org.perrin.sampler.RunningChain;
import org.perrin.sampler.Sampler;

/** NUTS with ten times the draws of a standard run: 8 chains of 5,000. */
enum LongNuts implements Oracle {
  /** As {@code --sampler nuts} runs it. */
  PLAIN("nuts") {
    @Override
    Draws draw(Model model) {
      return Perrin.sample(model, OPTIONS.chains(CHAINS).draws(DRAWS)).draws();
    }
  },

  /**
   * In the metric of a first run's draws, with steps half as long as acceptance asks for: where the
   * curvature at the mode says little of the posterior, and long steps could not enter a funnel.
   */
  CAREFUL("nuts, short steps") {
    @Override
    Draws draw(Model model) {
      Draws first = Perrin.sample(model, OPTIONS.draws(2000)).draws();
      return again(model, spread(first));
    }
  };

  private static final int CHAINS = 8;
  private static final int DRAWS = 5000;
  private static final int BURN_IN = 500;
  private static final long SEED = 20_261_117;
  private static final double SHORTER = 0.5;
  private static final Options OPTIONS = Options.standard().sampler("nuts").seed(SEED);

  private final String source;

  LongNuts(String source) {
    this.source = source;
  }

  abstract Draws draw(Model model);

  @Override
  public String source() {
    return source;
  }

  @Override
  public Answer of(Model model) {
    return Answer.of(source, draw(model));
  }

  /** Mean and covariance of draws. */
  private static Metric spread(Draws draws) {
    int d = draws.dimension();
    double[] mean = new double[d];
    double[] covariance = new double[d * d];
    int n = draws.count();
    for (int t = 0; t < n; t++) {
      double[] draw = draws.draw(t);
      for (int k = 0; k < d; k++) {
        mean[k] += draw[k] / n;
      }
    }
    for (int t = 0; t < n; t++) {
      double[] draw = draws.draw(t);
      for (int k = 0; k < d; k++) {
        for (int l = 0; l < d; l++) {
          covariance[k * d + l] += (draw[k] - mean[k]) * (draw[l] - mean[l]) / n;
        }
      }
    }
    return DenseMetric.of(mean, Matrices.cholesky(covariance, d));
  }

  private static Draws again(Model model, Metric metric) {
    var sampler = Sampler.of(Nuts.standard(model.dimension()), new FullGradient(model.in(metric)));
    Draws.Chain[] chains = new Draws.Chain[CHAINS];
    Parallel.run(CHAINS, c -> chains[c] = chain(sampler, metric, c));
    return new Draws(model.names(), new ArrayList<>(Arrays.asList(chains)));
  }

  private static Draws.Chain chain(Sampler sampler, Metric metric, int index) {
    int d = sampler.dimension();
    double[] start = new double[d];
    RandomStream.of(SEED, index).fillGaussian(start, d);
    var chain = new RunningChain(sampler, start, ~SEED, index);
    chain.state().adapting(true);
    for (int t = 0; t < BURN_IN; t++) {
      chain.step();
    }
    chain.state().adapting(false);
    chain.state().auxiliary()[1] += Math.log(SHORTER);
    double[] values = new double[DRAWS * d];
    double[] theta = new double[d];
    for (int t = 0; t < DRAWS; t++) {
      chain.step();
      metric.toTheta(chain.state().position(), theta);
      System.arraycopy(theta, 0, values, t * d, d);
    }
    return Draws.Chain.of(d, values);
  }
}
