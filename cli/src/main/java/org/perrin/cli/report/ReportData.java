package org.perrin.cli.report;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.perrin.cli.SummaryJson;
import org.perrin.cli.Version;
import org.perrin.cli.fit.Fit;
import org.perrin.cli.fit.Prepared;
import org.perrin.diagnostics.Summary;
import org.perrin.draws.Draws;
import org.perrin.posterior.Account;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the page shows, as JSON. The whole summary is in it; draws are thinned, and where there are
 * many parameters only those of the {@value #MOST_PARAMETERS} that mixed worst or matter most.
 */
final class ReportData {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int MOST_PARAMETERS = 200;
  private static final int MOST_DRAWS = 2000;
  private static final int MOST_NUMBERS = 200_000;
  private static final int MOST_SIZES = 400;
  private static final int LAGS = 40;
  private static final int RANK_BINS = 20;

  private ReportData() {}

  static ObjectNode of(Fit fit) {
    ObjectNode root = NODES.objectNode();
    root.put("version", Version.number()).put("complete", fit.complete());
    facts(root.putArray("facts"), fit);
    fit.notes().forEach(root.putArray("notes")::add);
    root.put("model", fit.prepared().regression().word());
    root.put("target", fit.prepared().encoding().response().name());
    root.set("summary", SummaryJson.of(fit.summary()));
    ArrayNode priors = root.putArray("priors");
    fit.prepared().densities().forEach(density -> priors.add(density.toString()));
    scales(root.putArray("scales"), fit.prepared());
    int[] shown = shown(fit.summary().rows());
    root.set("draws", draws(fit, shown));
    root.set("sampling", sampling(fit));
    root.set("predictive", PredictiveCheck.of(fit));
    return root;
  }

  /** What the head of the page says. */
  private static void facts(ArrayNode array, Fit fit) {
    Prepared prepared = fit.prepared();
    Account account = fit.account();
    fact(
        array,
        "Data",
        "%s, %,d rows".formatted(fileName(prepared.source()), prepared.data().count()));
    fact(
        array,
        "Model",
        "%s regression of %s"
            .formatted(prepared.regression().word(), prepared.encoding().response().name()));
    fact(array, "Parameters", "%,d".formatted(fit.draws().dimension()));
    fact(
        array,
        "Draws",
        "%,d in %d chains".formatted(fit.draws().count(), fit.draws().chains().size()));
    fact(
        array,
        "Sampler",
        account.sampler()
            + ": "
            + account.reason().replaceFirst("^" + account.sampler() + ": ", ""));
    fact(array, "Cost", "%,d passes and %,d rows".formatted(account.passes(), account.rowsRead()));
    double total = fit.seconds().values().stream().mapToDouble(s -> s).sum();
    fact(array, "Time", "%.1f s".formatted(total));
  }

  /** Without the folders, which are nobody's business once the page travels. */
  private static String fileName(String source) {
    return source.replaceFirst("^[^ ]*/", "");
  }

  private static void fact(ArrayNode array, String name, String text) {
    array.addObject().put("name", name).put("text", text);
  }

  /** Standard deviations of the columns; null for what is not the coefficient of one. */
  private static void scales(ArrayNode array, Prepared prepared) {
    double[] scale = prepared.scaling().scale();
    for (int k = 0; k < prepared.names().size(); k++) {
      boolean slope = k < scale.length && !(k == 0 && prepared.scaling().intercept());
      if (slope) {
        array.add(scale[k]);
      } else {
        array.addNull();
      }
    }
  }

  /** Places of the parameters with draws in the page, in order. */
  static int[] shown(List<Summary.Row> rows) {
    if (rows.size() <= MOST_PARAMETERS) {
      return IntStream.range(0, rows.size()).toArray();
    }
    Comparator<Integer> worst = Comparator.comparingDouble(k -> -number(rows.get(k).rhat()));
    Comparator<Integer> largest =
        Comparator.comparingDouble(k -> -Math.abs(number(rows.get(k).mean() / rows.get(k).sd())));
    List<Integer> all = IntStream.range(0, rows.size()).boxed().toList();
    var chosen = new java.util.TreeSet<Integer>();
    all.stream().sorted(worst).limit(MOST_PARAMETERS / 2).forEach(chosen::add);
    all.stream()
        .sorted(largest)
        .takeWhile(k -> chosen.size() < MOST_PARAMETERS)
        .forEach(chosen::add);
    return chosen.stream().mapToInt(k -> k).toArray();
  }

  private static double number(double value) {
    return Double.isNaN(value) ? Double.MAX_VALUE : value;
  }

  private static ArrayNode draws(Fit fit, int[] shown) {
    int most = Math.min(MOST_DRAWS, Math.max(200, MOST_NUMBERS / shown.length));
    ArrayNode array = NODES.arrayNode();
    for (int k : shown) {
      double[][] chains = fit.draws().coordinate(k);
      ObjectNode node = array.addObject().put("parameter", k);
      ArrayNode thinned = node.putArray("chains");
      for (double[] chain : chains) {
        put(thinned.addArray(), thin(chain, Math.max(1, most / chains.length)));
      }
      put(node.putArray("autocorrelation"), Chains.autocorrelation(chains, LAGS));
      ArrayNode ranks = node.putArray("ranks");
      for (int[] counts : Chains.ranks(chains, RANK_BINS)) {
        ArrayNode bins = ranks.addArray();
        Arrays.stream(counts).forEach(bins::add);
      }
      if (fit.laplaceMean() != null) {
        put(node.putArray("laplace"), fit.laplaceMean()[k], fit.laplaceSd()[k]);
      }
    }
    return array;
  }

  private static double[] thin(double[] values, int most) {
    int step = Math.max(1, (values.length + most - 1) / most);
    double[] out = new double[(values.length + step - 1) / step];
    Arrays.setAll(out, t -> values[t * step]);
    return out;
  }

  private static ObjectNode sampling(Fit fit) {
    Account account = fit.account();
    ObjectNode node = NODES.objectNode();
    ArrayNode sizes = node.putArray("sizes");
    for (Draws.Chain chain : fit.draws().chains()) {
      put(sizes.addArray(), averaged(chain.sizes(), MOST_SIZES));
    }
    node.put("steps", fit.draws().chains().getFirst().sizes().length);
    node.put("rows", fit.prepared().data().count());
    double[] inflation = account.inflation().clone();
    Arrays.sort(inflation);
    put(node.putArray("inflation"), inflation);
    if (Double.isFinite(account.tolerance())) {
      node.put("tolerance", account.tolerance());
    }
    ArrayNode seconds = node.putArray("seconds");
    for (Map.Entry<String, Double> entry : fit.seconds().entrySet()) {
      seconds.addObject().put("name", entry.getKey()).put("value", entry.getValue());
    }
    return node;
  }

  /** Means over stretches, at most {@code most} of them. */
  private static double[] averaged(int[] values, int most) {
    int count = Math.min(most, values.length);
    double[] out = new double[count];
    for (int b = 0; b < count; b++) {
      int from = (int) ((long) b * values.length / count);
      int to = (int) ((long) (b + 1) * values.length / count);
      out[b] = Arrays.stream(values, from, to).average().orElse(Double.NaN);
    }
    return out;
  }

  /** Seven digits are enough for the eye. */
  static void put(ArrayNode array, double... values) {
    for (double value : values) {
      if (Double.isFinite(value)) {
        array.add((float) value);
      } else {
        array.addNull();
      }
    }
  }
}
