package org.perrin.data;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Kernels;

/**
 * The rows of one step with their weights {@code wⱼ = 1/(n pⱼ)}, and the scratch space that a model
 * needs to work on them. One batch serves one chain and is refilled at every step; it grows to the
 * largest size asked for and then allocates no more.
 */
public final class Batch {
  private int[] rows = {};
  private double[] weights = {};
  private double[] first = {};
  private double[] second = {};
  private double[] third = {};
  private double[] point = {};
  private double[] sum = {};
  private int[] table = {};
  private double[] imageOf = {};
  private double[] image = {};
  private @Nullable Object imageOwner;
  private @Nullable Memory memory;
  private int size;

  /** Without rows. */
  public Batch() {}

  /** Makes room for {@code n} rows and sets the size. */
  public void resize(int n) {
    if (n > rows.length) {
      int room = Math.max(n, Math.min(2 * rows.length, Integer.MAX_VALUE / 4));
      rows = new int[room];
      weights = new double[room];
      first = new double[room];
      second = new double[room];
      third = new double[room];
    }
    size = n;
  }

  /** What the scheme keeps for this chain; null if nothing. */
  public @Nullable Memory memory() {
    return memory;
  }

  /** Sets what the scheme keeps. */
  public void memory(@Nullable Memory value) {
    memory = value;
  }

  /** n. */
  public int size() {
    return size;
  }

  /** The rows' numbers; the first {@link #size()} count. */
  public int[] rows() {
    return rows;
  }

  /** The weights beside them. */
  public double[] weights() {
    return weights;
  }

  /** Scratch, one number a row: linear predictors. */
  public double[] predictors() {
    return first;
  }

  /** Scratch, one number a row: responses. */
  public double[] responses() {
    return second;
  }

  /** Scratch, one number a row: coefficients of the rows in a sum. */
  public double[] coefficients() {
    return third;
  }

  /** A copy of {@code theta}, padded for the kernels. */
  public double[] point(double[] theta, int stride) {
    if (point.length != stride) {
      point = new double[stride];
    }
    System.arraycopy(theta, 0, point, 0, Math.min(theta.length, stride));
    return point;
  }

  /** A map of points. */
  @FunctionalInterface
  public interface PointMap {
    /** Writes the image of {@code point}. */
    void apply(double[] point, double[] image);
  }

  /** The image of a point, not made again while point and {@code owner} of the map are the same. */
  public double[] image(double[] of, Object owner, PointMap map) {
    if (imageOwner != owner || !Arrays.equals(of, imageOf)) {
      if (image.length != of.length) {
        image = new double[of.length];
        imageOf = new double[of.length];
      }
      System.arraycopy(of, 0, imageOf, 0, of.length);
      map.apply(of, image);
      imageOwner = owner;
    }
    return image;
  }

  /** A padded vector of zeros to add rows to. */
  public double[] sum(int stride) {
    if (sum.length != stride) {
      sum = new double[stride];
    } else {
      Arrays.fill(sum, 0);
    }
    return sum;
  }

  /** Adds the rows at places {@code from ≤ j < to} to a padded sum. */
  @FunctionalInterface
  public interface Part {
    /** Adds them. */
    void add(int from, int to, double[] sum);
  }

  /**
   * The padded sum over places {@code from ≤ j < to}, made in parts that stay in the second-level
   * cache between product and sum, {@code numbers} of a row each: the bits of one part, and half
   * the misses where n is large.
   */
  public double[] inParts(int stride, int numbers, int from, int to, Part part) {
    double[] total = sum(stride);
    int rows = Math.max(64, (1 << 15) / Math.min(stride, Kernels.pad(numbers)));
    for (int first = from; first < to; first += rows) {
      part.add(first, Math.min(to, first + rows), total);
    }
    return total;
  }

  /** An empty hash table with at least twice {@code n} places, all −1. */
  public int[] table(int n) {
    int places = Math.max(Kernels.LANES, Integer.highestOneBit(Math.max(1, n)) * 4);
    if (table.length != places) {
      table = new int[places];
    }
    Arrays.fill(table, -1);
    return table;
  }
}
