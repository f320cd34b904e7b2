package org.perrin.bench.trust;

import java.util.Arrays;
import java.util.List;
import org.perrin.Perrin;
import org.perrin.draws.Draws;
import org.perrin.math.Parallel;
import org.perrin.posterior.Options;
import org.perrin.random.RandomStream;

/**
 * Simulation-based calibration (Talts et al., 2018). Draw θ* from the prior, data from θ*, and
 * {@value #DRAWS} posterior draws from the data: if the sampler and the model's derivatives are
 * right, the rank of θ* among the draws is uniform on 0 … {@value #DRAWS}, coordinate by
 * coordinate. The same holds for any function of θ and the data; two more are ranked: f itself,
 * which sees what coordinates one by one do not (correlations, and the shape as a whole), and an
 * observation to come among draws of the posterior predictive, which is what a user acts on.
 *
 * <p>Draws are far enough apart to be independent: steps of ½ in the natural metric forget e^{−4.6}
 * over the 16 steps between two kept ones; of exact samplers every third is kept, or as many as
 * {@link World#apart} says.
 *
 * @param sampler {@code auto}, {@code exact} or {@code natural}
 * @param rows of every data set
 */
record Calibration(String sampler, int rows) {
  /** L: with 200 possible ranks the shares 50, 80 and 95 % are whole numbers of them. */
  static final int DRAWS = 199;

  private static final int CHAINS = 4;

  /** Ranks of {@code count} worlds; replication r has the seed {@code seed + r}. */
  Ranks run(World world, long seed, int count) {
    int[][] ranks = new int[count][];
    Parallel.run(
        count,
        r -> {
          var random = RandomStream.of(seed + r);
          Trial trial = world.draw(random, rows);
          ranks[r] = ranks(trial, draws(trial, world.apart(), seed + r), random);
        });
    List<String> names = world.draw(RandomStream.of(seed), rows).model().names();
    return new Ranks(names, DRAWS + 1, ranks);
  }

  private Draws draws(Trial trial, int apart, long seed) {
    var options = Options.standard().sampler(sampler).chains(CHAINS).seed(seed);
    options = options.draws((DRAWS + 1) / CHAINS);
    boolean natural = sampler.equals("natural");
    return Perrin.sample(trial.model(), natural ? options : options.thin(apart)).draws();
  }

  private static int[] ranks(Trial trial, Draws draws, RandomStream random) {
    int d = draws.dimension();
    double[][] quantities = new double[d + 2][DRAWS];
    for (int l = 0; l < DRAWS; l++) {
      var chain = draws.chains().get(l % CHAINS);
      if (chain.divergence() != null) {
        throw new IllegalStateException(chain.divergence());
      }
      double[] theta = chain.draw(l / CHAINS);
      for (int k = 0; k < d; k++) {
        quantities[k][l] = theta[k];
      }
      quantities[d][l] = trial.model().potential(theta);
      quantities[d + 1][l] = trial.predictive().draw(theta, random);
    }
    double[] truth = Arrays.copyOf(trial.truth(), d + 2);
    truth[d] = trial.model().potential(trial.truth());
    truth[d + 1] = trial.future();
    int[] ranks = new int[d + 2];
    Arrays.setAll(ranks, q -> rank(truth[q], quantities[q], random));
    return ranks;
  }

  /** How many draws lie below; a tie, as counts have, falls to either side by chance. */
  private static int rank(double truth, double[] draws, RandomStream random) {
    int below = 0;
    int equal = 0;
    for (double draw : draws) {
      below += draw < truth ? 1 : 0;
      equal += draw == truth ? 1 : 0;
    }
    return below + random.nextIndex(equal + 1);
  }
}
