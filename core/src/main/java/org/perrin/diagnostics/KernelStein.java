package org.perrin.diagnostics;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.draws.Draws;
import org.perrin.math.Parallel;
import org.perrin.model.Model;

/**
 * The kernel Stein discrepancy between draws and a posterior known by its gradients alone (Gorham
 * and Mackey, 2017), with the inverse multiquadric kernel {@code k(x, y) = (c² + ‖x − y‖²)^β}. With
 * the score {@code s = −∇f}, coordinate l of the Stein kernel is
 *
 * <pre>k₀ₗ(x, y) = sₗ(x) sₗ(y) k + sₗ(x) ∂k/∂yₗ + sₗ(y) ∂k/∂xₗ + ∂²k/∂xₗ∂yₗ</pre>
 *
 * and {@code Sₗ(K)} its sum over all pairs of the first K draws. There are two ways to make one
 * number of it: the paper's, {@code Σₗ √Sₗ / K}, and that of its code, {@code √(Σₗ Sₗ) / K}, which
 * Gorham and Mackey's bound speaks of. One pass over the pairs gives both for every K.
 *
 * <p>Cost: {@code 2d K²} multiplications for the joint form, {@code 5d K²} with coordinates, as
 * products of blocks of matrices; memory {@code O(dK)}. The same bits on any number of threads.
 *
 * @param c added to distances
 * @param beta the power, between −1 and 0
 * @param byCoordinate whether the paper's form is wanted too
 * @param reversed whether scores enter with the wrong sign, as in the figures of the paper
 */
public record KernelStein(double c, double beta, boolean byCoordinate, boolean reversed) {
  private static final int DRAWS_A_TASK = 16;

  /** Checks the kernel. */
  public KernelStein {
    if (!(c > 0) || c == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("c must be positive and finite, not " + c);
    }
    if (!(beta > -1 && beta < 0)) {
      throw new IllegalArgumentException(
          "beta must lie between -1 and 0 (else the discrepancy misses some errors), not " + beta);
    }
  }

  /** The joint form with this kernel; the paper has c = 1 and β = −½. */
  public static KernelStein imq(double c, double beta) {
    return new KernelStein(c, beta, false, false);
  }

  /** With the paper's form beside the joint one. */
  public KernelStein withCoordinates() {
    return new KernelStein(c, beta, true, reversed);
  }

  /** With {@code s = +∇f}, which turns the sign of the cross terms: only to redraw old figures. */
  public KernelStein withReversedScores() {
    return new KernelStein(c, beta, byCoordinate, true);
  }

  /**
   * The discrepancies of all beginnings of a chain.
   *
   * @param joint {@code √(Σₗ Sₗ) / K} at place K − 1
   * @param byCoordinate {@code Σₗ √Sₗ / K} at place K − 1, or null if it was not asked for
   */
  public record Curve(double[] joint, double @Nullable [] byCoordinate) {
    /** The number of draws. */
    public int count() {
      return joint.length;
    }

    /** {@code √(Σₗ Sₗ) / K} of the first K draws. */
    public double joint(int k) {
      return joint[k - 1];
    }

    /** {@code Σₗ √Sₗ / K} of the first K draws: the definition in the paper. */
    public double paper(int k) {
      if (byCoordinate == null) {
        throw new IllegalStateException("the paper's form was not computed: withCoordinates()");
      }
      return byCoordinate[k - 1];
    }
  }

  /** The curve of every chain; K passes over the data for a chain of K draws. */
  public List<Curve> of(Draws draws, Model model) {
    return draws.chains().stream().map(chain -> of(chain, model)).toList();
  }

  /** The curve of a chain with the full gradient at every draw. */
  public Curve of(Draws.Chain chain, Model model) {
    if (chain.dimension() != model.dimension()) {
      throw new IllegalArgumentException(
          "draws of %d parameters, a model of %d".formatted(chain.dimension(), model.dimension()));
    }
    return of(chain.values(), gradients(chain, model), chain.dimension());
  }

  /** The curve of a chain with the stochastic gradients it kept, as in the paper's figures. */
  public Curve ofStochastic(Draws.Chain chain) {
    if (chain.gradients() == null) {
      throw new IllegalArgumentException("the chain kept no gradients");
    }
    return of(chain.values(), chain.gradients(), chain.dimension());
  }

  /** The curve of draws and gradients ∇f beside them, {@code d} numbers each. */
  public Curve of(double[] values, double[] gradients, int d) {
    if (d < 1 || values.length % d != 0 || values.length != gradients.length) {
      throw new IllegalArgumentException(
          "%d numbers and %d of gradients do not make draws of %d parameters"
              .formatted(values.length, gradients.length, d));
    }
    checkFinite("draw", values, d);
    checkFinite("the gradient at draw", gradients, d);
    return new SteinSums(this, values, gradients, d).curve();
  }

  private static void checkFinite(String what, double[] values, int d) {
    for (int k = 0; k < values.length; k++) {
      if (!Double.isFinite(values[k])) {
        throw new IllegalArgumentException(
            "%s %d has %s in coordinate %d: a discrepancy needs finite numbers"
                .formatted(what, k / d, values[k], k % d));
      }
    }
  }

  private static double[] gradients(Draws.Chain chain, Model model) {
    int d = chain.dimension();
    int count = chain.count();
    double[] gradients = new double[count * d];
    Parallel.run(
        (count + DRAWS_A_TASK - 1) / DRAWS_A_TASK,
        task -> {
          int end = Math.min(count, (task + 1) * DRAWS_A_TASK);
          for (int t = task * DRAWS_A_TASK; t < end; t++) {
            System.arraycopy(model.gradient(chain.draw(t)), 0, gradients, t * d, d);
          }
        });
    return gradients;
  }
}
