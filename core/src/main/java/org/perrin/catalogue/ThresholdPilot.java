package org.perrin.catalogue;

import java.util.Arrays;
import org.perrin.draws.Draws;
import org.perrin.model.Smooth;
import org.perrin.sampler.Chains;
import org.perrin.sampler.Sampler;
import org.perrin.subsampling.SubsampleSize;
import org.perrin.subsampling.Subsampling;

/**
 * The paper's way to a threshold V₀: ten chains of fixed size n from θ̂; of each the 95th
 * percentile q of {@code ‖θ − θ̂‖²}; the bound of Lemma 3.3 there, {@code (1/n) q Σᵢ Lᵢ²/pᵢ}; the
 * largest of the ten.
 *
 * @param chains how many
 * @param iterations steps of each
 * @param quantile of the squared distances
 * @param seed of the chains
 */
public record ThresholdPilot(int chains, int iterations, double quantile, long seed) {
  /** The paper's: ten chains, 95 %; 2,000 steps each. */
  public static ThresholdPilot of(long seed) {
    return new ThresholdPilot(10, 2000, 0.95, seed);
  }

  /** With another number of steps. */
  public ThresholdPilot iterations(int n) {
    return new ThresholdPilot(chains, n, quantile, seed);
  }

  /** V₀ for an adaptive size after {@code pilot}, a sampler of fixed size {@code subsample}. */
  public double threshold(
      Sampler pilot, double[] centre, Smooth model, Subsampling rows, int subsample) {
    Draws draws = Chains.of(chains).iterations(iterations).seed(seed).run(pilot, centre);
    double largest = 0;
    for (Draws.Chain chain : draws.chains()) {
      if (chain.divergence() != null) {
        throw new IllegalArgumentException("in the pilot for V₀, " + chain.divergence());
      }
      largest = Math.max(largest, squaredReach(chain, centre, quantile));
    }
    return largest * SubsampleSize.lipschitzSum(model, rows) / subsample;
  }

  /** A quantile of {@code ‖θ − θ̂‖²} along a chain, the start, θ̂ itself, included. */
  public static double squaredReach(Draws.Chain chain, double[] centre, double quantile) {
    double[] squares = new double[chain.count() + 1];
    for (int t = 0; t < chain.count(); t++) {
      for (int k = 0; k < centre.length; k++) {
        double gap = chain.get(t, k) - centre[k];
        squares[t + 1] += gap * gap;
      }
    }
    Arrays.sort(squares);
    double place = quantile * (squares.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, squares.length - 1);
    return squares[below] + (place - below) * (squares[above] - squares[below]);
  }
}
