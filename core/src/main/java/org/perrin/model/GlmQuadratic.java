package org.perrin.model;

import java.util.Arrays;
import org.perrin.data.Batch;
import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.family.BoundedLikelihood;
import org.perrin.metric.Metric;

/** The {@link QuadraticCentre} of a GLM of coded rows. */
final class GlmQuadratic implements QuadraticCentre {
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
  GlmQuadratic(Glm moved, Metric steps, Doubles norms, double[] gap, double[] gradient) {
    this.moved = moved;
    this.family = (BoundedLikelihood) moved.family();
    this.rows = (CodedRows) moved.data().x();
    this.steps = steps;
    this.norms = norms;
    this.gap = Arrays.copyOf(gap, rows.stride());
    this.gradient = gradient;
  }

  @Override
  public void linear(double[] u, double[] out) {
    for (int k = 0; k < gradient.length; k++) {
      out[k] = gradient[k] + u[k];
    }
  }

  @Override
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

  @Override
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
