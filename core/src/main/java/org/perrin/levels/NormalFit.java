package org.perrin.levels;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import org.perrin.math.SmallMatrices;

/**
 * A normal distribution fitted to {@code e^{−U}} at its mode, for a few coordinates: Newton's steps
 * with derivatives by differences, each shortened until U falls. O(d²) values of U a step.
 */
final class NormalFit {
  private static final int MOST_STEPS = 25;
  private static final double STEP = 0.02;
  private static final double LONGEST = 1;
  private static final double DONE = 0.03;

  /** Observed shifts are believed up to so many units of the normal. */
  private static final double FURTHEST = 4;

  private final int d;
  private final double[] gradient;
  private final double[] hessian;

  /** Where the mode is, or what is better known to be the middle. */
  final double[] mode;

  /** The Cholesky factor of the curvature there. */
  final double[] factor;

  /** Whether there is one. */
  final boolean found;

  NormalFit(ToDoubleFunction<double[]> potential, double[] start) {
    this.d = start.length;
    this.mode = start.clone();
    this.gradient = new double[d];
    this.hessian = new double[d * d];
    this.factor = new double[d * d];
    this.found = find(potential);
  }

  private boolean find(ToDoubleFunction<double[]> potential) {
    double here = potential.applyAsDouble(mode);
    for (int n = 0; n < MOST_STEPS && here < Double.POSITIVE_INFINITY; n++) {
      differences(potential, here);
      if (!finite()) {
        return false;
      }
      boolean bowl = factorise();
      double[] step = gradient.clone();
      SmallMatrices.forward(factor, 0, step, 0, d);
      double length = length(step);
      if (bowl && length < DONE) {
        return true;
      }
      SmallMatrices.backward(factor, 0, step, 0, d);
      double share = share(step);
      double[] next = new double[d];
      double there = Double.POSITIVE_INFINITY;
      while (!(there < here) && share > 1e-4) {
        for (int i = 0; i < d; i++) {
          next[i] = mode[i] - share * step[i];
        }
        there = potential.applyAsDouble(next);
        share /= 2;
      }
      if (!(there < here)) {
        return false;
      }
      System.arraycopy(next, 0, mode, 0, d);
      here = there;
    }
    return false;
  }

  private void differences(ToDoubleFunction<double[]> potential, double here) {
    double[] at = mode.clone();
    double[] up = new double[d];
    for (int i = 0; i < d; i++) {
      at[i] = mode[i] + STEP;
      up[i] = potential.applyAsDouble(at);
      at[i] = mode[i] - STEP;
      double down = potential.applyAsDouble(at);
      at[i] = mode[i];
      gradient[i] = (up[i] - down) / (2 * STEP);
      hessian[i * d + i] = (up[i] - 2 * here + down) / (STEP * STEP);
    }
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < i; j++) {
        at[i] = mode[i] + STEP;
        at[j] = mode[j] + STEP;
        double both = potential.applyAsDouble(at);
        at[i] = mode[i];
        at[j] = mode[j];
        double mixed = (both - up[i] - up[j] + here) / (STEP * STEP);
        hessian[i * d + j] = mixed;
        hessian[j * d + i] = mixed;
      }
    }
  }

  /** Of a step that may be taken: no coordinate moves by more than {@link #LONGEST}. */
  private static double share(double[] step) {
    double longest = 0;
    for (double s : step) {
      longest = Math.max(longest, Math.abs(s));
    }
    return Math.min(1, LONGEST / longest);
  }

  private static double length(double[] x) {
    double sum = 0;
    for (double v : x) {
      sum = Math.fma(v, v, sum);
    }
    return Math.sqrt(sum);
  }

  /** {@code Lᵀ(x − mode)}, x from {@code at} on. */
  void standardise(double[] x, int at, double[] out) {
    for (int i = 0; i < d; i++) {
      double sum = 0;
      for (int l = i; l < d; l++) {
        sum = Math.fma(factor[l * d + i], x[at + l] - mode[l], sum);
      }
      out[i] = sum;
    }
  }

  /** {@code mode + L⁻ᵀu}, which u becomes. */
  void place(double[] u) {
    SmallMatrices.backward(factor, 0, u, 0, d);
    for (int i = 0; i < d; i++) {
      u[i] += mode[i];
    }
  }

  /**
   * An observation of {@code uᵀδ} as far as it is believed: what lies beyond {@link #FURTHEST} was
   * measured where cubic sums say nothing of rows, and may be any number.
   */
  static double believed(double observed, double[] u) {
    double most = FURTHEST * length(u);
    return Math.clamp(observed, -most, most);
  }

  /**
   * Moves the mode by δ in its own units, but no coordinate by more than {@link #LONGEST}, given
   * normal equations for δ: matrix, right-hand side.
   */
  void shift(double[] equations) {
    double[] matrix = Arrays.copyOf(equations, d * d);
    double[] delta = Arrays.copyOfRange(equations, d * d, d * d + d);
    for (int i = 0; i < d; i++) {
      matrix[i * d + i] += 0.1;
    }
    SmallMatrices.cholesky(matrix, 0, d);
    SmallMatrices.forward(matrix, 0, delta, 0, d);
    SmallMatrices.backward(matrix, 0, delta, 0, d);
    SmallMatrices.backward(factor, 0, delta, 0, d);
    double share = share(delta);
    for (int i = 0; i < d; i++) {
      mode[i] += share * delta[i];
    }
  }

  /** Takes the curvature at the mode, if there it is that of a bowl. */
  void curve(ToDoubleFunction<double[]> potential) {
    double[] before = factor.clone();
    differences(potential, potential.applyAsDouble(mode));
    if (!finite() || !factorise()) {
      System.arraycopy(before, 0, factor, 0, before.length);
    }
  }

  private boolean finite() {
    double sum = 0;
    for (double v : hessian) {
      sum += v;
    }
    return sum - sum == 0;
  }

  /** False if the curvature had to be changed. */
  private boolean factorise() {
    double ridge = 0;
    for (int n = 0; ; n++) {
      System.arraycopy(hessian, 0, factor, 0, d * d);
      for (int i = 0; i < d; i++) {
        factor[i * d + i] += ridge;
      }
      if (SmallMatrices.cholesky(factor, 0, d)) {
        return n == 0;
      }
      ridge = ridge == 0 ? 0.1 : 2 * ridge;
    }
  }
}
