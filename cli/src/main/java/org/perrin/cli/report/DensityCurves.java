package org.perrin.cli.report;

import java.util.Arrays;
import org.perrin.math.Parallel;

/**
 * Kernel densities of the target and of replicated targets, all with the bandwidth of the target
 * (Silverman, 1986): what smoothing hides it hides of both. Numbers are put into cells first, so
 * that the cost is O(n) a density; at an end of the support the kernel is reflected.
 *
 * @param at places
 * @param observed density of the target
 * @param bands its quantiles under the model, an array for each of {@link #PLACES}
 */
record DensityCurves(double[] at, double[] observed, double[][] bands) {
  /** Of the bands. */
  static final double[] PLACES = {0.05, 0.25, 0.5, 0.75, 0.95};

  private static final int POINTS = 81;
  private static final int CELLS = 4 * (POINTS - 1);

  /** Of targets that are at least {@code least} and at most {@code most}, perhaps infinite. */
  static DensityCurves of(double[] y, double[][] drawn, double least, double most) {
    double[] sorted = y.clone();
    Arrays.sort(sorted);
    double low = at(sorted, 0.002);
    double high = at(sorted, 0.998);
    double width = bandwidth(sorted);
    double from = Math.max(least, low - 3 * width);
    double to = Math.min(most, high + 3 * width);
    double end = to > from ? to : from + 1;
    double[] grid = new double[POINTS];
    Arrays.setAll(grid, k -> from + (end - from) * k / (POINTS - 1));
    double[][] all = new double[drawn.length + 1][];
    Parallel.run(
        all.length,
        t -> all[t] = density(t == 0 ? y : drawn[t - 1], grid, width, from == least, end == most));
    double[][] bands = new double[PLACES.length][POINTS];
    for (int k = 0; k < POINTS; k++) {
      int point = k;
      double[] own = Arrays.stream(all).skip(1).mapToDouble(d -> d[point]).sorted().toArray();
      for (int q = 0; q < PLACES.length; q++) {
        bands[q][k] = at(own, PLACES[q]);
      }
    }
    return new DensityCurves(grid, all[0], bands);
  }

  private static double at(double[] sorted, double p) {
    return sorted[(int) Math.round(p * (sorted.length - 1))];
  }

  /** {@code 0.9 min(sd, IQR/1.34) n^(−1/5)}; a hundredth of the range where that is 0. */
  private static double bandwidth(double[] sorted) {
    double mean = Arrays.stream(sorted).average().orElse(0);
    double sd =
        Math.sqrt(Arrays.stream(sorted).map(v -> (v - mean) * (v - mean)).average().orElse(0));
    double middle = (at(sorted, 0.75) - at(sorted, 0.25)) / 1.34;
    double spread = middle > 0 ? Math.min(sd, middle) : sd;
    double width = 0.9 * spread * Math.pow(sorted.length, -0.2);
    double range = sorted[sorted.length - 1] - sorted[0];
    return width > 0 ? width : range > 0 ? range / 100 : 1;
  }

  private static double[] density(
      double[] values, double[] grid, double width, boolean floor, boolean ceiling) {
    double from = grid[0];
    double to = grid[grid.length - 1];
    double cell = (to - from) / CELLS;
    // room beyond both ends for numbers that the kernel spreads into the picture
    int beyond = (int) Math.ceil(4 * width / cell);
    double[] counts = new double[CELLS + 2 * beyond];
    for (double value : values) {
      double place = Math.floor((value - from) / cell) + beyond;
      if (place >= 0 && place < counts.length) {
        counts[(int) place]++;
      }
    }
    double[] density = new double[grid.length];
    for (int b = 0; b < counts.length; b++) {
      if (counts[b] > 0) {
        double centre = from + (b - beyond + 0.5) * cell;
        for (int k = 0; k < grid.length; k++) {
          double height = kernel((grid[k] - centre) / width);
          height += floor ? kernel((grid[k] - (2 * from - centre)) / width) : 0;
          height += ceiling ? kernel((grid[k] - (2 * to - centre)) / width) : 0;
          density[k] += counts[b] * height / (values.length * width);
        }
      }
    }
    return density;
  }

  private static double kernel(double z) {
    return Math.abs(z) > 4 ? 0 : Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  }
}
