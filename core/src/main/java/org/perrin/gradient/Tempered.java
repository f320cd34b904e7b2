package org.perrin.gradient;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.model.Model;
import org.perrin.random.RandomStream;

/**
 * An estimate of {@code ∇f/T}: the posterior {@code π^{1/T}}, flatter for T above 1, sharper below.
 *
 * @param inner an estimate of ∇f
 * @param temperature T
 */
public record Tempered(Gradient inner, double temperature) implements Gradient {
  /** Checks T. */
  public Tempered {
    check(temperature);
  }

  static void check(double temperature) {
    if (!(temperature > 0) || temperature == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "a temperature must be positive and finite, not " + temperature);
    }
  }

  @Override
  public Model model() {
    return inner.model();
  }

  @Override
  public void start(double[] theta, Workspace workspace) {
    inner.start(theta, workspace);
    workspace.scale(1 / temperature);
  }

  @Override
  public void ahead(List<RandomStream> streams, int steps, int after) {
    inner.ahead(streams, steps, after);
  }

  @Override
  public @Nullable String refuse() {
    return inner.refuse();
  }

  @Override
  public int estimate(double[] theta, RandomStream random, Workspace workspace, double[] out) {
    int rows = inner.estimate(theta, random, workspace, out);
    for (int k = 0; k < out.length; k++) {
      out[k] /= temperature;
    }
    return rows;
  }
}
