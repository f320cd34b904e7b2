package org.perrin.model;

import java.util.Arrays;

/**
 * A model in coordinates in which its posterior is straighter: θ is a smooth function of them, and
 * f has the logarithm of the Jacobian in its prior, so that the posterior is exactly the model's.
 */
public abstract class StraightenedModel extends ReparametrisedModel {
  private static final double STEP = 1e-5;

  private final Model model;

  StraightenedModel(Model model) {
    super(model);
    this.model = model;
  }

  /** Writes θ. */
  public abstract void toTheta(double[] straight, double[] theta);

  /** {@code −log |∂θ/∂straight|}. */
  abstract double jacobian(double[] straight);

  /**
   * Adds a gradient by θ as one by the straight coordinates.
   *
   * @param turn 1 to add that of the Jacobian, else 0
   */
  abstract void pull(
      double[] straight, double[] theta, double[] gradient, double turn, double[] out);

  @Override
  double[] theta(double[] straight) {
    double[] theta = new double[straight.length];
    toTheta(straight, theta);
    return theta;
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
    return new StraightenedPrior();
  }

  /** The model's prior there, and the Jacobian. */
  private final class StraightenedPrior implements Prior {
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
