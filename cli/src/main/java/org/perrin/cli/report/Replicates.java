package org.perrin.cli.report;

import java.util.Arrays;
import org.perrin.math.Parallel;
import org.perrin.random.RandomStream;

/**
 * The histogram of counts, against those of counts drawn from the model.
 *
 * @param edges of the bins
 * @param observed shares of the rows in them
 * @param q5 lower end of the shares expected, 90 %
 * @param q50 their middle
 * @param q95 upper end
 */
record Replicates(double[] edges, double[] observed, double[] q5, double[] q50, double[] q95) {
  private static final int BINS = 30;

  /** What the targets might have been: an array for each draw. */
  static double[][] drawn(InSamplePredictions p) {
    double[][] drawn = new double[p.eta().length][];
    Parallel.run(drawn.length, t -> drawn[t] = replicate(p, t));
    return drawn;
  }

  /** With replicated targets that are there already. */
  static Replicates of(InSamplePredictions p, double[][] drawn) {
    double[] edges = edges(p.y());
    double[][] others = new double[drawn.length][];
    Parallel.run(others.length, t -> others[t] = shares(drawn[t], edges));
    return new Replicates(
        edges,
        inner(shares(p.y(), edges)),
        inner(quantile(others, 0.05)),
        inner(quantile(others, 0.5)),
        inner(quantile(others, 0.95)));
  }

  /** Without what lies beyond the edges. */
  private static double[] inner(double[] shares) {
    return Arrays.copyOfRange(shares, 1, shares.length - 1);
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

  /** Around whole numbers from the 0.5 % to the 99.5 % quantile. */
  private static double[] edges(double... y) {
    double[] sorted = y.clone();
    Arrays.sort(sorted);
    double low = Math.rint(sorted[(int) (0.005 * (sorted.length - 1))]) - 0.5;
    double high = Math.rint(sorted[(int) Math.ceil(0.995 * (sorted.length - 1))]) + 0.5;
    int bins = (int) Math.min(BINS, high - low);
    double width = Math.ceil((high - low) / bins);
    double[] edges = new double[bins + 1];
    Arrays.setAll(edges, b -> low + b * width);
    return edges;
  }

  /** What the targets might have been under a draw. */
  private static double[] replicate(InSamplePredictions p, int draw) {
    var random = RandomStream.of(p.seed(), draw);
    double[] y = new double[p.rows()];
    Arrays.setAll(y, j -> p.at(draw, j).draw(random));
    return y;
  }

  /** Shares below the first edge, in each bin, and above the last edge. */
  private static double[] shares(double[] values, double[] edges) {
    double[] shares = new double[edges.length + 1];
    double width = edges[1] - edges[0];
    for (double value : values) {
      double bin = 1 + Math.floor((value - edges[0]) / width);
      shares[(int) Math.clamp(bin, 0, shares.length - 1)] += 1.0 / values.length;
    }
    return shares;
  }
}
