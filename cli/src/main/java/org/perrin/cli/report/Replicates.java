package org.perrin.cli.report;

import java.util.Arrays;
import org.perrin.math.Parallel;
import org.perrin.random.RandomStream;

/**
 * Posterior predictive check: the histogram of the target against those of targets drawn again.
 *
 * @param edges of the bins
 * @param observed shares of the rows in them
 * @param q5 lower end of the shares expected, 90 %
 * @param q50 their middle
 * @param q95 upper end
 * @param chance the largest share of rows of a target drawn again that lie above {@code q95}: what
 *     the model's own rows do, once in as many as were drawn
 */
record Replicates(
    double[] edges, double[] observed, double[] q5, double[] q50, double[] q95, double chance) {
  private static final int BINS = 30;

  static Replicates of(InSamplePredictions p) {
    return of(p, new double[p.rows()], p.regression().counts());
  }

  /** The same of what is left of targets without their means, where tails of noise show. */
  static Replicates ofResiduals(InSamplePredictions p) {
    return of(p, p.mean(), false);
  }

  private static Replicates of(InSamplePredictions p, double[] centre, boolean whole) {
    double[] seen = less(p.y(), centre);
    double[] edges = edges(seen, whole);
    double[][] drawn = new double[p.eta().length][];
    Parallel.run(drawn.length, t -> drawn[t] = shares(less(replicate(p, t), centre), edges));
    double[] high = quantile(drawn, 0.95);
    double chance = Arrays.stream(drawn).mapToDouble(r -> above(r, high)).max().orElse(0);
    return new Replicates(
        edges, shares(seen, edges), quantile(drawn, 0.05), quantile(drawn, 0.5), high, chance);
  }

  private static double[] less(double[] values, double[] centre) {
    double[] out = new double[values.length];
    Arrays.setAll(out, j -> values[j] - centre[j]);
    return out;
  }

  private static double[] quantile(double[][] drawn, double p) {
    double[] out = new double[drawn[0].length];
    for (int b = 0; b < out.length; b++) {
      int bin = b;
      double[] sorted = Arrays.stream(drawn).mapToDouble(r -> r[bin]).sorted().toArray();
      out[b] = sorted[(int) Math.round(p * (sorted.length - 1))];
    }
    return out;
  }

  /** From the 0.5 % to the 99.5 % quantile; around whole numbers for counts. */
  private static double[] edges(double[] y, boolean whole) {
    double[] sorted = y.clone();
    Arrays.sort(sorted);
    double low = sorted[(int) (0.005 * (sorted.length - 1))];
    double high = sorted[(int) Math.ceil(0.995 * (sorted.length - 1))];
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

  /** What the targets might have been under a draw. */
  private static double[] replicate(InSamplePredictions p, int draw) {
    var random = RandomStream.of(p.seed(), draw);
    double[] y = new double[p.rows()];
    Arrays.setAll(y, j -> p.at(draw, j).draw(random));
    return y;
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

  /** The share of rows that lie where the model does not expect them. */
  double misplaced() {
    return above(observed, q95);
  }

  /** The same, 0 if a target drawn again has as many. */
  double beyondChance() {
    return misplaced() > chance ? misplaced() : 0;
  }

  private static double above(double[] shares, double[] high) {
    double sum = 0;
    for (int b = 0; b < shares.length; b++) {
      sum += Math.max(0, shares[b] - high[b]);
    }
    return sum;
  }
}
