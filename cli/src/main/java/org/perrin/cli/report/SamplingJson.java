package org.perrin.cli.report;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import org.perrin.data.Ints;
import org.perrin.draws.Draws;
import org.perrin.dynamics.StepStatistic;
import org.perrin.posterior.Account;
import org.perrin.posterior.ExactReport;
import org.perrin.regression.Fit;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** How the draws came about and what they cost, for the page. */
final class SamplingJson {
  private static final int MOST_SIZES = 400;

  private SamplingJson() {}

  static ObjectNode of(Fit fit) {
    Account account = fit.account();
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    facts(node.putArray("facts"), fit);
    ArrayNode sizes = node.putArray("sizes");
    int steps = 0;
    for (Draws.Chain chain : fit.draws().chains()) {
      ReportData.put(sizes.addArray(), averaged(chain.steps()));
      steps = Math.max(steps, (int) chain.steps().size());
    }
    node.put("steps", steps);
    double[] inflation = account.inflation().clone();
    Arrays.sort(inflation);
    ReportData.put(node.putArray("inflation"), inflation);
    account.tolerance().ifPresent(tau -> node.put("tolerance", tau));
    ArrayNode seconds = node.putArray("seconds");
    for (Map.Entry<String, Double> entry : fit.seconds().entrySet()) {
      seconds.addObject().put("name", entry.getKey()).put("value", entry.getValue());
    }
    return node;
  }

  private static void facts(ArrayNode array, Fit fit) {
    Account account = fit.account();
    int rows = fit.prepared().data().count();
    fact(array, "Sampler", account.sampler());
    fact(array, "Why", account.reason().replaceFirst("^[a-z]+: ", ""));
    ExactReport exactly = account.exactly();
    if (exactly != null) {
      fact(array, "Heavy rows, read at every kick", share(exactly.heavyRows(), rows));
      fact(array, "Light rows of a step", String.format(Locale.ROOT, "%.3g", exactly.lightRows()));
      fact(array, "Kicks of a step", "%,d".formatted(exactly.kicks()));
      fact(array, "Trajectories accepted", percent(exactly.proposed()));
      fact(array, "of those, by the light rows", percent(exactly.corrected()));
      if (exactly.guarded() != null) {
        fact(array, "Bounds of rows", exactly.guarded().text());
      }
    } else if (account.rowsRead() > 0) {
      fact(array, "Rows of a step", share(account.subsample(), rows));
      account
          .stepSize()
          .ifPresent(h -> fact(array, "Step-size", String.format(Locale.ROOT, "%.3g", h)));
    }
    if (account.rowsRead() > 0) {
      fact(array, "Steps before the first draw", "%,d".formatted(account.burnIn()));
      fact(array, "Steps from draw to draw", "%,d".formatted(account.thin()));
    }
    fact(array, "Rows read in sampling", "%,d".formatted(account.rowsRead()));
    fact(array, "Passes over all rows", "%,d".formatted(account.passes()));
    if (fit.draws().know(StepStatistic.DIVERGENT)) {
      fact(array, "Divergent steps", "%,d".formatted(fit.draws().divergent()));
      fact(array, "Steps at the largest tree depth", "%,d".formatted(fit.draws().fullTrees()));
    }
    fact(array, "Seed", String.valueOf(fit.options().seed()));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static String share(int size, int rows) {
    return size >= rows
        ? "all"
        : String.format(Locale.ROOT, "%,d (%.2g %% of all)", size, 100.0 * size / rows);
  }

  private static void fact(ArrayNode array, String name, String text) {
    array.addObject().put("name", name).put("text", text);
  }

  /** Means over stretches. */
  private static double[] averaged(Ints values) {
    int count = (int) Math.min(MOST_SIZES, values.size());
    double[] out = new double[count];
    for (int b = 0; b < count; b++) {
      long from = b * values.size() / count;
      long to = (b + 1) * values.size() / count;
      out[b] = LongStream.range(from, to).mapToDouble(values::get).average().orElse(Double.NaN);
    }
    return out;
  }
}
