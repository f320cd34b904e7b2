package org.perrin.model;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.perrin.random.RandomStream;

/**
 * A prior of coefficients and of the logarithms of their scales, h, which come behind them: {@code
 * Σⱼ [gⱼ + ½ βⱼ² e^{−2gⱼ}]} for each block, the prior of h, and densities of the coefficients that
 * are in no block. It sees the coefficients of blocks through their squares only.
 */
public final class ScaleMixture implements DrawablePrior {
  private final Independent own;
  private final List<ShrunkCoefficients> blocks;
  private final List<Independent> hyper;
  private final int[] first;

  /**
   * Of densities and blocks.
   *
   * @param own of all coefficients, flat for those in blocks
   */
  public ScaleMixture(Independent own, List<ShrunkCoefficients> blocks) {
    this.own = own;
    this.blocks = List.copyOf(blocks);
    this.hyper = blocks.stream().map(block -> new Independent(block.scales())).toList();
    this.first = new int[blocks.size() + 1];
    first[0] = own.dimension();
    for (int b = 0; b < blocks.size(); b++) {
      first[b + 1] = first[b] + hyper.get(b).dimension();
      for (int column : blocks.get(b).columns()) {
        if (own.densities().get(column).proper()) {
          throw new IllegalArgumentException("coefficient %d has two priors".formatted(column));
        }
      }
    }
  }

  /** How many coefficients there are, before h begins. */
  public int coefficients() {
    return own.dimension();
  }

  /** Visits coefficients of blocks. */
  interface Visitor {
    /** The coefficient at a place, and its log scale by h that begins at {@code from}. */
    void at(int place, int from, Shrinkage.LogScale scale);
  }

  /** What holds the coefficient at a place of one of the blocks. */
  Shrinkage by(int place) {
    for (ShrunkCoefficients block : blocks) {
      if (IntStream.of(block.columns()).anyMatch(k -> k == place)) {
        return block.by();
      }
    }
    throw new IllegalArgumentException("coefficient %d is in no block".formatted(place));
  }

  /** All coefficients in blocks, with their scales at θ. */
  void each(double[] theta, Visitor visitor) {
    for (int b = 0; b < blocks.size(); b++) {
      ShrunkCoefficients block = blocks.get(b);
      for (int j = 0; j < block.columns().length; j++) {
        visitor.at(block.columns()[j], first[b], block.logScale(theta, first[b], j));
      }
    }
  }

  /** The places of coefficients in blocks. */
  public int[] shrunk() {
    return blocks.stream().flatMapToInt(block -> IntStream.of(block.columns())).toArray();
  }

  private double[] hyper(double[] theta, int b) {
    return java.util.Arrays.copyOfRange(theta, first[b], first[b + 1]);
  }

  /** {@code βⱼ² e^{−2gⱼ}}. */
  private static double square(double beta, Shrinkage.LogScale scale) {
    double z = beta * Math.exp(-scale.value());
    return z * z;
  }

  @Override
  public int dimension() {
    return first[blocks.size()];
  }

  @Override
  public double value(double[] theta) {
    return own.value(theta) + shared(theta);
  }

  /** The part of blocks and h. */
  double shared(double[] theta) {
    double[] sum = new double[1];
    for (int b = 0; b < blocks.size(); b++) {
      sum[0] += hyper.get(b).value(hyper(theta, b));
    }
    each(theta, (k, from, scale) -> sum[0] += scale.value() + square(theta[k], scale) / 2);
    return sum[0];
  }

  @Override
  public void addGradient(double[] theta, double[] out) {
    own.addGradient(theta, out);
    addShared(theta, out);
  }

  /** The part of blocks and h. */
  void addShared(double[] theta, double[] out) {
    for (int b = 0; b < blocks.size(); b++) {
      double[] slopes = new double[first[b + 1] - first[b]];
      hyper.get(b).addGradient(hyper(theta, b), slopes);
      for (int i = 0; i < slopes.length; i++) {
        out[first[b] + i] += slopes[i];
      }
    }
    each(
        theta,
        (k, from, scale) -> {
          out[k] += theta[k] * Math.exp(-2 * scale.value());
          double slope = 1 - square(theta[k], scale);
          for (int i = 0; i < scale.by().length; i++) {
            out[from + scale.by()[i]] += slope * scale.slope()[i];
          }
        });
  }

  @Override
  public void addHessian(double[] theta, double[] h) {
    int d = dimension();
    double[] diagonal = new double[d];
    own.addHessianDiagonal(theta, diagonal);
    for (int b = 0; b < blocks.size(); b++) {
      double[] bends = new double[first[b + 1] - first[b]];
      hyper.get(b).addHessianDiagonal(hyper(theta, b), bends);
      System.arraycopy(bends, 0, diagonal, first[b], bends.length);
    }
    for (int k = 0; k < d; k++) {
      h[k * d + k] += diagonal[k];
    }
    each(theta, (k, from, scale) -> addBend(theta[k], k, from, scale, h));
  }

  private void addBend(double beta, int k, int from, Shrinkage.LogScale scale, double[] h) {
    int d = dimension();
    double q = square(beta, scale);
    double precision = Math.exp(-2 * scale.value());
    h[k * d + k] += precision;
    int n = scale.by().length;
    for (int i = 0; i < n; i++) {
      int row = from + scale.by()[i];
      double mixed = -2 * beta * precision * scale.slope()[i];
      h[row * d + k] += mixed;
      h[k * d + row] += mixed;
      for (int j = 0; j < n; j++) {
        double both = 2 * q * scale.slope()[i] * scale.slope()[j];
        h[row * d + from + scale.by()[j]] += both + (1 - q) * scale.bend()[i * n + j];
      }
    }
  }

  @Override
  public boolean proper() {
    return improper().isEmpty();
  }

  @Override
  public OptionalInt improper() {
    var shrunk = IntStream.of(shrunk()).boxed().collect(java.util.stream.Collectors.toSet());
    for (int k = 0; k < own.dimension(); k++) {
      if (!shrunk.contains(k) && !own.densities().get(k).proper()) {
        return OptionalInt.of(k);
      }
    }
    for (int b = 0; b < blocks.size(); b++) {
      OptionalInt loose = hyper.get(b).improper();
      if (loose.isPresent()) {
        return OptionalInt.of(first[b] + loose.getAsInt());
      }
    }
    return OptionalInt.empty();
  }

  /** Scales first, then coefficients given their scales. */
  @Override
  public void draw(RandomStream random, double[] theta) {
    for (int b = 0; b < blocks.size(); b++) {
      for (int i = first[b]; i < first[b + 1]; i++) {
        theta[i] = hyper.get(b).densities().get(i - first[b]).draw(random);
      }
    }
    for (int k = 0; k < own.dimension(); k++) {
      Density density = own.densities().get(k);
      theta[k] = density.proper() ? density.draw(random) : 0;
    }
    each(theta, (k, _, scale) -> theta[k] = random.nextGaussian() * Math.exp(scale.value()));
  }

  @Override
  public String describe(int coordinate) {
    for (int b = 0; b < blocks.size(); b++) {
      if (coordinate >= first[b] && coordinate < first[b + 1]) {
        return hyper.get(b).describe(coordinate - first[b]);
      }
      if (IntStream.of(blocks.get(b).columns()).anyMatch(k -> k == coordinate)) {
        return "normal, its scale unknown";
      }
    }
    return own.describe(coordinate);
  }
}
