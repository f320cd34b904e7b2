package org.perrin.gradient;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Batch;
import org.perrin.data.Memory;
import org.perrin.subsampling.Subsampling;

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
  private double[] last = {};
  private double[] term = {};
  private @Nullable Memory memory;
  private double scale = 1;
  private double[] products = {};
  private long measured;
  private long observed;
  private boolean measuring;
  private boolean watching;

  /** Nothing measured yet. */
  public Workspace() {}

  /** The rows of the step. */
  public Batch batch() {
    return batch;
  }

  /** What the estimator keeps for this chain; null if nothing. */
  public @Nullable Memory memory() {
    return memory;
  }

  /** Sets what the estimator keeps. */
  public void memory(Memory value) {
    memory = value;
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

  /** Whether every step, measured or not, leaves its own noise in {@link #last}. */
  public void watch(boolean on) {
    watching = on;
  }

  /** Gradients will be multiplied by {@code factor}, so noise counts that much. */
  void scale(double factor) {
    scale = factor;
  }

  /**
   * An unbiased guess at the variance of each coordinate of the last gradient; empty if nothing was
   * measured.
   */
  public double[] last() {
    return last;
  }

  /** Adds all terms of the batch to {@code out}; measures and tells the scheme on the way. */
  void accumulate(Subsampling scheme, Terms terms, double[] out) {
    int n = batch.size();
    int middle = n / 2;
    boolean halves = (measuring || watching) && middle > 0;
    if (!halves && !scheme.learns()) {
      terms.add(0, n, out);
      return;
    }
    if (!halves) {
      one(scheme, terms, 0, n, out);
      return;
    }
    makeRoom(out.length);
    Arrays.fill(first, 0);
    Arrays.fill(second, 0);
    add(scheme, terms, 0, middle, first);
    add(scheme, terms, middle, 2 * middle, second);
    compare(n / (2.0 * middle), out);
    if (2 * middle < n) {
      add(scheme, terms, 2 * middle, n, out);
    }
  }

  private void makeRoom(int d) {
    if (first.length != d) {
      first = new double[d];
      second = new double[d];
      last = new double[d];
    }
    if (noise.length != d) {
      noise = new double[d];
    }
  }

  private void compare(double rescale, double[] out) {
    for (int k = 0; k < out.length; k++) {
      double gap = scale * (first[k] - second[k]);
      last[k] = rescale * gap * gap;
      out[k] += first[k] + second[k];
    }
    if (measuring) {
      for (int k = 0; k < out.length; k++) {
        noise[k] += last[k];
      }
      measured++;
    }
  }

  private void add(Subsampling scheme, Terms terms, int from, int to, double[] out) {
    if (scheme.learns()) {
      one(scheme, terms, from, to, out);
    } else {
      terms.add(from, to, out);
    }
  }

  /** Term by term, for a scheme that learns from their norms. */
  private void one(Subsampling scheme, Terms terms, int from, int to, double[] out) {
    if (term.length != out.length) {
      term = new double[out.length];
    }
    for (int j = from; j < to; j++) {
      Arrays.fill(term, 0);
      terms.add(j, j + 1, term);
      double square = 0;
      for (int k = 0; k < term.length; k++) {
        square += term[k] * term[k];
        out[k] += term[k];
      }
      scheme.observe(batch, j, Math.sqrt(square) / batch.weights()[j]);
    }
  }

  /**
   * Takes in where a gradient was estimated and what came out, while steps are measured: Σu, Σĝ and
   * Σuĝ, coordinate by coordinate. Given u the estimate is unbiased, so {@code E[(u − ū)ĝ] = 1} if
   * the chain draws from the posterior (Stein's identity), at no cost in rows.
   */
  public void observe(double[] position, double[] gradient) {
    if (!measuring) {
      return;
    }
    int d = position.length;
    if (products.length != 3 * d) {
      products = new double[3 * d];
    }
    for (int k = 0; k < d; k++) {
      products[k] += position[k];
      products[d + k] += gradient[k];
      products[2 * d + k] += position[k] * gradient[k];
    }
    observed++;
  }

  /** Σu, Σĝ and Σuĝ over the observed steps, one behind the other; empty if there were none. */
  public double[] products() {
    return products.clone();
  }

  /** Steps observed so far. */
  public long observed() {
    return observed;
  }

  /** Goes on with observations made before. */
  public void restore(double[] savedProducts, long savedSteps) {
    products = savedProducts.clone();
    observed = savedSteps;
  }

  /** Forgets what was measured. */
  public void forget() {
    Arrays.fill(noise, 0);
    Arrays.fill(products, 0);
    measured = 0;
    observed = 0;
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
    measured = savedSteps;
    measuring = on;
  }

  /** Whether steps measure their noise. */
  public boolean measuring() {
    return measuring;
  }
}
