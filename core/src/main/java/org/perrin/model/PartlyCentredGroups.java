package org.perrin.model;

import java.util.Arrays;
import java.util.List;
import org.perrin.data.Batch;
import org.perrin.data.Storage;
import org.perrin.metric.ArrowMetric;
import org.perrin.metric.Metric;

/**
 * A model with groups in coordinates z' in which its posterior is straight. Where the data know a
 * group well they know τz, so z goes as 1/τ along a narrow curve; where they do not, z is what its
 * prior says, whatever τ is. Around a centre (t̂, ẑ), with {@code δ = t − t̂}, {@code mⱼ = 1 −
 * 1/Dⱼ} and Dⱼ the curvature of zⱼ, of which 1 is the prior's,
 *
 * <pre>zⱼ = e^{−mⱼδ} (z'ⱼ + mⱼ ẑⱼ δ),</pre>
 *
 * partially centred (Papaspiliopoulos, Roberts and Sköld, 2007) and to first order the identity, so
 * that centre and metric stay what they are. Exact: f has the logarithm of the Jacobian, {@code Σⱼ
 * mⱼδ}, in its prior. O(J) more than the model itself.
 */
public final class PartlyCentredGroups implements Curved {
  private final VaryingIntercepts model;
  private final int q;
  private final double centre;
  private final double[] z;
  private final double[] m;
  private final double turn;

  private PartlyCentredGroups(VaryingIntercepts model, double[] theta, double[] curvatures) {
    this.model = model;
    this.q = model.shared();
    this.centre = theta[q - 1];
    this.z = Arrays.copyOfRange(theta, q, theta.length);
    this.m = new double[z.length];
    double sum = 0;
    for (int j = 0; j < m.length; j++) {
      m[j] = 1 - 1 / Math.max(1, curvatures[j]);
      sum += m[j];
    }
    this.turn = sum;
  }

  /** The model around the centre of a metric, with its curvatures. */
  public static PartlyCentredGroups of(VaryingIntercepts model, ArrowMetric metric) {
    return new PartlyCentredGroups(model, metric.centre(), metric.curvatures());
  }

  /** θ from θ', which has z' for z. */
  public void toTheta(double[] straight, double[] theta) {
    System.arraycopy(new Point(straight).theta, 0, theta, 0, theta.length);
  }

  /** θ' from θ: {@link #toTheta} backwards. */
  public void toStraight(double[] theta, double[] straight) {
    double delta = theta[q - 1] - centre;
    System.arraycopy(theta, 0, straight, 0, q);
    for (int j = 0; j < m.length; j++) {
      straight[q + j] = Math.exp(m[j] * delta) * theta[q + j] - m[j] * z[j] * delta;
    }
  }

  /** {@code −log |∂z/∂z'| = Σⱼ mⱼδ}. */
  private double jacobian(double[] straight) {
    return turn * (straight[q - 1] - centre);
  }

  /** θ at a point, and the derivatives of z by z' and t there. */
  private final class Point {
    private final double[] theta;
    private final double[] own = new double[m.length];
    private final double[] along = new double[m.length];

    Point(double[] straight) {
      double delta = straight[q - 1] - centre;
      theta = straight.clone();
      for (int j = 0; j < m.length; j++) {
        own[j] = Math.exp(-m[j] * delta);
        theta[q + j] = own[j] * (straight[q + j] + m[j] * z[j] * delta);
        along[j] = m[j] * (own[j] * z[j] - theta[q + j]);
      }
    }

    /** Adds a gradient by θ as one by θ'. */
    void pull(double[] gradient, double[] out) {
      for (int k = 0; k < q; k++) {
        out[k] += gradient[k];
      }
      double sum = 0;
      for (int j = 0; j < m.length; j++) {
        sum = Math.fma(gradient[q + j], along[j], sum);
        out[q + j] += own[j] * gradient[q + j];
      }
      out[q - 1] += sum;
    }

