package org.perrin.model;

import org.perrin.metric.Metric;

/** A prior on θ as a function of u: {@code f₀(θ̂ + Lu)}. O(d²) for a dense metric. */
record PulledPrior(Prior prior, Metric metric) implements Prior {
  @Override
  public int dimension() {
    return prior.dimension();
  }

  @Override
  public double value(double[] u) {
    return prior.value(theta(u));
  }

  @Override
  public void addGradient(double[] u, double[] out) {
    double[] gradient = new double[dimension()];
    prior.addGradient(theta(u), gradient);
    double[] pulled = new double[dimension()];
    metric.pull(gradient, pulled);
    for (int k = 0; k < pulled.length; k++) {
      out[k] += pulled[k];
    }
  }

  @Override
  public void addHessian(double[] u, double[] h) {
    double[] own = new double[h.length];
    prior.addHessian(theta(u), own);
    metric.pullHessian(own);
    for (int k = 0; k < h.length; k++) {
      h[k] += own[k];
    }
  }

  private double[] theta(double[] u) {
    double[] theta = new double[dimension()];
    metric.toTheta(u, theta);
    return theta;
  }

  @Override
  public boolean proper() {
    return prior.proper();
  }

  @Override
  public String describe(int coordinate) {
    return prior.describe(coordinate) + ", pulled back";
  }
}
