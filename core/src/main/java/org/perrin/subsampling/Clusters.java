package org.perrin.subsampling;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Parallel;
import org.perrin.mode.Mode;
import org.perrin.model.Model;
import org.perrin.random.RandomStream;

/**
 * Groups of rows whose terms point the same way: k-means on sketches. A sketch is the term {@code
 * aᵢ} (the gradient at θ̂, or the difference of gradients between θ̂ and a draw from N(θ̂, Σ̂))
 * times a fixed random matrix of a few columns, divided by its own length. O(N (d + k)), once.
 */
public final class Clusters {
  private static final int GROUPS = 64;
  private static final int LEAST_ROWS = 20;
  private static final int COLUMNS = 4;
  private static final int SAMPLE = 4096;
  private static final int ROUNDS = 12;
  private static final long SEED = 64;

  private Clusters() {}

  /** By gradients at the mode, for the plain estimator. */
  public static int[] byGradient(Model model, Mode mode) {
    return group(sketches(model, mode.theta(), null));
  }

  /** By differences of gradients, for control variates. */
  public static int[] byDifference(Model model, Mode mode) {
    int d = model.dimension();
    double[][] parts = new double[2][];
    for (int part = 0; part < 2; part++) {
      double[] u = new double[d];
      double[] theta = new double[d];
      RandomStream.of(SEED, 1 + part).fillGaussian(u, d);
      mode.metric().toTheta(u, theta);
      parts[part] = sketches(model, theta, mode.theta());
    }
    double[] both = new double[parts[0].length + parts[1].length];
    for (int i = 0; i < model.rows(); i++) {
      System.arraycopy(parts[0], COLUMNS * i, both, 2 * COLUMNS * i, COLUMNS);
      System.arraycopy(parts[1], COLUMNS * i, both, 2 * COLUMNS * i + COLUMNS, COLUMNS);
    }
    return group(both, 2 * COLUMNS);
  }

  private static int[] group(double[] sketches) {
    return group(sketches, COLUMNS);
  }

  private static double[] sketches(Model model, double[] theta, double @Nullable [] centre) {
    int d = model.dimension();
    double[] projection = new double[d * COLUMNS];
    RandomStream.of(SEED).fillGaussian(projection, projection.length);
    double[] all = new double[Math.multiplyExact(model.rows(), COLUMNS)];
    Parallel.overRows(
        model.rows(),
        (from, to) -> {
          double[] term = new double[d];
          for (int i = from; i < to; i++) {
            Arrays.fill(term, 0);
            model.addRowGradient(theta, i, 1, term);
            if (centre != null) {
              model.addRowGradient(centre, i, -1, term);
            }
            project(term, projection, all, i * COLUMNS);
          }
        });
    return all;
  }

  private static void project(double[] term, double[] projection, double[] out, int at) {
    double square = 0;
    for (int k = 0; k < term.length; k++) {
      square += term[k] * term[k];
      for (int c = 0; c < COLUMNS; c++) {
        out[at + c] += term[k] * projection[k * COLUMNS + c];
      }
    }
    double scale = square > 0 ? 1 / Math.sqrt(square) : 0;
    for (int c = 0; c < COLUMNS; c++) {
      out[at + c] *= scale;
    }
  }

  /** k-means (Lloyd) on a sample of the points; the group of every point. */
  static int[] group(double[] points, int width) {
    int n = points.length / width;
    int groups = Math.clamp(n / LEAST_ROWS, 1, GROUPS);
    var random = RandomStream.of(SEED, 3);
    int[] sample = new int[Math.min(n, SAMPLE)];
    Arrays.setAll(sample, s -> n <= SAMPLE ? s : random.nextIndex(n));
    double[] centres = new double[groups * width];
    for (int g = 0; g < groups; g++) {
      int chosen = sample[random.nextIndex(sample.length)];
      System.arraycopy(points, chosen * width, centres, g * width, width);
    }
    for (int round = 0; round < ROUNDS; round++) {
      move(points, sample, centres, width);
    }
    int[] nearest = new int[n];
    Parallel.overRows(
        n,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            nearest[i] = nearest(points, i * width, centres, width);
          }
        });
    return nearest;
  }

  private static void move(double[] points, int[] sample, double[] centres, int width) {
    double[] sums = new double[centres.length];
    int[] counts = new int[centres.length / width];
    for (int i : sample) {
      int g = nearest(points, i * width, centres, width);
      counts[g]++;
      for (int c = 0; c < width; c++) {
        sums[g * width + c] += points[i * width + c];
      }
    }
    for (int k = 0; k < centres.length; k++) {
      if (counts[k / width] > 0) {
        centres[k] = sums[k] / counts[k / width];
      }
    }
  }

  private static int nearest(double[] points, int at, double[] centres, int width) {
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int g = 0; g * width < centres.length; g++) {
      double distance = 0;
      for (int c = 0; c < width; c++) {
        double gap = points[at + c] - centres[g * width + c];
        distance += gap * gap;
      }
      if (distance < least) {
        least = distance;
        best = g;
      }
    }
    return best;
  }

  /** Rows by cluster, inside a cluster as they were. */
  static int[] order(int[] clusters) {
    int groups = Arrays.stream(clusters).max().orElse(0) + 1;
    int[] next = new int[groups + 1];
    for (int g : clusters) {
      next[g + 1]++;
    }
    for (int g = 0; g < groups; g++) {
      next[g + 1] += next[g];
    }
    int[] order = new int[clusters.length];
    for (int i = 0; i < clusters.length; i++) {
      order[next[clusters[i]]++] = i;
    }
    return order;
  }
}
