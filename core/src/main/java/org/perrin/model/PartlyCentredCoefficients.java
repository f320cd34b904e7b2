package org.perrin.model;

import org.perrin.math.Matrices;

/**
 * A {@link SharedScaleModel} in coordinates in which its posterior is straighter. Where the data
 * know a coefficient it is best left as it is, whatever its scale; where they do not, what its
 * prior knows is β over its scale; and a scale that may be anything from next to 0 to large passes
 * through both. So each coefficient is taken over its standard deviation given its scale, as if
 * what the data know of it were normal. Around a centre (β̂, ĥ), with {@code δⱼ = gⱼ(h) − gⱼ(ĥ)}
 * and {@code wⱼ = Var(βⱼ | ĥ, y) e^{−2gⱼ(ĥ)}}, the share of what is known of βⱼ that is its
 * prior's,
 *
 * <pre>βⱼ = ρⱼ (vⱼ − β̂ⱼ − 2wⱼ β̂ⱼ δⱼ) + ρⱼ² β̂ⱼ,   ρⱼ² = 1 / (1 − wⱼ + wⱼ e^{−2δⱼ}),</pre>
 *
 * where ρⱼ² β̂ⱼ is the mean and ρⱼ² a multiple of the variance of βⱼ given h. For large δ centred,
 * for small δ not; to first order the identity, so that centre and metric stay what they are.
 * Exact: f has the logarithm of the Jacobian, {@code −Σⱼ log ρⱼ}, in its prior. Compare the fixed
 * share of Papaspiliopoulos, Roberts and Sköld (2007), {@code ρⱼ = e^{wⱼδⱼ}}: the same close to the
 * centre, a funnel far from it.
 */
public final class PartlyCentredCoefficients extends StraightenedModel {
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
      model
          .prior()
          .each(
              centre,
              (k, from, at) ->
                  w[k] = Math.clamp(covariance[k * d + k] * Math.exp(-2 * at.value()), 0, 1));
    }
    return new PartlyCentredCoefficients(model, centre, w);
  }

  /** Around a centre, with the shares w of coefficients given. */
  static PartlyCentredCoefficients of(SharedScaleModel model, double[] centre, double[] w) {
    return new PartlyCentredCoefficients(model, centre, w.clone());
  }

  @Override
  public void toTheta(double[] straight, double[] theta) {
    System.arraycopy(straight, 0, theta, 0, straight.length);
    model
        .prior()
        .each(
            straight,
            (k, from, at) -> {
              double delta = at.value() - scale[k];
              double rho = rho(k, delta);
              theta[k] = rho * (straight[k] - offset(k, delta) + rho * centre[k]);
            });
  }

  /** {@code β̂ (1 + 2wδ)}. */
  private double offset(int k, double delta) {
    return centre[k] * (1 + 2 * w[k] * delta);
  }

  /** ρ: the standard deviation of coefficient k given its scale, over that at the centre. */
  private double rho(int k, double delta) {
    if (w[k] == 0) {
      return 1;
    }
    return delta > 0
        ? 1 / Math.sqrt(1 - w[k] + w[k] * Math.exp(-2 * delta))
        : Math.exp(delta) / Math.sqrt(w[k] + (1 - w[k]) * Math.exp(2 * delta));
  }

  /** {@code ∂ log ρ/∂δ = w e^{−2δ} ρ²}: the share of what is known of it that is its prior's. */
  private double priorShare(int k, double delta) {
    return w[k] == 0 ? 0 : w[k] / (w[k] + (1 - w[k]) * Math.exp(2 * delta));
  }

  /** {@code −Σⱼ log ρⱼ}. */
  @Override
  double jacobian(double[] straight) {
    double[] sum = new double[1];
    model
        .prior()
        .each(straight, (k, from, at) -> sum[0] -= Math.log(rho(k, at.value() - scale[k])));
    return sum[0];
  }

  @Override
  void pull(double[] straight, double[] theta, double[] gradient, double turn, double[] out) {
    double[] pulled = gradient.clone();
    model
        .prior()
        .each(
            straight,
            (k, from, at) -> {
              double delta = at.value() - scale[k];
              double rho = rho(k, delta);
              double share = priorShare(k, delta);
              double moved = share * (theta[k] + rho * rho * centre[k]);
              double along = (moved - 2 * w[k] * rho * centre[k]) * gradient[k] - turn * share;
              pulled[k] = rho * gradient[k];
              for (int i = 0; i < at.by().length; i++) {
                pulled[from + at.by()[i]] += along * at.slope()[i];
              }
            });
    for (int k = 0; k < out.length; k++) {
      out[k] += pulled[k];
    }
  }
}
