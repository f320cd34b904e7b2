package org.perrin.posterior;

import java.util.Arrays;
import org.perrin.math.Parallel;
import org.perrin.sampler.RunningChain;
import org.perrin.sampler.Sampler;

/**
 * What short chains in u show before the long ones start.
 *
 * @param finite whether all of them stayed finite
 * @param mean of u
 * @param square of u: {@code E‖u‖²/d}, near 1 where the posterior is near its Gaussian
 * @param curvature {@code E[u·(ĝ(u) − ĝ(0))] / E‖u‖²}, near 1 likewise
 * @param inflation of standard deviations by gradient noise, averaged over coordinates
 * @param worst the largest of a coordinate that many rows have to do with
 * @param h the step
 */
record Pilot(
    boolean finite,
    double[] mean,
    double square,
    double curvature,
    double inflation,
    double worst,
    double h) {

  /** The noise of single coordinates is looked at for the first {@code single} of them. */
  static Pilot of(Sampler sampler, int chains, int steps, long seed, double h, int single) {
    int d = sampler.dimension();
    double[][] starts = Natural.starts(chains, d, seed);
    Tally[] tallies = new Tally[chains];
    // pilot chains take streams that no real chain has
    RunningChain[] going = new RunningChain[chains];
    Arrays.setAll(going, c -> new RunningChain(sampler, starts[c], ~seed, 64 + c));
    sampler.ahead(Arrays.stream(going).map(RunningChain::comingRows).toList(), steps, 0);
    Parallel.run(chains, c -> tallies[c] = new Tally(going[c], steps));
    var total = new Tally(d);
    for (Tally tally : tallies) {
      total.add(tally);
    }
    return total.pilot(h, single);
  }

  /** The curvature met makes the step overshoot, or a chain has left the finite numbers. */
  boolean unstable() {
    return !finite || !(h * curvature < 1.5) || !(square < 25);
  }

  /** The chains live more than a standard deviation away from the centre, on average. */
  boolean wandered() {
    double squared = Arrays.stream(mean).map(v -> v * v).average().orElse(0);
    return squared > 1 || square > 4;
  }

  /** Sums along one chain. */
  private static final class Tally {
    private final double[] sum;
    private final double[] noise;
    private double squares;
    private double products;
    private long count;
    private long measured;
    private boolean finite = true;

    Tally(int d) {
      this.sum = new double[d];
      this.noise = new double[d];
    }

    Tally(RunningChain chain, int steps) {
      this(chain.state().position().length);
      double[] before = new double[sum.length];
      for (int t = 0; t < steps && finite; t++) {
        chain.workspace().measure(t >= steps / 5);
        System.arraycopy(chain.state().position(), 0, before, 0, before.length);
        finite = chain.step();
        if (finite && t >= steps / 5) {
          visit(before, chain.state().gradient());
        }
      }
      double[] own = chain.workspace().noise();
      System.arraycopy(own, 0, noise, 0, own.length);
      measured = chain.workspace().measured();
    }

    private void visit(double[] u, double[] gradient) {
      for (int k = 0; k < u.length; k++) {
        sum[k] += u[k];
        squares += u[k] * u[k];
        products += u[k] * gradient[k];
      }
      count++;
    }

    void add(Tally other) {
      for (int k = 0; k < sum.length; k++) {
        sum[k] += other.sum[k];
        noise[k] += other.noise[k];
      }
      squares += other.squares;
      products += other.products;
      count += other.count;
      measured += other.measured;
      finite &= other.finite;
    }

    Pilot pilot(double h, int single) {
      int d = sum.length;
      double[] mean = Arrays.stream(sum).map(v -> v / Math.max(1, count)).toArray();
      double variance = measured == 0 ? 0 : Arrays.stream(noise).sum() / measured / d;
      double worst =
          measured == 0 ? 0 : Arrays.stream(noise).limit(single).max().orElse(0) / measured;
      double share = h / 8 / (1 - h / 4);
      return new Pilot(
          finite,
          mean,
          squares / count / d,
          products / squares,
          share * variance,
          share * worst,
          h);
    }
  }
}
