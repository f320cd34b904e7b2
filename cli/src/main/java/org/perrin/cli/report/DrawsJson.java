package org.perrin.cli.report;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.perrin.diagnostics.Summary;
import org.perrin.math.Parallel;
import org.perrin.regression.Fit;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Draws for the page: thinned, and where there are many parameters only those of the {@value
 * #MOST_PARAMETERS} that mixed worst or matter most.
 */
final class DrawsJson {
  private static final int MOST_PARAMETERS = 200;
  private static final int MOST_DRAWS = 2000;
  private static final int MOST_NUMBERS = 200_000;
  private static final int LAGS = 40;
  private static final int RANK_BINS = 20;

  private DrawsJson() {}

  /** Of the first {@code listed} parameters. */
  static ObjectNode of(Fit fit, int listed) {
    int groups = listed - fit.common();
    int[] shown = shown(fit.summary().rows().subList(0, listed), groups);
    int most = Math.min(MOST_DRAWS, Math.max(200, MOST_NUMBERS / shown.length));
    int longest = fit.draws().chains().stream().mapToInt(c -> c.count()).max().orElse(0);
    int each = Math.max(1, most / fit.draws().chains().size());
    int thin = Math.max(1, (longest + each - 1) / each);
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("thin", thin);
    node.put("count", fit.draws().count());
    ObjectNode[] parameters = new ObjectNode[shown.length];
    Parallel.run(shown.length, j -> parameters[j] = parameter(fit, shown[j], thin));
    node.putArray("parameters").addAll(List.of(parameters));
    return node;
  }

  private static ObjectNode parameter(Fit fit, int k, int thin) {
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("parameter", k);
    double[][] chains =
        Arrays.stream(fit.draws().coordinate(k)).filter(c -> c.length > 0).toArray(double[][]::new);
    ArrayNode thinned = node.putArray("chains");
    for (double[] chain : chains) {
      ReportData.put(thinned.addArray(), thin(chain, thin));
    }
    ReportData.put(node.putArray("autocorrelation"), ChainPlots.autocorrelation(chains, LAGS));
    ArrayNode ranks = node.putArray("ranks");
    for (int[] counts : ChainPlots.ranks(chains, RANK_BINS)) {
      ArrayNode bins = ranks.addArray();
      Arrays.stream(counts).forEach(bins::add);
    }
    long above = 0;
    for (double[] chain : chains) {
      for (double x : chain) {
        above += x > 0 ? 1 : 0;
      }
    }
    node.put("above", (double) above / Math.max(1, fit.draws().count()));
    if (fit.laplaceMean() != null) {
      ReportData.put(node.putArray("laplace"), fit.laplaceMean()[k], fit.laplaceSd()[k]);
    }
    return node;
  }

  /**
   * Places of the parameters with draws in the page, in order. Effects of groups, the last of the
   * rows, do not crowd out the others.
   */
  static int[] shown(List<Summary.Row> rows, int groups) {
    if (rows.size() <= MOST_PARAMETERS) {
      return IntStream.range(0, rows.size()).toArray();
    }
    Comparator<Integer> worst = Comparator.comparingDouble(k -> -number(rows.get(k).rhat()));
    Comparator<Integer> largest =
        Comparator.comparingDouble(k -> -Math.abs(number(rows.get(k).mean() / rows.get(k).sd())));
    List<Integer> all = IntStream.range(0, rows.size()).boxed().toList();
    var chosen = new TreeSet<Integer>();
    if (groups > 0) {
      all.stream().limit(Math.min(MOST_PARAMETERS, rows.size() - groups)).forEach(chosen::add);
    }
    all.stream()
        .sorted(worst)
        .limit(Math.min(MOST_PARAMETERS / 2, MOST_PARAMETERS - chosen.size()))
        .forEach(chosen::add);
    all.stream()
        .sorted(largest)
        .takeWhile(k -> chosen.size() < MOST_PARAMETERS)
        .forEach(chosen::add);
    return chosen.stream().mapToInt(k -> k).toArray();
  }

  private static double number(double value) {
    return Double.isNaN(value) ? Double.MAX_VALUE : value;
  }

  private static double[] thin(double[] values, int step) {
    double[] out = new double[(values.length + step - 1) / step];
    Arrays.setAll(out, t -> values[t * step]);
    return out;
  }
}
