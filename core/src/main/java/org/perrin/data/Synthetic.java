package org.perrin.data;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.perrin.math.Matrices;
import org.perrin.math.Scalars;
import org.perrin.random.RandomStream;

/**
 * Data made to order, for examples, tests and benchmarks. A seed gives the same numbers on any
 * number of threads: the random stream 0 of the seed makes what all rows share, and every {@value
 * #BLOCK} rows have a stream of their own, so a shorter table of rows that do not depend on their
 * number is the beginning of a longer one.
 */
public final class Synthetic {
  /** Rows that share a stream; a part of a table begins at a multiple. */
  public static final int BLOCK = 8192;

  static final String INTERCEPT = "(Intercept)";

  private Synthetic() {}

  /** Makes one row. */
  @FunctionalInterface
  interface RowMaker {
    /** Writes row {@code row} to {@code x[at] …}; scratch belongs to the thread. */
    void make(RandomStream random, int row, double[] scratch, double[] x, int at);
  }

  /** Rows on all cores, a stream for every block. */
  static DenseRows rows(long seed, int rows, int width, RowMaker maker) {
    return rows(seed, 0, rows, width, maker);
  }

  /** The rows from {@code start} on, a multiple of {@link #BLOCK}; they are counted from 0. */
  static DenseRows rows(long seed, int start, int rows, int width, RowMaker maker) {
    if (start % BLOCK != 0) {
      throw new IllegalArgumentException(
          "a part must begin at a multiple of %d, not at %d".formatted(BLOCK, start));
    }
    return DenseRows.fillBlocks(
        rows,
        width,
        BLOCK,
        (block, from, to, x, stride) -> {
          var random = RandomStream.of(seed, start / BLOCK + block + 1);
          double[] scratch = new double[stride];
          for (int i = from; i < to; i++) {
            maker.make(random, i, scratch, x, i * stride);
          }
        });
  }

  /** Rows {@code xᵢ ~ N(mean, covariance)}. */
  public static DenseRows gaussian(long seed, int rows, double[] mean, double[] covariance) {
    int d = mean.length;
    double[] factor = Matrices.cholesky(covariance, d);
    return rows(
        seed,
        rows,
        d,
        (random, row, z, x, at) -> {
          random.fillGaussian(z, d);
          for (int k = 0; k < d; k++) {
            double value = mean[k];
            for (int l = 0; l <= k; l++) {
              value += factor[k * d + l] * z[l];
            }
            x[at + k] = value;
          }
        });
  }

  /** {@link #classification(long, int, int, double, double, double)} with a separation of 1. */
  public static Dataset classification(
      long seed, int rows, int features, double share, double flip) {
    return classification(seed, rows, features, 1, share, flip);
  }

  /**
   * Two classes after Guyon (2003), as in the paper's experiments: the points of a class are
   * normal, sheared by a matrix uniform on [−1, 1], around a corner of a hypercube with sides of
   * twice the separation. An intercept comes first. The features depend on neither flip nor the
   * labels' noise.
   *
   * @param separation half the side of the hypercube
   * @param share of the rows in class 1
   * @param flip the share of rows whose label is then drawn again by tossing a coin
   */
  public static Dataset classification(
      long seed, int rows, int features, double separation, double share, double flip) {
    checkShare("share", share);
    checkShare("flip", flip);
    var random = RandomStream.of(seed);
    double[][] corners = corners(random, features, separation);
    double[][] shears = {uniform(random, features), uniform(random, features)};
    double[] y = shuffled(random, rows, (int) Math.round(rows * share));
    var x =
        rows(
            seed,
            rows,
            features + 1,
            (stream, row, z, to, at) -> {
              int label = (int) y[row];
              to[at] = 1;
              stream.fillGaussian(z, features);
              for (int k = 0; k < features; k++) {
                double value = corners[label][k];
                for (int l = 0; l < features; l++) {
                  value += z[l] * shears[label][l * features + k];
                }
                to[at + 1 + k] = value;
              }
              boolean toss = stream.nextDouble() < flip;
              int coin = stream.nextIndex(2);
              y[row] = toss ? coin : label;
            });
    return new Dataset(x, y, null, null, names(features));
  }

