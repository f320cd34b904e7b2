package org.perrin.gradient;

import org.perrin.model.Model;
import org.perrin.random.RandomStream;
import org.perrin.subsampling.Batches;

/**
 * {@code ĝ = ∇f₀(θ) + Σⱼ wⱼ ∇f(θ)}, Eqs. (3) and (8): SGLD with uniform weights, SGLD-PS with
 * preferential ones. O(nd).
 */
public record PlainGradient(Model model, Batches batches) implements Gradient {
  /** Checks that rows and scheme fit. */
  public PlainGradient {
    checkRows(model, batches);
  }

  static void checkRows(Model model, Batches batches) {
    if (batches.scheme().rows() != model.rows()) {
      throw new IllegalArgumentException(
          "a scheme for %d rows does not fit a model of %d"
              .formatted(batches.scheme().rows(), model.rows()));
    }
  }

  /** The estimator of a model and its batches. */
  public static PlainGradient of(Model model, Batches batches) {
    return new PlainGradient(model, batches);
  }

  @Override
  public void start(double[] theta, Workspace workspace) {
    batches.start(workspace.batch());
  }

  @Override
  public int estimate(double[] theta, RandomStream random, Workspace workspace, double[] out) {
    var batch = workspace.batch();
    batches.draw(theta, random, batch);
    java.util.Arrays.fill(out, 0);
    model.prior().addGradient(theta, out);
    workspace.accumulate(
        batches.scheme(), (from, to, sum) -> model.addGradient(theta, batch, from, to, sum), out);
    return batch.size();
  }
}
