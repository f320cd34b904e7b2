package org.perrin.posterior;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.Perrin;
import org.perrin.data.Dataset;
import org.perrin.family.OverdispersedCounts;
import org.perrin.family.StudentNoise;
import org.perrin.math.Gamma;
import org.perrin.model.Density;
import org.perrin.model.Independent;
import org.perrin.model.Model;
import org.perrin.model.Multinomial;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;
import org.perrin.random.RandomStream;

/**
 * Simulation-based calibration (Talts et al., 2018) of the natural sampler: parameters from the
 * prior, data from the parameters, and the rank of the former among the draws is uniform. Four bins
 * over {@code perrin.sbc} worlds (24 unless told) and χ² with 3 degrees of freedom below 25.9: each
 * of the 11 parameters fails by chance once in 10⁵ seeds.
 */
class CalibrationTest {
  private static final int WORLDS = Integer.getInteger("perrin.sbc", 24);
  private static final int ROWS = 1500;
  private static final int BINS = 4;
  private static final Density PRIOR = Priors.normal(0, 0.7);

  /** Parameters and a posterior that should contain them. */
  private record World(double[] truth, Model model) {}

  private static World world(String name, RandomStream random) {
    double[][] x = new double[ROWS][];
    for (int i = 0; i < ROWS; i++) {
      x[i] = new double[] {1, random.nextGaussian()};
    }
    double[] theta = new double[name.equals("multinomial") ? 4 : 3];
    for (int k = 0; k < theta.length; k++) {
      theta[k] = 0.7 * random.nextGaussian();
    }
    double[] y = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      double eta = theta[0] + theta[1] * x[i][1];
      y[i] =
          switch (name) {
            case "robust" -> eta + Math.exp(theta[2]) * student(random);
            case "negative-binomial" -> count(random, Math.exp(eta), Math.exp(theta[2]));
            default -> pick(random, eta, theta[2] + theta[3] * x[i][1]);
          };
    }
    var data = Dataset.of(x, y);
    List<Density> priors = Collections.nCopies(theta.length, PRIOR);
    Model model =
        switch (name) {
          case "robust" -> ScaledGlm.of(new StudentNoise(), data, new Independent(priors));
          case "negative-binomial" ->
              ScaledGlm.of(new OverdispersedCounts(), data, new Independent(priors));
          default -> Multinomial.of(data, new Independent(priors));
        };
    return new World(theta, model);
  }

  private static double student(RandomStream random) {
    double chi = -2 * Math.log((1 - random.nextDouble()) * (1 - random.nextDouble()));
    return random.nextGaussian() / Math.sqrt(chi / 4);
  }

  private static double count(RandomStream random, double mean, double phi) {
    double u = random.nextDouble();
    double y = 0;
    for (double sum = 0; y < 10_000; y++) {
      double log =
          Gamma.log(y + phi)
              - Gamma.log(phi)
              - Gamma.log(y + 1)
              + phi * Math.log(phi / (phi + mean))
              + y * Math.log(mean / (phi + mean));
      sum += Math.exp(log);
      if (sum > u) {
        break;
      }
    }
    return y;
  }

  private static double pick(RandomStream random, double first, double second) {
    double a = Math.exp(first);
    double b = Math.exp(second);
    double u = random.nextDouble() * (1 + a + b);
    return u < 1 ? 0 : u < 1 + a ? 1 : 2;
  }

  @ParameterizedTest
  @ValueSource(strings = {"robust", "negative-binomial", "multinomial"})
  void ranks_of_the_truth_are_uniform(String name) {
    int[][] counts = null;
    for (int w = 0; w < WORLDS; w++) {
      World world = world(name, RandomStream.of(71, w));
      var options = Options.standard().sampler("natural").draws(30).chains(2).seed(w + 1);
      var draws = Perrin.sample(world.model(), options).draws();
      int d = world.truth().length;
      counts = counts == null ? new int[d][BINS] : counts;
      for (int k = 0; k < d; k++) {
        double truth = world.truth()[k];
        double[] all = Arrays.stream(draws.coordinate(k)).flatMapToDouble(Arrays::stream).toArray();
        long below = Arrays.stream(all).filter(v -> v < truth).count();
        counts[k][(int) (below * BINS / (all.length + 1))]++;
      }
    }
    for (int[] bins : counts) {
      double expected = (double) WORLDS / BINS;
      double square =
          Arrays.stream(bins).mapToDouble(n -> (n - expected) * (n - expected) / expected).sum();
      assertThat(square).as("%s %s", name, Arrays.toString(bins)).isLessThan(25.9);
    }
  }
}
