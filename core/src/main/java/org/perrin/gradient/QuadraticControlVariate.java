package org.perrin.gradient;

import org.perrin.model.Model;
import org.perrin.model.QuadraticCentre;
import org.perrin.random.RandomStream;
import org.perrin.subsampling.Batches;

/**
 * {@code ĝ = ∇f(0) + u + Σⱼ wⱼ rⱼ(u)}, r what a row adds to its polynomial of second order: as a
 * control variate of first order, but exact on a normal posterior, and where that is close its
 * noise is smaller by another factor of t. See {@link QuadraticCentre}.
 */
public record QuadraticControlVariate(Model model, QuadraticCentre centre, Batches batches)
    implements Gradient {
  /** Checks that rows and scheme fit. */
  public QuadraticControlVariate {
    PlainGradient.checkRows(model, batches);
  }

  @Override
  public void start(double[] theta, Workspace workspace) {
    batches.start(workspace.batch());
  }

  @Override
  public int estimate(double[] u, RandomStream random, Workspace workspace, double[] out) {
    var batch = workspace.batch();
    batches.draw(u, random, batch);
    centre.linear(u, out);
    workspace.accumulate(
        batches.scheme(), (from, to, sum) -> centre.addRows(u, batch, from, to, sum), out);
    return batch.size();
  }
}
