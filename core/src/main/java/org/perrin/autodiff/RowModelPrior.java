package org.perrin.autodiff;

import java.util.function.Function;
import org.perrin.model.Prior;

/** The prior of a {@link RowModel} as a function of θ, Jacobians of the transforms included. */
record RowModelPrior(Function<double[], RowEvaluator> evaluators, int dimension) implements Prior {
  @Override
  public double value(double[] theta) {
    return evaluators.apply(theta).prior().value();
  }

  @Override
  public void addGradient(double[] theta, double[] out) {
    RowEvaluator evaluator = evaluators.apply(theta);
    evaluator.tape.sweepRow(evaluator.prior(), 1);
    evaluator.tape.sweepHead(out);
  }

  @Override
  public void addHessian(double[] theta, double[] h) {
    RowEvaluator evaluator = evaluators.apply(theta);
    evaluator.curvature.of(evaluator.prior());
    evaluator.curvature.addTo(1, h);
  }

  @Override
  public void addHessianDiagonal(double[] theta, double[] out) {
    RowEvaluator evaluator = evaluators.apply(theta);
    evaluator.curvature.of(evaluator.prior());
    evaluator.curvature.addDiagonal(1, out);
  }

  /** Unknown; a search for the mode then damps its steps instead of asking for a prior. */
  @Override
  public boolean proper() {
    return true;
  }

  @Override
  public String describe(int coordinate) {
    return "as the model says";
  }
}