    /** Adds {@code JᵀHJ + Σⱼ gⱼ ∇²zⱼ}. */
    void pull(double[] gradient, double[] hessian, double[] out) {
      int d = theta.length;
      double[] half = new double[d * d];
      for (int r = 0; r < d; r++) {
        pull(Arrays.copyOfRange(hessian, r * d, (r + 1) * d), half, r * d);
      }
      double[] column = new double[d];
      double[] image = new double[d];
      for (int c = 0; c < d; c++) {
        for (int r = 0; r < d; r++) {
          column[r] = half[r * d + c];
        }
        Arrays.fill(image, 0);
        pull(column, image, 0);
        for (int r = 0; r < d; r++) {
          out[r * d + c] += image[r];
        }
      }
      int t = q - 1;
      for (int j = 0; j < m.length; j++) {
        double g = gradient[q + j];
        out[t * d + t] -= g * m[j] * (along[j] + m[j] * own[j] * z[j]);
        out[t * d + q + j] -= g * m[j] * own[j];
        out[(q + j) * d + t] -= g * m[j] * own[j];
      }
    }

    private void pull(double[] v, double[] out, int at) {
      double[] image = new double[v.length];
      pull(v, image);
      System.arraycopy(image, 0, out, at, v.length);
    }
  }

  @Override
  public int dimension() {
    return model.dimension();
  }

  @Override
  public int rows() {
    return model.rows();
  }

  @Override
  public Storage storage() {
    return model.storage();
  }

  @Override
  public List<String> names() {
    return model.names();
  }

  @Override
  public int effort() {
    return model.effort();
  }

  @Override
  public boolean multimodal() {
    return model.multimodal();
  }

  @Override
  public Prior prior() {
    return new CentredPrior();
  }

  /** The model's prior there, and the Jacobian. */
  private final class CentredPrior implements Prior {
    @Override
    public int dimension() {
      return model.dimension();
    }

    @Override
    public double value(double[] straight) {
      return model.prior().value(new Point(straight).theta) + jacobian(straight);
    }

    @Override
    public void addGradient(double[] straight, double[] out) {
      var point = new Point(straight);
      double[] gradient = new double[straight.length];
      model.prior().addGradient(point.theta, gradient);
      point.pull(gradient, out);
      out[q - 1] += turn;
    }

    @Override
    public void addHessian(double[] straight, double[] h) {
      var point = new Point(straight);
      double[] gradient = new double[straight.length];
      double[] hessian = new double[h.length];
      model.prior().addGradient(point.theta, gradient);
      model.prior().addHessian(point.theta, hessian);
      point.pull(gradient, hessian, h);
    }

    @Override
    public boolean proper() {
      return model.prior().proper();
    }

    @Override
    public String describe(int coordinate) {
      return model.prior().describe(coordinate);
    }
  }

  @Override
  public double rowLoss(double[] straight, int row) {
    return model.rowLoss(new Point(straight).theta, row);
  }

  @Override
  public double rangeLoss(double[] straight, int from, int to) {
    return model.rangeLoss(new Point(straight).theta, from, to);
  }

  /** Adds a gradient of the model, as one by θ'. */
  private interface Part {
    void addTo(double[] theta, double[] gradient);
  }

  private void add(double[] straight, Part part, double[] out) {
    var point = new Point(straight);
    double[] gradient = new double[straight.length];
    part.addTo(point.theta, gradient);
    point.pull(gradient, out);
  }

  @Override
  public void addRowGradient(double[] straight, int row, double weight, double[] out) {
    add(straight, (theta, g) -> model.addRowGradient(theta, row, weight, g), out);
  }

  @Override
  public void addRangeGradient(double[] straight, int from, int to, double[] out) {
    add(straight, (theta, g) -> model.addRangeGradient(theta, from, to, g), out);
  }

  @Override
  public void addGradient(double[] straight, Batch batch, int from, int to, double[] out) {
    add(straight, (theta, g) -> model.addGradient(theta, batch, from, to, g), out);
  }

