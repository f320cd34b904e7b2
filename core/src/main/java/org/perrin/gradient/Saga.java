package org.perrin.gradient;

import org.jspecify.annotations.Nullable;
import org.perrin.model.Model;
import org.perrin.model.RowMemory;
import org.perrin.random.RandomStream;
import org.perrin.subsampling.Batches;

/**
 * SAGA-LD (Dubey et al., 2016): a control variate with a centre φᵢ of each row's own, where the
 * chain was when it last looked at the row: {@code ĝ = ∇f₀(θ) + Σᵢ ∇fᵢ(φᵢ) + Σⱼ wⱼ [∇f(θ) −
 * ∇f(φ)]}, and then {@code φ = θ} for the rows of the step. No pass after the first. O(nd) a step;
 * for each chain one number a row for a GLM, d for other models.
 *
 * @param model whose gradient
 * @param batches the rows of a step
 */
public record Saga(Model model, Batches batches) implements Gradient {
  /** Checks that rows and scheme fit. */
  public Saga {
    PlainGradient.checkRows(model, batches);
  }

  /** Refuses to keep more than half of the heap. */
  @Override
  public @Nullable String refuse() {
    double bytes = 8.0 * model.rows() * model.rowMemoryWidth();
    double room = Runtime.getRuntime().maxMemory() / 2.0;
    return bytes <= room
        ? null
        : ("SAGA would keep %.1f GB for each chain, more than half of the heap of %.1f GB: take svrg"
                + " or cv, which keep none, or a larger heap")
            .formatted(bytes / 1e9, 2 * room / 1e9);
  }

  @Override
  public void start(double[] theta, Workspace workspace) {
    batches.start(workspace.batch());
    workspace.memory(model.rowMemory(theta));
  }

  @Override
  public int estimate(double[] theta, RandomStream random, Workspace workspace, double[] out) {
    var memory = (RowMemory) workspace.memory();
    var batch = workspace.batch();
    batches.draw(theta, random, batch);
    System.arraycopy(memory.sum(), 0, out, 0, out.length);
    model.prior().addGradient(theta, out);
    workspace.accumulate(
        batches.scheme(),
        (from, to, sum) -> memory.addDifference(theta, batch, from, to, sum),
        out);
    memory.renew(batch);
    return batch.size();
  }
}
