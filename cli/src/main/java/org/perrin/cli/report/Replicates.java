package org.perrin.cli.report;

import java.util.Arrays;
import org.perrin.math.Parallel;
import org.perrin.random.RandomStream;

/**
 * Posterior predictive check: the histogram of the target against those of targets drawn from the
 * model. What is plotted spans the target; what is judged treats the target as one more of those
 * drawn, bins included, so that under the model itself it is the worst of n + 1 once in n + 1
 * times.
 *
 * @param edges of the bins
 * @param observed shares of the rows in them
 * @param q5 lower end of the shares expected, 90 %
 * @param q50 their middle
 * @param q95 upper end
 * @param misplaced the share of rows above the 95 % quantile of their bin
 * @param drawn the same of each replicated target
 */
record Replicates(
    double[] edges,
    double[] observed,
    double[] q5,
    double[] q50,
    double[] q95,
    double misplaced,
    double[] drawn) {
  private static final int BINS = 30;

  static Replicates of(InSamplePredictions p) {
    return of(p, drawn(p));
  }

  /** With replicated targets that are there already. */
  static Replicates of(InSamplePredictions p, double[][] drawn) {
    return of(p.y(), drawn, new double[p.rows()], p.regression().counts());
  }

  /** The same of what is left of targets without their means, where tails of noise show. */
  static Replicates ofResiduals(InSamplePredictions p) {
    return ofResiduals(p, drawn(p));
  }

  /** With replicated targets that are there already. */
  static Replicates ofResiduals(InSamplePredictions p, double[][] drawn) {
    return of(p.y(), drawn, p.mean(), false);
  }

  /** Of numbers that are uniform under the model. */
  static Replicates ofUniforms(double[] u, int draws, long seed) {
    double[][] drawn = new double[draws][u.length];
    for (int t = 0; t < draws; t++) {
      var random = RandomStream.of(seed, t);
      Arrays.setAll(drawn[t], j -> random.nextDouble());
    }
    return of(u, drawn, new double[u.length], false);
  }

  /** What the targets might have been: an array for each draw. */
  static double[][] drawn(InSamplePredictions p) {
    double[][] drawn = new double[p.eta().length][];
    Parallel.run(drawn.length, t -> drawn[t] = replicate(p, t));
    return drawn;
  }

  private static Replicates of(double[] y, double[][] drawn, double[] centre, boolean whole) {
    double[][] all = new double[drawn.length + 1][];
    double[][] ends = new double[all.length][];
    Parallel.run(
        all.length,
        t -> {
          all[t] = less(t == 0 ? y : drawn[t - 1], centre);
          ends[t] = ends(all[t]);
        });
    double[] edges = edges(ends[0][0], ends[0][1], whole);
    double[][] shown = shares(all, edges);
    double[][] others = Arrays.copyOfRange(shown, 1, shown.length);
    double[] judged = judge(shares(all, edges(median(ends, 0), median(ends, 1), whole)));
    return new Replicates(
        edges,
        inner(shown[0]),
        inner(quantile(others, 0.05)),
        inner(quantile(others, 0.5)),
        inner(quantile(others, 0.95)),
        judged[0],
        Arrays.copyOfRange(judged, 1, judged.length));
  }

  /** What lies above the 95 % quantile of its bin, of each. */
  private static double[] judge(double[][] shares) {
    double[] high = quantile(shares, 0.95);
    return Arrays.stream(shares).mapToDouble(s -> above(s, high)).toArray();
  }

  private static double median(double[][] ends, int end) {
    double[] sorted = Arrays.stream(ends).mapToDouble(e -> e[end]).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /** Without what lies beyond the edges. */
  private static double[] inner(double[] shares) {
    return Arrays.copyOfRange(shares, 1, shares.length - 1);
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

  /** The 0.5 % and the 99.5 % quantile. */
  private static double[] ends(double[] y) {
    double[] sorted = y.clone();
    Arrays.sort(sorted);
    return new double[] {
      sorted[(int) (0.005 * (sorted.length - 1))],
      sorted[(int) Math.ceil(0.995 * (sorted.length - 1))]
    };
  }

  /** Around whole numbers for counts. */
  private static double[] edges(double from, double to, boolean whole) {
    double low = whole ? Math.rint(from) - 0.5 : from;
    double high = whole ? Math.rint(to) + 0.5 : to > from ? to : from + 1;
    int bins = whole ? (int) Math.min(BINS, high - low) : BINS;
    double width = whole ? Math.ceil((high - low) / bins) : (high - low) / bins;
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

  private static double[][] shares(double[][] all, double[] edges) {
    double[][] shares = new double[all.length][];
    Parallel.run(all.length, t -> shares[t] = shares(all[t], edges));
    return shares;
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

  private static double above(double[] shares, double[] high) {
    double sum = 0;
    for (int b = 0; b < shares.length; b++) {
      sum += Math.max(0, shares[b] - high[b]);
    }
    return sum;
  }
}