  @Override
  public double[] likelihoodGradient(double[] straight) {
    var point = new Point(straight);
    double[] out = new double[straight.length];
    point.pull(model.likelihoodGradient(point.theta), out);
    return out;
  }

  @Override
  public double potential(double[] straight) {
    return model.potential(new Point(straight).theta) + jacobian(straight);
  }

  @Override
  public double potentialAndGradient(double[] straight, double[] out) {
    var point = new Point(straight);
    double[] gradient = new double[straight.length];
    double value = model.potentialAndGradient(point.theta, gradient);
    Arrays.fill(out, 0);
    point.pull(gradient, out);
    out[q - 1] += turn;
    return value + jacobian(straight);
  }

  @Override
  public void addRowHessian(double[] straight, int row, double weight, double[] h) {
    var point = new Point(straight);
    double[] gradient = new double[straight.length];
    double[] hessian = new double[h.length];
    model.addRowGradient(point.theta, row, weight, gradient);
    model.addRowHessian(point.theta, row, weight, hessian);
    point.pull(gradient, hessian, h);
  }

  /** In the metric of the centre, and there, it takes no more than the model's own. */
  @Override
  public void metricScores(double[] straight, Metric metric, int from, int to, double[] out) {
    if (metric instanceof ArrowMetric arrow && Arrays.equals(straight, arrow.centre())) {
      model.scores(straight, arrow, m, from, to, out);
    } else {
      Curved.super.metricScores(straight, metric, from, to, out);
    }
  }

  /** In the metric of the centre the points are those of θ: a weight need not be exact. */
  @Override
  public void expectedMetricScores(Metric metric, double widen, int from, int to, double[] out) {
    if (!(metric instanceof ArrowMetric arrow)) {
      Curved.super.expectedMetricScores(metric, widen, from, to, out);
      return;
    }
    double[] u = new double[dimension()];
    double[] moved = new double[dimension()];
    meanSquare(
        from,
        to,
        out,
        (point, scores) -> {
          for (int k = 0; k < u.length; k++) {
            u[k] = widen * point[k];
          }
          metric.toTheta(u, moved);
          model.scores(new Point(moved).theta, arrow, m, from, to, scores);
        });
  }

  @Override
  public Centre centre(double[] straight) {
    var point = new Point(straight);
    var inner = model.centre(point.theta);
    double[] sum = new double[straight.length];
    point.pull(inner.sum(), sum);
    return new StraightCentre(straight.clone(), point, inner, sum);
  }

  /** {@code Jᵀ∇f(θ) − Ĵᵀ∇f(θ̂) = Jᵀ[∇f(θ) − ∇f(θ̂)] + (J − Ĵ)ᵀ∇f(θ̂)}; J is that of z alone. */
  private final class StraightCentre implements Centre {
    private final double[] straight;
    private final Point there;
    private final VaryingIntercepts.Residuals inner;
    private final double[] sum;

    StraightCentre(
        double[] straight, Point there, VaryingIntercepts.Residuals inner, double[] sum) {
      this.straight = straight;
      this.there = there;
      this.inner = inner;
      this.sum = sum;
    }

    @Override
    public double[] theta() {
      return straight;
    }

    @Override
    public double[] sum() {
      return sum;
    }

    @Override
    public void addDifference(double[] at, Batch batch, int from, int to, double[] out) {
      var here = new Point(at);
      double[] difference = new double[at.length];
      inner.addDifference(here.theta, batch, from, to, difference);
      here.pull(difference, out);
      double[] others = new double[m.length];
      inner.addOthers(batch, from, to, others);
      double turned = 0;
      for (int j = 0; j < m.length; j++) {
        turned = Math.fma(others[j], here.along[j] - there.along[j], turned);
        out[q + j] += others[j] * (here.own[j] - there.own[j]);
      }
      out[q - 1] += turned;
    }
  }
}
