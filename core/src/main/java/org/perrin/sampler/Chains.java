package org.perrin.sampler;

import java.util.Arrays;
import java.util.List;
import org.perrin.draws.Draws;
import org.perrin.math.Parallel;

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
 */
public record Chains(
    int count, int iterations, int burnIn, int thin, long seed, boolean keepGradients) {
  /** Checks the plan. */
  public Chains {
    if (count < 1 || iterations < 1 || thin < 1 || burnIn < 0) {
      throw new IllegalArgumentException(
          "chains, iterations and thinning must be at least 1 and burn-in at least 0, not %d, %d, %d, %d"
              .formatted(count, iterations, thin, burnIn));
    }
  }

  /** A number of chains; 1,000 iterations unless told otherwise. */
  public static Chains of(int count) {
    return new Chains(count, 1000, 0, 1, 1, false);
  }

  /** With another number of steps after burn-in. */
  public Chains iterations(int n) {
    return new Chains(count, n, burnIn, thin, seed, keepGradients);
  }

  /** With steps that are not kept. */
  public Chains burnIn(int n) {
    return new Chains(count, iterations, n, thin, seed, keepGradients);
  }

  /** Keeping every {@code n}-th draw. */
  public Chains thin(int n) {
    return new Chains(count, iterations, burnIn, n, seed, keepGradients);
  }

  /** With another seed. */
  public Chains seed(long value) {
    return new Chains(count, iterations, burnIn, thin, value, keepGradients);
  }

  /** Keeping the stochastic gradients too. */
  public Chains keepingGradients() {
    return new Chains(count, iterations, burnIn, thin, seed, true);
  }

  /** Runs all chains from one place. */
  public Draws run(Sampler sampler, double[] start) {
    double[][] starts = new double[count][];
    Arrays.fill(starts, start);
    return run(sampler, starts);
  }

  /** Runs all chains, each from its own place. */
  public Draws run(Sampler sampler, double[][] starts) {
    if (starts.length != count) {
      throw new IllegalArgumentException("%d starts for %d chains".formatted(starts.length, count));
    }
    Draws.Chain[] done = new Draws.Chain[count];
    Parallel.run(count, c -> done[c] = runOne(sampler, starts[c], c));
    return new Draws(sampler.gradient().model().names(), List.of(done));
  }

  private Draws.Chain runOne(Sampler sampler, double[] start, int index) {
    var chain = new Chain(sampler, start, seed, index);
    var record = new Record(sampler.dimension());
    chain.state().adapting(true);
    for (int t = 0; t < burnIn; t++) {
      if (!chain.step()) {
        return record.finish(chain, divergence(chain, index));
      }
    }
    chain.state().adapting(false);
    for (int t = 0; t < iterations; t++) {
      boolean finite = chain.step();
      record.sizes[t] = chain.state().rows();
      record.steps++;
      if (!finite) {
        return record.finish(chain, divergence(chain, index));
      }
      if ((t + 1) % thin == 0) {
        record.keep(chain);
      }
    }
    return record.finish(chain, null);
  }

  private static String divergence(Chain chain, int index) {
    return ("chain %d left the finite numbers at iteration %d: the step-size is too large or the"
            + " subsample too small; try a tenth of the step-size or ten times the rows")
        .formatted(index + 1, chain.state().iteration());
  }

  /** What is kept while a chain runs. */
  private final class Record {
    private final int d;
    private final double[] values;
    private final double[] gradients;
    private final int[] sizes = new int[iterations];
    private int steps;
    private int kept;

    Record(int d) {
      this.d = d;
      this.values = new double[Math.multiplyExact(iterations / thin, d)];
      this.gradients = keepGradients ? new double[values.length] : null;
    }

    void keep(Chain chain) {
      System.arraycopy(chain.state().position(), 0, values, kept * d, d);
      if (gradients != null) {
        System.arraycopy(chain.state().gradient(), 0, gradients, kept * d, d);
      }
      kept++;
    }

    Draws.Chain finish(Chain chain, String divergence) {
      return new Draws.Chain(
          d,
          Arrays.copyOf(values, kept * d),
          gradients == null ? null : Arrays.copyOf(gradients, kept * d),
          Arrays.copyOf(sizes, steps),
          chain.rowsRead(),
          divergence);
    }
  }
}
