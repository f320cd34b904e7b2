package org.perrin.gradient;

import java.util.Arrays;
import org.perrin.data.Batch;

/**
 * The scratch space of one chain, and its measurement of gradient noise. The rows of a batch are
 * independent draws, so two halves of it give two independent estimates of half the sum, {@code a}
 * and {@code b}; {@code E (a−b)²} is the variance of {@code a+b}, coordinate by coordinate. It
 * costs one vector a measured step and no row.
 */
public final class Workspace {
  private final Batch batch = new Batch();
  private double[] first = {};
  private double[] second = {};
  private double[] noise = {};
  private long measured;
  private boolean measuring;

  /** The rows of the step. */
  public Batch batch() {
    return batch;
  }

  /** Adds terms {@code from ≤ j < to} of the batch to {@code out}. */
  @FunctionalInterface
  interface Terms {
    void add(int from, int to, double[] out);
  }

  /** Whether the next steps measure their noise. */
  public void measure(boolean on) {
    measuring = on;
  }

  /** Adds all terms of the batch to {@code out}, and measures on the way if it is to. */
  void accumulate(Terms terms, double[] out) {
    int n = batch.size();
    int middle = n / 2;
    if (!measuring || middle == 0) {
      terms.add(0, n, out);
      return;
    }
    int d = out.length;
    if (noise.length != d) {
      first = new double[d];
      second = new double[d];
      noise = new double[d];
    }
    Arrays.fill(first, 0);
    Arrays.fill(second, 0);
    terms.add(0, middle, first);
    terms.add(middle, 2 * middle, second);
    double rescale = n / (2.0 * middle);
    for (int k = 0; k < d; k++) {
      double gap = first[k] - second[k];
      noise[k] += rescale * gap * gap;
      out[k] += first[k] + second[k];
    }
    if (2 * middle < n) {
      terms.add(2 * middle, n, out);
    }
    measured++;
  }

  /** Forgets what was measured. */
  public void forget() {
    Arrays.fill(noise, 0);
    measured = 0;
  }

  /** Steps measured so far. */
  public long measured() {
    return measured;
  }

  /** Sum over the measured steps of the variance of each coordinate of the gradient. */
  public double[] noise() {
    return noise.clone();
  }

  /** Goes on with a measurement made before. */
  public void restore(double[] savedNoise, long savedSteps, boolean on) {
    noise = savedNoise.clone();
    first = new double[noise.length];
    second = new double[noise.length];
    measured = savedSteps;
    measuring = on;
  }

  /** Whether steps measure their noise. */
  public boolean measuring() {
    return measuring;
  }
}
