package org.perrin.model;

import org.jspecify.annotations.Nullable;
import org.perrin.metric.Metric;

/**
 * Any model seen through a metric, row by row: {@code ∇_u fᵢ = Lᵀ ∇fᵢ(θ̂ + Lu)}. Models with
 * structure override {@link Model#in} and do without the product a row.
 */
public class PulledModel extends ReparametrisedModel implements Curved, Smooth {
  private final Model model;
  private final Metric metric;
  private final Prior prior;

  /** A model in a metric. */
  public PulledModel(Model model, Metric metric) {
    super(model);
    this.model = model;
    this.metric = metric;
    this.prior = model.prior().in(metric);
  }

  @Override
  public Prior prior() {
    return prior;
  }

  @Override
  public void addRowGradient(double[] u, int row, double weight, double[] out) {
    double[] gradient = new double[dimension()];
    model.addRowGradient(theta(u), row, weight, gradient);
    addPulled(gradient, out);
  }

  @Override
  public void addGradient(double[] u, org.perrin.data.Batch batch, int from, int to, double[] out) {
    double[] gradient = new double[dimension()];
    model.addGradient(theta(u), batch, from, to, gradient);
    addPulled(gradient, out);
  }

  /** Maps u and the gradient once, not for every block of rows. */
  @Override
  public double[] likelihoodGradient(double[] u) {
    return pulled(model.likelihoodGradient(theta(u)));
  }

  @Override
  public double[] gradient(double[] u) {
    return pulled(model.gradient(theta(u)));
  }

  @Override
  public double potential(double[] u) {
    return model.potential(theta(u));
  }

  @Override
  public double potentialAndGradient(double[] u, double[] out) {
    double[] gradient = new double[dimension()];
    double value = model.potentialAndGradient(theta(u), gradient);
    metric.pull(gradient, out);
    return value;
  }

  @Override
  public double rangeLoss(double[] u, int from, int to) {
    return model.rangeLoss(theta(u), from, to);
  }

  @Override
  public void addRangeGradient(double[] u, int from, int to, double[] out) {
    double[] gradient = new double[dimension()];
    model.addRangeGradient(theta(u), from, to, gradient);
    addPulled(gradient, out);
  }

  @Override
  public double addRangeAndLoss(double[] u, int from, int to, double[] out) {
    double[] gradient = new double[dimension()];
    double loss = model.addRangeAndLoss(theta(u), from, to, gradient);
    addPulled(gradient, out);
    return loss;
  }

  @Override
  public void addRowHessian(double[] u, int row, double weight, double[] h) {
    double[] own = new double[h.length];
    curved().addRowHessian(theta(u), row, weight, own);
    addPulledHessian(own, h);
  }

  /** Pulls the sum, not every row. */
  @Override
  public void addRangeHessian(double[] u, int from, int to, double[] h) {
    double[] own = new double[h.length];
    curved().addRangeHessian(theta(u), from, to, own);
    addPulledHessian(own, h);
  }

  private void addPulledHessian(double[] own, double[] h) {
    metric.pullHessian(own);
    for (int k = 0; k < h.length; k++) {
      h[k] += own[k];
    }
  }

  /** {@code Lᵢ σ²}, σ the widest standard deviation of the metric: a bound, not the best one. */
  @Override
  public void lipschitz(int from, int to, double[] out) {
    if (!(model instanceof Smooth smooth)) {
      throw new IllegalArgumentException(
          model.getClass().getSimpleName() + " has no Lipschitz constants");
    }
    smooth.lipschitz(from, to, out);
    double widest = metric.widest();
    for (int j = 0; j < to - from; j++) {
      out[j] *= widest * widest;
    }
  }

  @Override
  public void curvatureScores(
      double[] u, double @Nullable [] factor, int from, int to, double[] out) {
    if (factor == null) {
      curved().metricScores(theta(u), metric, from, to, out);
    } else {
      Curved.super.curvatureScores(u, factor, from, to, out);
    }
  }

  /** Around u = 0 as the model itself does it. */
  @Override
  public void expectedScores(
      double[] u, double @Nullable [] factor, double widen, int from, int to, double[] out) {
    if (factor == null && java.util.Arrays.stream(u).allMatch(v -> v == 0)) {
      curved().expectedMetricScores(metric, widen, from, to, out);
    } else {
      Curved.super.expectedScores(u, factor, widen, from, to, out);
    }
  }

  @Override
  public Centre centre(double[] u) {
    return PulledCentre.of(model.centre(theta(u)), metric, u);
  }

  private Curved curved() {
    if (model instanceof Curved curved) {
      return curved;
    }
    throw new IllegalArgumentException(
        model.getClass().getSimpleName() + " does not know its second derivatives");
  }

  final double[] pulled(double[] gradient) {
    double[] pulled = new double[dimension()];
    metric.pull(gradient, pulled);
    return pulled;
  }

  private void addPulled(double[] gradient, double[] out) {
    double[] pulled = pulled(gradient);
    for (int k = 0; k < pulled.length; k++) {
      out[k] += pulled[k];
    }
  }

  @Override
  final double[] theta(double[] u) {
    double[] theta = new double[dimension()];
    metric.toTheta(u, theta);
    return theta;
  }
}
