package org.perrin.model;

import java.util.List;

/** Some rows of any model, each counted as often as its factor says. */
record SubsetModel(Curved model, int[] chosen, double[] factors) implements Curved {
  @Override
  public int dimension() {
    return model.dimension();
  }

  @Override
  public int rows() {
    return chosen.length;
  }

  @Override
  public Prior prior() {
    return model.prior();
  }

  @Override
  public List<String> names() {
    return model.names();
  }

  @Override
  public double[] start() {
    return model.start();
  }

  @Override
  public boolean multimodal() {
    return model.multimodal();
  }

  @Override
  public double rowLoss(double[] theta, int row) {
    return factors[row] * model.rowLoss(theta, chosen[row]);
  }

  @Override
  public void addRowGradient(double[] theta, int row, double weight, double[] out) {
    model.addRowGradient(theta, chosen[row], factors[row] * weight, out);
  }

  @Override
  public void addRowHessian(double[] theta, int row, double weight, double[] h) {
    model.addRowHessian(theta, chosen[row], factors[row] * weight, h);
  }
}
