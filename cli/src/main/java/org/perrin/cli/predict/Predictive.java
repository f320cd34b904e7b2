package org.perrin.cli.predict;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.perrin.cli.fit.Regression;
import org.perrin.data.Dataset;
import org.perrin.draws.Draws;
import org.perrin.math.Kernels;
import org.perrin.math.Parallel;
import org.perrin.random.RandomStream;

/**
 * Predicts rows by draws of the user's coefficients: some hundred of them, spread evenly over all
 * chains. Intervals of targets come from one target for each draw, at places of its distribution
 * that are spread evenly too, so that they are smooth without many draws. O(S d) a row on all
 * cores; the same bits on any number.
 */
public final class Predictive {
  private static final int TILE = 64;

  private final Regression regression;
  private final int width;
  private final double[][] points;
  private final double[] sigma;
  private final double[] places;
  private final double level;

  private Predictive(Regression regression, double[][] draws, double level) {
    this.regression = regression;
    this.level = level;
    this.width = draws[0].length - (regression.scaled() ? 1 : 0);
    this.points = new double[draws.length][];
    this.sigma = new double[draws.length];
    for (int s = 0; s < draws.length; s++) {
      points[s] = Arrays.copyOf(Arrays.copyOf(draws[s], width), Kernels.pad(width));
      sigma[s] = draws[s][draws[s].length - 1];
    }
    this.places = places(draws.length);
  }

  /** By at most {@code most} of the draws, with intervals of that probability. */
  public static Predictive of(Regression regression, Draws draws, int most, double level) {
    int count = Math.min(most, draws.count());
    double[][] all =
        draws.chains().stream()
            .flatMap(chain -> IntStream.range(0, chain.count()).mapToObj(chain::draw))
            .toArray(double[][]::new);
    double[][] some =
        IntStream.range(0, count)
            .mapToObj(s -> all[(int) ((long) s * all.length / count)])
            .toArray(double[][]::new);
    return new Predictive(regression, some, level);
  }

  /** {@code (s + ½)/S} in random order. */
  private static double[] places(int count) {
    double[] places = new double[count];
    Arrays.setAll(places, s -> (s + 0.5) / count);
    var random = RandomStream.of(count);
    for (int s = count - 1; s > 0; s--) {
      int other = random.nextIndex(s + 1);
      double swap = places[s];
      places[s] = places[other];
      places[other] = swap;
    }
    return places;
  }

  /** Draws in use. */
  public int draws() {
    return points.length;
  }

  /** The probability of intervals. */
  public double level() {
    return level;
  }

  /** Predicts rows {@code from ≤ i < to} of data in the user's columns. */
  public Outlook predict(Dataset data, int from, int to) {
    if (data.x().width() != width) {
      throw new IllegalArgumentException(
          "%d coefficients for %d columns".formatted(width, data.x().width()));
    }
    int count = to - from;
    Outlook out = Outlook.empty(count, data.responses() != null);
    Parallel.run(
        (count + TILE - 1) / TILE,
        t -> tile(data, from + t * TILE, Math.min(to, from + (t + 1) * TILE), from, out));
    return out;
  }

  private void tile(Dataset data, int first, int end, int from, Outlook out) {
    int rows = end - first;
    double[] eta = new double[TILE];
    double[] all = new double[rows * points.length];
    for (int s = 0; s < points.length; s++) {
      data.x().dots(first, rows, points[s], eta);
      for (int j = 0; j < rows; j++) {
        all[j * points.length + s] = eta[j];
      }
    }
    double[] scratch = new double[points.length];
    var mixture = Mixture.of(regression, sigma, places);
    for (int j = 0; j < rows; j++) {
      int i = first + j;
      double offset = data.offsets() == null ? 0 : data.offsets().get(i);
      for (int s = 0; s < scratch.length; s++) {
        scratch[s] = all[j * scratch.length + s] + offset;
      }
      mixture.set(scratch);
      int at = i - from;
      if (data.responses() != null) {
        out.logDensity()[at] = mixture.logDensity(data.responses().get(i));
      }
      out.mean()[at] = mixture.mean();
      out.sd()[at] = mixture.sd();
      mixture.targets(scratch);
      int tail = (int) Math.round((1 - level) / 2 * (scratch.length - 1));
      out.low()[at] = Order.select(scratch, tail);
      out.high()[at] = Order.select(scratch, scratch.length - 1 - tail);
    }
  }
}
