package org.perrin.subsampling;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Batch;
import org.perrin.model.Model;
import org.perrin.random.RandomStream;

/**
 * The schemes that both lemmas of the paper prove optimal: {@code p ∝ ‖∇fᵢ(θ)‖} (Eq. 10) and {@code
 * p ∝ ‖∇fᵢ(θ) − ∇fᵢ(θ̂)‖} (Eq. 14), recomputed at every state. O(Nd) a draw: a yardstick for the
 * schemes that are not, never a sampler to use.
 */
public final class OptimalWeights implements Subsampling {
  private final Model model;
  private final double @Nullable [] centre;

  private OptimalWeights(Model model, double @Nullable [] centre) {
    this.model = model;
    this.centre = centre;
  }

  /** Lemma 3.1, for the plain estimator. */
  public static OptimalWeights plain(Model model) {
    return new OptimalWeights(model, null);
  }

  /** Lemma 3.2, for control variates at {@code centre}. */
  public static OptimalWeights controlVariate(Model model, double[] centre) {
    return new OptimalWeights(model, centre.clone());
  }

  /** The optimal probabilities at {@code theta}; uniform where all norms are zero. */
  public double[] probabilities(double[] theta) {
    int n = model.rows();
    double[] p = new double[n];
    double[] gradient = new double[model.dimension()];
    double total = 0;
    for (int i = 0; i < n; i++) {
      Arrays.fill(gradient, 0);
      model.addRowGradient(theta, i, 1, gradient);
      if (centre != null) {
        model.addRowGradient(centre, i, -1, gradient);
      }
      for (double g : gradient) {
        p[i] += g * g;
      }
      p[i] = Math.sqrt(p[i]);
      total += p[i];
    }
    for (int i = 0; i < n; i++) {
      p[i] = total > 0 ? p[i] / total : 1.0 / n;
    }
    return p;
  }

  @Override
  public int rows() {
    return model.rows();
  }

  @Override
  public void draw(int n, double[] theta, RandomStream random, Batch batch) {
    var table = ClassTable.of(probabilities(theta));
    batch.resize(n);
    table.draw(n, random, 1.0 / n, batch.rows(), batch.weights());
  }

  /** Depends on the state, so there is no one answer. */
  @Override
  public double probability(int row) {
    throw new IllegalArgumentException("an exact scheme has probabilities at a state only");
  }
}
