package org.perrin.bench.truth;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.perrin.mode.Mode;
import org.perrin.mode.Search;
import org.perrin.model.Model;

/**
 * A posterior of one or two parameters, from the potential alone: by {@link Grid} over v, {@code θ
 * = θ̂ + s sinh v} with s the standard deviations at the mode, in which the tails of a Cauchy fall
 * off as fast as those of an exponential.
 */
final class PotentialIntegral implements Oracle {
  private static final int POINTS = 401;
  private static final double REACH = 6;

  @Override
  public String source() {
    return "integral";
  }

  @Override
  public Answer of(Model model) {
    Mode mode = Search.of(model).mode();
    int d = mode.dimension();
    double[] low = new double[d];
    double[] high = new double[d];
    Arrays.fill(low, -REACH);
    Arrays.fill(high, REACH);
    var nodes = Grid.of(v -> log(model, mode, v), low, high, POINTS);
    return Answer.exact(
        source(),
        IntStream.range(0, d)
            .mapToObj(k -> marginal(nodes, k, mode.theta()[k], mode.sd()[k]))
            .toList());
  }

  /** {@code −f(θ(v)) + Σ log cosh v}. */
  private static double log(Model model, Mode mode, double[] v) {
    double[] theta = mode.theta().clone();
    double[] sd = mode.sd();
    double sum = 0;
    for (int k = 0; k < v.length; k++) {
      theta[k] += sd[k] * Math.sinh(v[k]);
      sum += Math.log(Math.cosh(v[k]));
    }
    return sum - model.potential(theta);
  }

  private static Marginal marginal(List<Grid.Node> nodes, int k, double centre, double unit) {
    var shares = new TreeMap<Double, Double>();
    nodes.forEach(node -> shares.merge(node.at()[k], node.share(), Double::sum));
    double mean = 0;
    double square = 0;
    for (Map.Entry<Double, Double> entry : shares.entrySet()) {
      double away = Math.sinh(entry.getKey());
      mean += away * entry.getValue();
      square += away * away * entry.getValue();
    }
    double[] quartiles = {0.25, 0.5, 0.75};
    for (int q = 0; q < 3; q++) {
      quartiles[q] = centre + unit * Math.sinh(quantile(shares, quartiles[q]));
    }
    return Marginal.exact(centre + unit * mean, unit * Math.sqrt(square - mean * mean), quartiles);
  }

  /** Half of a point's share lies below it; between points the distribution is a line. */
  private static double quantile(TreeMap<Double, Double> shares, double p) {
    double below = 0;
    double before = Double.NaN;
    double reached = 0;
    for (Map.Entry<Double, Double> entry : shares.entrySet()) {
      double here = below + entry.getValue() / 2;
      if (here >= p) {
        double part = (p - reached) / (here - reached);
        return Double.isNaN(before) ? entry.getKey() : before + part * (entry.getKey() - before);
      }
      reached = here;
      before = entry.getKey();
      below += entry.getValue();
    }
    return before;
  }
}
