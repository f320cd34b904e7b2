package org.perrin.cli.report;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.perrin.cli.fit.Fit;
import org.perrin.cli.fit.Regression;
import org.perrin.data.Dataset;
import org.perrin.draws.Draws;
import org.perrin.math.Parallel;
import org.perrin.random.RandomStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Does the model tell what was seen? For logistic models calibration: rows in ten groups by their
 * predicted probability, and the share of ones in each. For others a posterior predictive check:
 * the histogram of the target against those of targets drawn anew. On some thousand rows that were
 * fitted, with some hundred draws.
 */
final class PredictiveCheck {
  private static final int ROWS = 10_000;
  private static final int DRAWS = 100;
  private static final int GROUPS = 10;
  private static final int BINS = 30;
  private static final double Z90 = 1.645;

  private final Fit fit;
  private final Dataset data;
  private final int[] rows;
  private final double[][] draws;

  private PredictiveCheck(Fit fit) {
    this.fit = fit;
    this.data = fit.prepared().data();
    int count = Math.min(ROWS, data.count());
    this.rows =
        IntStream.range(0, count).map(j -> (int) ((long) j * data.count() / count)).toArray();
    this.draws = some(fit.inner().draws());
  }

  static ObjectNode of(Fit fit) {
    var check = new PredictiveCheck(fit);
    return fit.prepared().regression() == Regression.LOGISTIC
        ? check.calibration()
        : check.histogram();
  }

  private static double[][] some(Draws all) {
    int chains = all.chains().size();
    int each = Math.max(1, DRAWS / chains);
    return all.chains().stream()
        .flatMap(
            chain ->
                IntStream.range(0, Math.min(each, chain.count()))
                    .mapToObj(t -> chain.draw((int) ((long) t * chain.count() / each))))
        .toArray(double[][]::new);
  }

  /** Linear predictors of all chosen rows under a draw. */
  private double[] predictors(double[] theta) {
    double[] point = new double[data.x().stride()];
    System.arraycopy(theta, 0, point, 0, data.x().width());
    double[] eta = new double[rows.length];
    data.x().dots(rows, 0, rows.length, point, eta);
    if (data.offset() != null) {
      Arrays.setAll(eta, j -> eta[j] + data.offset()[rows[j]]);
    }
    return eta;
  }

  private ObjectNode calibration() {
    double[] mean = new double[rows.length];
    double[][] all = new double[draws.length][];
    Parallel.run(draws.length, t -> all[t] = predictors(draws[t]));
    for (double[] eta : all) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += 1 / (1 + Math.exp(-eta[j])) / draws.length;
      }
    }
    Integer[] order = IntStream.range(0, rows.length).boxed().toArray(Integer[]::new);
    Arrays.sort(order, (a, b) -> Double.compare(mean[a], mean[b]));
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("kind", "calibration");
    ArrayNode groups = node.putArray("groups");
    int count = Math.min(GROUPS, rows.length);
    for (int g = 0; g < count; g++) {
      int from = g * rows.length / count;
      int to = (g + 1) * rows.length / count;
      double predicted = 0;
      double seen = 0;
      for (int j = from; j < to; j++) {
        predicted += mean[order[j]] / (to - from);
        seen += data.y()[rows[order[j]]] / (to - from);
      }
      double[] interval = wilson(seen, to - from);
      groups
          .addObject()
          .put("predicted", (float) predicted)
          .put("observed", (float) seen)
          .put("low", (float) interval[0])
          .put("high", (float) interval[1])
          .put("rows", to - from);
    }
    return node;
  }

  /** Wilson's interval for a share, 90 %. */
  private static double[] wilson(double share, int n) {
    double z2 = Z90 * Z90;
    double middle = (share + z2 / (2 * n)) / (1 + z2 / n);
    double half = Z90 * Math.sqrt(share * (1 - share) / n + z2 / (4.0 * n * n)) / (1 + z2 / n);
    return new double[] {middle - half, middle + half};
  }

  private ObjectNode histogram() {
    double[] y = Arrays.stream(rows).mapToDouble(i -> data.y()[i]).toArray();
    double[] edges = edges(y);
    double[][] replicated = new double[draws.length][];
    Parallel.run(draws.length, t -> replicated[t] = shares(replicate(t), edges));
    double[] seen = shares(y, edges);
    ObjectNode node = JsonNodeFactory.instance.objectNode().put("kind", "histogram");
    node.put("whole", fit.prepared().regression() == Regression.POISSON);
    ReportData.put(node.putArray("edges"), edges);
    ReportData.put(node.putArray("observed"), seen);
    for (double p : new double[] {0.05, 0.5, 0.95}) {
      double[] quantile = new double[seen.length];
      for (int b = 0; b < seen.length; b++) {
        int bin = b;
        double[] values = Arrays.stream(replicated).mapToDouble(r -> r[bin]).sorted().toArray();
        quantile[b] = values[(int) Math.round(p * (values.length - 1))];
      }
      ReportData.put(node.putArray("q" + Math.round(100 * p)), quantile);
    }
    return node;
  }

  private double[] edges(double[] y) {
    double[] sorted = y.clone();
    Arrays.sort(sorted);
    double low = sorted[(int) (0.005 * (sorted.length - 1))];
    double high = sorted[(int) Math.ceil(0.995 * (sorted.length - 1))];
    boolean whole = fit.prepared().regression() == Regression.POISSON;
    if (whole) {
      low = Math.rint(low) - 0.5;
      high = Math.rint(high) + 0.5;
    } else if (!(high > low)) {
      high = low + 1;
    }
    int bins = whole ? (int) Math.min(BINS, high - low) : BINS;
    double width = whole ? Math.ceil((high - low) / bins) : (high - low) / bins;
    double[] edges = new double[bins + 1];
    double first = low;
    Arrays.setAll(edges, b -> first + b * width);
    return edges;
  }

  /** What the target might have been under a draw. */
  private double[] replicate(int draw) {
    var random = RandomStream.of(fit.options().seed(), draw);
    double[] theta = draws[draw];
    double[] y = predictors(theta);
    boolean counts = fit.prepared().regression() == Regression.POISSON;
    double sigma = counts ? 0 : Math.exp(theta[theta.length - 1]);
    for (int j = 0; j < y.length; j++) {
      y[j] = counts ? poisson(random, Math.exp(y[j])) : y[j] + sigma * random.nextGaussian();
    }
    return y;
  }

  /** Waiting times for small rates, a rounded normal for large ones. */
  private static double poisson(RandomStream random, double rate) {
    if (rate > 50) {
      return Math.max(0, Math.rint(rate + Math.sqrt(rate) * random.nextGaussian()));
    }
    double count = 0;
    for (double t = -Math.log1p(-random.nextDouble());
        t < rate;
        t -= Math.log1p(-random.nextDouble())) {
      count++;
    }
    return count;
  }

  private static double[] shares(double[] values, double[] edges) {
    double[] shares = new double[edges.length - 1];
    double width = edges[1] - edges[0];
    for (double value : values) {
      int bin = (int) Math.floor((value - edges[0]) / width);
      if (bin >= 0 && bin < shares.length) {
        shares[bin] += 1.0 / values.length;
      }
    }
    return shares;
  }
}
