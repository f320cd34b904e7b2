package org.perrin.sampler;

import java.util.Arrays;
import org.perrin.data.Storage;
import org.perrin.draws.Draws;

/**
 * How many chains, how long: the plan of a run. One seed fixes every draw; chains run in parallel
 * and give the same bits on any number of threads.
 *
 * @param count chains
 * @param iterations steps after burn-in
 * @param burnIn steps that are not kept
 * @param thin every how many steps a draw is kept
 * @param seed fixes all randomness
 * @param keepGradients whether the stochastic gradient is kept beside each draw
 * @param storage where draws are kept
 */
public record Chains(
    int count,
    int iterations,
    int burnIn,
    int thin,
    long seed,
    boolean keepGradients,
    Storage storage) {
  /** Checks the plan. */
  public Chains {
    if (count < 1 || iterations < 1 || thin < 1 || burnIn < 0) {
      throw new IllegalArgumentException(
          "chains, iterations and thinning must be at least 1 and burn-in at least 0, not %d, %d, %d, %d"
              .formatted(count, iterations, thin, burnIn));
    }
  }

  /** A number of chains; 1,000 iterations by default. */
  public static Chains of(int count) {
    return new Chains(count, 1000, 0, 1, 1, false, Storage.heap());
  }

  /** With another number of steps after burn-in. */
  public Chains iterations(int n) {
    return new Chains(count, n, burnIn, thin, seed, keepGradients, storage);
  }

  /** With steps that are not kept. */
  public Chains burnIn(int n) {
    return new Chains(count, iterations, n, thin, seed, keepGradients, storage);
  }

  /** Keeping every {@code n}-th draw. */
  public Chains thin(int n) {
    return new Chains(count, iterations, burnIn, n, seed, keepGradients, storage);
  }

  /** With another seed. */
  public Chains seed(long value) {
    return new Chains(count, iterations, burnIn, thin, value, keepGradients, storage);
  }

  /** Keeping the stochastic gradients too. */
  public Chains keepingGradients() {
    return new Chains(count, iterations, burnIn, thin, seed, true, storage);
  }

  /** Keeping draws where they do not take room from the rest. */
  public Chains storage(Storage where) {
    return new Chains(count, iterations, burnIn, thin, seed, keepGradients, where);
  }

  /** Runs all chains from one place. */
  public Draws run(Sampler sampler, double[] start) {
    double[][] starts = new double[count][];
    Arrays.fill(starts, start);
    return run(sampler, starts);
  }

  /** Runs all chains, each from its own place. */
  public Draws run(Sampler sampler, double[][] starts) {
    var run = Run.of(this, sampler, starts);
    run.advance(Integer.MAX_VALUE);
    return run.draws();
  }
}