  private static void checkShare(String what, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException("%s must lie in 0 … 1, not %s".formatted(what, value));
    }
  }

  /** Two different corners of the hypercube. */
  private static double[][] corners(RandomStream random, int features, double separation) {
    double[][] corners = new double[2][features];
    do {
      for (double[] corner : corners) {
        Arrays.setAll(corner, k -> random.nextIndex(2) == 0 ? -separation : separation);
      }
    } while (separation != 0 && Arrays.equals(corners[0], corners[1]));
    return corners;
  }

  private static double[] uniform(RandomStream random, int d) {
    double[] m = new double[d * d];
    Arrays.setAll(m, k -> 2 * random.nextDouble() - 1);
    return m;
  }

  /** Zeros and {@code ones} ones in random order (Fisher and Yates). */
  private static double[] shuffled(RandomStream random, int rows, int ones) {
    double[] y = new double[rows];
    Arrays.fill(y, 0, ones, 1);
    for (int i = rows - 1; i > 0; i--) {
      int j = random.nextIndex(i + 1);
      double swap = y[i];
      y[i] = y[j];
      y[j] = swap;
    }
    return y;
  }

  /** {@code yᵢ ~ N(xᵢᵀβ, σ²)} with {@code x = (1, standard normals)}. */
  public static Dataset linear(long seed, int rows, double[] beta, double sigma) {
    if (!(sigma >= 0)) {
      throw new IllegalArgumentException("sigma must not be negative, but is " + sigma);
    }
    return linear(seed, 0, rows, beta, sigma);
  }

  /** A part of an endless table, from a row that is a multiple of {@value #BLOCK}. */
  public static Dataset linear(long seed, int start, int rows, double[] beta, double sigma) {
    return regression(
        seed, start, rows, beta, (random, eta) -> eta + sigma * random.nextGaussian());
  }

  /** {@code P(yᵢ = 1) = 1/(1 + exp(−xᵢᵀβ))} with {@code x = (1, standard normals)}; a part. */
  public static Dataset logistic(long seed, int start, int rows, double[] beta) {
    return regression(
        seed, start, rows, beta, (random, eta) -> random.nextDouble() < Scalars.expit(eta) ? 1 : 0);
  }

  /** {@code yᵢ ~ Poisson(exp(xᵢᵀβ))} with {@code x = (1, standard normals)}; for small rates. */
  public static Dataset poisson(long seed, int rows, double[] beta) {
    return poisson(seed, 0, rows, beta);
  }

  /** A part of an endless table, from a row that is a multiple of {@value #BLOCK}. */
  public static Dataset poisson(long seed, int start, int rows, double[] beta) {
    return regression(seed, start, rows, beta, (random, eta) -> poisson(random, Scalars.exp(eta)));
  }

  /** A response for a linear predictor. */
  @FunctionalInterface
  private interface Response {
    double draw(RandomStream random, double eta);
  }

  private static Dataset regression(
      long seed, int start, int rows, double[] beta, Response response) {
    int features = beta.length - 1;
    if (features < 0) {
      throw new IllegalArgumentException("beta needs an intercept at least");
    }
    double[] y = new double[rows];
    var x =
        rows(
            seed,
            start,
            rows,
            beta.length,
            (random, row, z, to, at) -> {
              random.fillGaussian(z, features);
              double eta = beta[0];
              to[at] = 1;
              for (int k = 0; k < features; k++) {
                to[at + 1 + k] = z[k];
                eta += beta[k + 1] * z[k];
              }
              y[row] = response.draw(random, eta);
            });
    return new Dataset(x, y, null, null, names(features));
  }

  /** Exponential waiting times until the rate is used up: O(rate). */
  private static double poisson(RandomStream random, double rate) {
    if (!(rate < 1e6)) {
      throw new IllegalArgumentException("a Poisson rate of " + rate + " is too large to draw");
    }
    double count = 0;
    double time = -StrictMath.log(1 - random.nextDouble());
    while (time < rate) {
      count++;
      time -= StrictMath.log(1 - random.nextDouble());
    }
    return count;
  }

  private static List<String> names(int features) {
    return Stream.concat(
            Stream.of(INTERCEPT), IntStream.rangeClosed(1, features).mapToObj(k -> "x" + k))
        .toList();
  }

  /** Logistic data in the shape of covertype; see {@link CovertypeLike}. */
  public static Dataset covertypeLike(long seed, int rows) {
    return covertypeLike(seed, 0, rows);
  }

  /** A part of an endless table, from a row that is a multiple of {@value #BLOCK}. */
  public static Dataset covertypeLike(long seed, int start, int rows) {
    return CovertypeLike.of(seed).dataset(start, rows);
  }

  /** Logistic data in the shape of late flights; see {@link FlightsLike}. */
  public static Dataset flightsLike(long seed, int start, int rows) {
    return FlightsLike.of(seed).dataset(start, rows);
  }

  /** The same numbers, coded. */
  public static Dataset flightsCoded(long seed, int rows) {
    Dataset dense = flightsLike(seed, 0, rows);
    var x = CodedRows.of(dense.x(), FlightsLike.factors());
    return new Dataset(x, dense.responses(), null, null, dense.names());
  }

  /** Logistic data of factors with 1,000 levels, coded; see {@link FactorsLike}. */
  public static Dataset factorsLike(long seed, int rows) {
    return FactorsLike.of(seed).dataset(rows);
  }

  /** Linear data in the shape of CASP; see {@link CaspLike}. */
  public static Dataset caspLike(long seed, int rows) {
    return CaspLike.dataset(seed, rows);
  }
}
