package org.perrin.model;

import java.util.List;

/** Some rows of any model, each counted {@code factor} times. */
record SubsetModel(Curved model, int[] chosen, double factor) implements Curved {
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
  public double rowLoss(double[] theta, int row) {
    return factor * model.rowLoss(theta, chosen[row]);
  }

  @Override
  public void addRowGradient(double[] theta, int row, double weight, double[] out) {
    model.addRowGradient(theta, chosen[row], factor * weight, out);
  }

  @Override
  public void addRowHessian(double[] theta, int row, double weight, double[] h) {
    model.addRowHessian(theta, chosen[row], factor * weight, h);
  }
}
