package org.perrin.model;

import java.util.Arrays;
import org.perrin.math.Matrices;

/**
 * A {@link SharedScaleModel} model in coordinates in which its posterior is straighter. Where the
 * data know a coefficient it is best left as it is, whatever its scale; where they do not, what its
 * prior knows is β over its scale. Around a centre (β̂, ĥ), with {@code δⱼ = gⱼ(h) − gⱼ(ĥ)} and
 * {@code wⱼ = Var(βⱼ | ĥ, y) e^{−2gⱼ(ĥ)}}, the share of what is known of βⱼ that is its prior's,
 *
 * <pre>βⱼ = e^{wⱼδⱼ} (vⱼ − wⱼ β̂ⱼ δⱼ),</pre>
 *
 * partially centred (Papaspiliopoulos, Roberts and Sköld, 2007) and to first order the identity, so
 * that centre and metric stay what they are. Exact: f has the logarithm of the Jacobian, {@code −Σⱼ
 * wⱼδⱼ}, in its prior.
 */
public final class PartlyCentredCoefficients extends ReparametrisedModel {
  private static final double STEP = 1e-5;

  private final SharedScaleModel model;
  private final double[] centre;
  private final double[] w;
  private final double[] scale;

  private PartlyCentredCoefficients(SharedScaleModel model, double[] centre, double[] w) {
    super(model);
    this.model = model;
    this.centre = centre.clone();
    this.w = w;
    this.scale = new double[w.length];
    model.prior().each(centre, (k, from, own) -> scale[k] = own.value());
  }

  /** Around a centre; one pass over the data. */
  public static PartlyCentredCoefficients of(SharedScaleModel model, double[] centre) {
    int d = model.coefficients();
    int all = model.dimension();
    double[] hessian = model.hessian(centre);
    double[] own = new double[d * d];
    for (int i = 0; i < d; i++) {
      System.arraycopy(hessian, i * all, own, i * d, d);
    }
    double[] w = new double[d];
    if (Matrices.choleskyOrNull(own, d) != null) {
      double[] covariance = Matrices.invert(own, d);
      ScaleMixture prior = model.prior();
      double[] size = new double[d];
      double[] together = new double[all];
      prior.each(
          centre,
          (k, from, at) -> {
            size[k] = Math.abs(centre[k]) / Math.sqrt(covariance[k * d + k]);
            together[from] += size[k] * size[k];
          });
      prior.each(
          centre,
          (k, from, at) -> {
            double share = covariance[k * d + k] * Math.exp(-2 * at.value());
            w[k] = prior.by(k).uncentred(share, size[k], Math.sqrt(together[from]));
          });
    }
    return new PartlyCentredCoefficients(model, centre, w);
  }

  /** Around a centre, with the shares w of coefficients given. */
  static PartlyCentredCoefficients of(SharedScaleModel model, double[] centre, double[] w) {
    return new PartlyCentredCoefficients(model, centre, w.clone());
  }

  /** θ from v and h. */
  public void toTheta(double[] straight, double[] theta) {
    System.arraycopy(straight, 0, theta, 0, straight.length);
    model
        .prior()
        .each(
            straight,
            (k, from, at) -> {
              double bend = w[k] * (at.value() - scale[k]);
              theta[k] = Math.exp(bend) * (straight[k] - centre[k] * bend);
            });
  }

  /** v and h from θ: {@link #toTheta} backwards. */
  public void toStraight(double[] theta, double[] straight) {
    System.arraycopy(theta, 0, straight, 0, theta.length);
    model
        .prior()
        .each(
            theta,
            (k, from, at) -> {
              double bend = w[k] * (at.value() - scale[k]);
              straight[k] = Math.exp(-bend) * theta[k] + centre[k] * bend;
            });
  }

  @Override
  double[] theta(double[] straight) {
    double[] theta = new double[straight.length];
    toTheta(straight, theta);
    return theta;
  }

  /** {@code −log |∂β/∂v|}. */
  private double jacobian(double[] straight) {
    double[] sum = new double[1];
    model.prior().each(straight, (k, from, at) -> sum[0] -= w[k] * (at.value() - scale[k]));
    return sum[0];
  }

  /**
   * Adds a gradient by θ as one by v and h.
   *
   * @param turn 1 to add that of the Jacobian, else 0
   */
  private void pull(
      double[] straight, double[] theta, double[] gradient, double turn, double[] out) {
    double[] pulled = gradient.clone();
    model
        .prior()
        .each(
            straight,
            (k, from, at) -> {
              double stretch = Math.exp(w[k] * (at.value() - scale[k]));
              double along = w[k] * ((theta[k] - centre[k] * stretch) * gradient[k] - turn);
              pulled[k] = stretch * gradient[k];
              for (int i = 0; i < at.by().length; i++) {
                pulled[from + at.by()[i]] += along * at.slope()[i];
              }
            });
    for (int k = 0; k < out.length; k++) {
      out[k] += pulled[k];
    }
  }

  @Override
  public void addRowGradient(double[] straight, int row, double weight, double[] out) {
    double[] theta = theta(straight);
    double[] gradient = new double[theta.length];
    model.addRowGradient(theta, row, weight, gradient);
    pull(straight, theta, gradient, 0, out);
  }

  @Override
  public double[] likelihoodGradient(double[] straight) {
    double[] theta = theta(straight);
    double[] out = new double[theta.length];
    pull(straight, theta, model.likelihoodGradient(theta), 0, out);
    return out;
  }

  @Override
  public double potential(double[] straight) {
    return model.potential(theta(straight)) + jacobian(straight);
  }

  @Override
  public double potentialAndGradient(double[] straight, double[] out) {
    double[] theta = theta(straight);
    double[] gradient = new double[theta.length];
    double value = model.potentialAndGradient(theta, gradient);
    Arrays.fill(out, 0);
    pull(straight, theta, gradient, 1, out);
    return value + jacobian(straight);
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
      return model.prior().value(theta(straight)) + jacobian(straight);
    }

    @Override
    public void addGradient(double[] straight, double[] out) {
      double[] theta = theta(straight);
      double[] gradient = new double[theta.length];
      model.prior().addGradient(theta, gradient);
      pull(straight, theta, gradient, 1, out);
    }

    /** By differences of gradients: no sampler that follows f asks for it. */
    @Override
    public void addHessian(double[] straight, double[] h) {
      int d = straight.length;
      for (int k = 0; k < d; k++) {
        double[] up = gradient(straight, k, STEP);
        double[] down = gradient(straight, k, -STEP);
        for (int l = 0; l < d; l++) {
          double element = (up[l] - down[l]) / (4 * STEP);
          h[k * d + l] += element;
          h[l * d + k] += element;
        }
      }
    }

    private double[] gradient(double[] straight, int k, double step) {
      double[] moved = straight.clone();
      moved[k] += step;
      double[] gradient = new double[moved.length];
      addGradient(moved, gradient);
      return gradient;
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
}
