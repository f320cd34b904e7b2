package org.perrin.model;

import java.util.Arrays;
import org.perrin.data.Batch;
import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.family.BoundedLikelihood;
import org.perrin.metric.Metric;

/**
 * What is known of a posterior around u = 0 if L is of its Hessian at a point θ̄ near θ̂ and the
 * prior is normal: the gradient at 0, and that {@code LᵀHL = I}. So with {@code tᵢ = xᵢᵀLu} and
 * {@code h̄ᵢ} the second derivative of row i at θ̄
 *
 * <pre>∇f(u) = ∇f(0) + u + Lᵀ Σᵢ vᵢ xᵢ [ℓ'(ηᵢ + tᵢ) − ℓ'(ηᵢ) − h̄ᵢtᵢ]
 * </pre>
 *
 * holds for any θ̄, and what is left of a row is of second order in t where θ̄ is near: {@code
 * ℓ'''ᵢ(tᵢ²/2 − gᵢtᵢ)} and less, {@code gᵢ = xᵢᵀ(θ̄ − θ̂)}. A few rows estimate such a sum well.
 * Two products with L and O(s) a row.
 */
public final class QuadraticCentre {
  /** Scores are for u so much wider than standard, for rows that matter in the tails. */
  private static final double WIDEN = 1.5;

  private final Glm moved;
  private final BoundedLikelihood family;
  private final CodedRows rows;
  private final Metric steps;
  private final Doubles norms;
  private final double[] gap;
  private final double[] gradient;

  /**
   * The centre of a model as a function of θ − θ̂.
   *
   * @param moved the model
   * @param steps L around 0
   * @param norms {@code xᵢᵀΣ̂xᵢ}
   * @param gap {@code θ̄ − θ̂}
   * @param gradient of the posterior at u = 0, by u
   */
  QuadraticCentre(Glm moved, Metric steps, Doubles norms, double[] gap, double[] gradient) {
    this.moved = moved;
    this.family = (BoundedLikelihood) moved.family();
    this.rows = (CodedRows) moved.data().x();
    this.steps = steps;
    this.norms = norms;
    this.gap = Arrays.copyOf(gap, rows.stride());
    this.gradient = gradient;
  }

  /** {@code out = ∇f(0) + u}: the gradient without what rows add to it. */
  public void linear(double[] u, double[] out) {
    for (int k = 0; k < gradient.length; k++) {
      out[k] = gradient[k] + u[k];
    }
  }

  /** Adds what the rows of a batch add to the gradient at u, by their weights. */
  public void addRows(double[] u, Batch batch, int from, int to, double[] out) {
    double[] step = batch.image(u, steps, steps::toTheta);
    double[] point = batch.point(step, rows.stride());
    double[] sum = new double[u.length];
    moved.addParts(
        batch, from, to, (first, last, part) -> addPart(point, batch, first, last, part), sum);
    double[] pulled = new double[u.length];
    steps.pull(sum, pulled);
    for (int k = 0; k < pulled.length; k++) {
      out[k] += pulled[k];
    }
  }

  private void addPart(double[] point, Batch batch, int from, int to, double[] sum) {
    double[] t = batch.predictors();
    double[] off = batch.responses();
    int[] drawn = batch.rows();
    Dataset data = moved.data();
    rows.dots(drawn, from, to, point, t);
    rows.dots(drawn, from, to, gap, off);
    for (int j = 0; j < to - from; j++) {
      int i = drawn[from + j];
      double eta = data.offset(i);
      double y = data.responses().get(i);
      double change = t[from + j];
      double curvature = family.curvature(eta + off[from + j], y);
      double slopes = family.slope(eta + change, y) - family.slope(eta, y);
      t[j] = data.weight(i) * (slopes - curvature * change);
    }
    moved.addRows(batch, from, to, t, sum);
  }

  /**
   * {@code out[j]} for row {@code from + j}: the root mean square of what it adds, to the second
   * and third order in t, for a standard normal u: {@code vᵢ ‖zᵢ‖² √(ℓ'''² (¾‖zᵢ‖² + gᵢ²) + (15/36)
   * ℓ''''² ‖zᵢ‖⁴)}.
   */
  public void scores(int from, int to, double[] out) {
    Dataset data = moved.data();
    double[] off = new double[to - from];
    rows.dots(from, to - from, gap, off);
    for (int j = 0; j < to - from; j++) {
      int i = from + j;
      double eta = data.offset(i);
      double y = data.responses().get(i);
      double square = WIDEN * WIDEN * norms.get(i);
      double third = family.derivative(3, eta, y);
      double fourth = family.derivative(4, eta, y);
      double second = third * third * (0.75 * square + off[j] * off[j]);
      double rest = 15.0 / 36 * fourth * fourth * square * square;
      out[j] = data.weight(i) * square * Math.sqrt(second + rest);
    }
  }
}
