package org.perrin.bench.truth;

import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.perrin.mode.Mode;
import org.perrin.mode.Search;
import org.perrin.model.Model;

/** A posterior of one or two parameters, by {@link Grid}, from the potential alone. */
final class Integral implements Oracle {
  private static final int POINTS = 401;
  private static final double REACH = 40;

  @Override
  public String source() {
    return "integral";
  }

  @Override
  public Answer of(Model model) {
    Mode mode = Search.of(model).mode();
    double[] low = mode.theta().clone();
    double[] high = mode.theta().clone();
    for (int k = 0; k < low.length; k++) {
      low[k] -= REACH * mode.sd()[k];
      high[k] += REACH * mode.sd()[k];
    }
    var nodes = Grid.of(theta -> -model.potential(theta), low, high, POINTS);
    return Answer.exact(
        source(), IntStream.range(0, low.length).mapToObj(k -> marginal(nodes, k)).toList());
  }

  private static Marginal marginal(List<Grid.Node> nodes, int k) {
    var shares = new TreeMap<Double, Double>();
    nodes.forEach(node -> shares.merge(node.at()[k], node.share(), Double::sum));
    double mean = 0;
    for (var entry : shares.entrySet()) {
      mean += entry.getKey() * entry.getValue();
    }
    double variance = 0;
    for (var entry : shares.entrySet()) {
      variance += Math.pow(entry.getKey() - mean, 2) * entry.getValue();
    }
    double[] quartiles = {quantile(shares, 0.25), quantile(shares, 0.5), quantile(shares, 0.75)};
    return Marginal.exact(mean, Math.sqrt(variance), quartiles);
  }

  /** Half of a point's share lies below it; between points the distribution is a line. */
  private static double quantile(TreeMap<Double, Double> shares, double p) {
    double below = 0;
    double before = Double.NaN;
    double reached = 0;
    for (var entry : shares.entrySet()) {
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
