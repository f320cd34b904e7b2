package org.perrin.bench.truth;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.perrin.model.Model;

/** Normal but for one or two scales: those by {@link Grid}, everything else by conjugacy. */
record ScaleIntegral(GivenScales given) implements Oracle {
  private static final int POINTS = 121;
  private static final double LEAST_SHARE = 1e-13;
  private static final double LOW = -20;
  private static final double HIGH = 12;

  @Override
  public String source() {
    return given.scales() == 1 ? "integral over log σ" : "integral over log σ, log τ";
  }

  @Override
  public Answer of(Model model) {
    double[] low = new double[given.scales()];
    double[] high = new double[given.scales()];
    Arrays.fill(low, LOW);
    Arrays.fill(high, HIGH);
    List<Grid.Node> nodes =
        Grid.of(given::log, low, high, POINTS).stream()
            .filter(node -> node.share() > LEAST_SHARE)
            .toList();
    return Answer.exact(source(), average(nodes));
  }

  /** Around the moments of the likeliest node, so that large means do not swallow variances. */
  private List<Marginal> average(List<Grid.Node> nodes) {
    Grid.Node best =
        nodes.stream().max((a, b) -> Double.compare(a.share(), b.share())).orElseThrow();
    double[] around = given.moments(best.at())[0];
    int d = around.length;
    double[] first = new double[d];
    double[] second = new double[d];
    double[][][] moments =
        IntStream.range(0, nodes.size())
            .parallel()
            .mapToObj(j -> given.moments(nodes.get(j).at()))
            .toArray(double[][][]::new);
    for (int j = 0; j < moments.length; j++) {
      for (int k = 0; k < d; k++) {
        double away = moments[j][0][k] - around[k];
        first[k] += nodes.get(j).share() * away;
        second[k] += nodes.get(j).share() * (moments[j][1][k] + away * away);
      }
    }
    List<Marginal> marginals = new ArrayList<>();
    for (int k = 0; k < d; k++) {
      double sd = Math.sqrt(second[k] - first[k] * first[k]);
      marginals.add(Marginal.exact(around[k] + first[k], sd));
    }
    return marginals;
  }
}
