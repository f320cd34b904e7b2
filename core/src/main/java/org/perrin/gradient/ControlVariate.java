package org.perrin.gradient;

import org.perrin.mode.Mode;
import org.perrin.model.Model;
import org.perrin.random.RandomStream;
import org.perrin.subsampling.Batches;

/**
 * {@code ĝ = [∇f(θ̂) + ∇f₀(θ) − ∇f₀(θ̂)] + Σⱼ wⱼ [∇f(θ) − ∇f(θ̂)]}, Eqs. (5) and (12): exact at θ̂,
 * and close to exact near it. O(nd) a step after one pass.
 */
public record ControlVariate(Model model, Model.Centre centre, Batches batches)
    implements Gradient {
  /** Checks that rows and scheme fit. */
  public ControlVariate {
    PlainGradient.checkRows(model, batches);
  }

  /** The estimator centred at a mode; reads all rows once. */
  public static ControlVariate at(Mode mode, Model model, Batches batches) {
    return at(mode.theta(), model, batches);
  }

  /** The estimator centred at any θ̂; reads all rows once. */
  public static ControlVariate at(double[] theta, Model model, Batches batches) {
    return new ControlVariate(model, model.centre(theta), batches);
  }

  @Override
  public void start(double[] theta, Workspace workspace) {
    batches.start(workspace.batch());
  }

  @Override
  public int estimate(double[] theta, RandomStream random, Workspace workspace, double[] out) {
    return estimate(model, centre, batches, theta, random, workspace, out);
  }

  /** The same around any centre. */
  static int estimate(
      Model model,
      Model.Centre centre,
      Batches batches,
      double[] theta,
      RandomStream random,
      Workspace workspace,
      double[] out) {
    var batch = workspace.batch();
    batches.draw(theta, random, batch);
    System.arraycopy(centre.sum(), 0, out, 0, out.length);
    model.prior().addGradient(theta, out);
    workspace.accumulate(
        batches.scheme(),
        (from, to, sum) -> centre.addDifference(theta, batch, from, to, sum),
        out);
    return batch.size();
  }
}
