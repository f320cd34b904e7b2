package org.perrin.autodiff;

import java.util.function.Function;
import org.perrin.model.Prior;

/** The prior of a {@link RowModel} as a function of θ, Jacobians of the transforms included. */
record OwnPrior(Function<double[], Desk> desks, int dimension) implements Prior {
  @Override
  public double value(double[] theta) {
    return desks.apply(theta).prior().value();
  }

  @Override
  public void addGradient(double[] theta, double[] out) {
    Desk desk = desks.apply(theta);
    desk.tape.sweepRow(desk.prior(), 1);
    desk.tape.sweepHead(out);
  }

  @Override
  public void addHessian(double[] theta, double[] h) {
    Desk desk = desks.apply(theta);
    desk.curvature.of(desk.prior());
    desk.curvature.addTo(1, h);
  }

  @Override
  public void addHessianDiagonal(double[] theta, double[] out) {
    Desk desk = desks.apply(theta);
    desk.curvature.of(desk.prior());
    desk.curvature.addDiagonal(1, out);
  }

  /** Nobody can tell; a search for the mode then damps its steps instead of asking for a prior. */
  @Override
  public boolean proper() {
    return true;
  }

  @Override
  public String describe(int coordinate) {
    return "as the model says";
  }
}
