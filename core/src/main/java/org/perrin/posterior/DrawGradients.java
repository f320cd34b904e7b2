package org.perrin.posterior;

import java.util.List;
import java.util.stream.IntStream;
import org.perrin.diagnostics.KernelStein;
import org.perrin.draws.Draws;
import org.perrin.metric.Metric;
import org.perrin.model.Model;

/**
 * Draws at which the gradient of f was computed, as many of each chain and evenly spread along it.
 *
 * @param chains of one length, none of them diverged if there are such
 * @param length of the chains
 * @param each how many draws of a chain were looked at
 * @param metric of the posterior
 * @param g gradients by u, draw after draw
 * @param ksd kernel Stein discrepancy of the draws looked at, in u
 */
record DrawGradients(
    List<Draws.Chain> chains, int length, int each, Metric metric, double[] g, double ksd) {
  static DrawGradients of(Posterior posterior, int gradients) {
    Model model = posterior.model();
    Metric metric = posterior.mode().metric();
    List<Draws.Chain> chains = posterior.draws().usable();
    int length = chains.stream().mapToInt(Draws.Chain::count).min().orElse(0);
    int each = Math.min(length, Math.ceilDiv(gradients, chains.size()));
    int d = model.dimension();
    double[] u = new double[chains.size() * each * d];
    double[] g = new double[u.length];
    double[] one = new double[d];
    for (int j = 0; j < chains.size() * each; j++) {
      double[] theta = chains.get(j / each).draw(place(j % each, each, length));
      metric.toU(theta, one);
      System.arraycopy(one, 0, u, j * d, d);
      metric.pull(model.gradient(theta), one);
      System.arraycopy(one, 0, g, j * d, d);
    }
    double ksd = KernelStein.imq(1, -0.5).of(u, g, d).joint(chains.size() * each);
    return new DrawGradients(chains, length, each, metric, g, ksd);
  }

  private static int place(int j, int each, int length) {
    return (int) ((long) j * length / each);
  }

  /** How many draws were looked at. */
  int count() {
    return chains.size() * each;
  }

  /**
   * The moments of {@code cᵀθ}. With {@code r = Lᵀc}, its derivative is that along {@code Lr/‖r‖²}:
   * the direction in which the other parameters move along with it as Σ̂ has it. Those that do not
   * move are passed over: a level of thousands moves with few others.
   */
  SteinMoments moments(double[] c) {
    int d = c.length;
    double[] row = new double[d];
    metric.pull(c, row);
    double square = 0;
    for (double v : row) {
      square += v * v;
    }
    int[] moved = IntStream.range(0, d).filter(k -> row[k] != 0).toArray();
    double[][] all = new double[chains.size()][length];
    double[][] some = new double[chains.size()][each];
    double[][] slopes = new double[chains.size()][each];
    for (int chain = 0; chain < all.length; chain++) {
      for (int k = 0; k < d; k++) {
        for (int t = 0; c[k] != 0 && t < length; t++) {
          all[chain][t] += c[k] * chains.get(chain).get(t, k);
        }
      }
      for (int j = 0; j < each; j++) {
        some[chain][j] = all[chain][place(j, each, length)];
        for (int k : moved) {
          slopes[chain][j] += row[k] * g[(chain * each + j) * d + k] / square;
        }
      }
    }
    return SteinMoments.of(all, some, slopes);
  }
}
