package org.perrin.gradient;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.model.Model;
import org.perrin.random.RandomStream;

/**
 * An unbiased estimate of {@code ∇f(θ)}. Estimators are read-only and shared by chains; what they
 * write to lies in the chain's {@link Workspace}.
 */
public interface Gradient {
  /** Whose gradient it is. */
  Model model();

  /** Prepares the workspace of a chain that begins at {@code theta}. */
  default void start(double[] theta, Workspace workspace) {}

  /** Writes an estimate to {@code out} and returns how many rows it looked at. */
  int estimate(double[] theta, RandomStream random, Workspace workspace, double[] out);

  /** Why this estimator is beyond this machine, or null. */
  default @Nullable String refuse() {
    return null;
  }

  /** The gradient of {@code f/T}, whose posterior is {@code π^{1/T}}. */
  default Gradient at(double temperature) {
    return temperature == 1 ? this : new Tempered(this, temperature);
  }

  /**
   * Called before chains move: each will make {@code steps} steps, and probably {@code after} more,
   * choosing its rows with one of {@code streams}, which are copies. Rows do not depend on where a
   * chain is, so an estimator whose rows lie far away fetches them here.
   */
  default void ahead(List<RandomStream> streams, int steps, int after) {}
}
