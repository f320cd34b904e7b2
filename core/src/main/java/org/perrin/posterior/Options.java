package org.perrin.posterior;

/**
 * What a user may ask for; everything has a default.
 *
 * @param sampler {@code auto}, {@code natural}, {@code exact}, {@code nuts}, or a name of the
 *     catalogue
 * @param chains how many
 * @param draws kept of each
 * @param seed fixes every draw
 * @param tolerance τ: by how much gradient noise may widen a standard deviation (natural sampler)
 * @param stepSize h or ε; NaN to have it chosen (the paper's samplers then take 1/N)
 * @param subsample n; 0 to have it chosen
 * @param burnIn steps before the first draw; −1 to have it chosen
 * @param thin steps between draws; 0 to have it chosen
 * @param sizing how n is chosen (natural sampler)
 * @param temperature T: the posterior sampled is {@code π^{1/T}} (named samplers)
 * @param cycle steps of a cyclical step-size; 0 for a constant one (named samplers)
 * @param tuned whether step-size and n are to be found by {@link Halving} (named samplers)
 */
public record Options(
    String sampler,
    int chains,
    int draws,
    long seed,
    double tolerance,
    double stepSize,
    int subsample,
    int burnIn,
    int thin,
    Sizing sizing,
    double temperature,
    int cycle,
    boolean tuned) {
  /** Checks the numbers. */
  public Options {
    if (chains < 1 || draws < 1) {
      throw new IllegalArgumentException(
          "chains and draws must be at least 1, not %d and %d".formatted(chains, draws));
    }
    if (!(tolerance > 0 && tolerance < 1)) {
      throw new IllegalArgumentException("the tolerance must be in (0, 1), not " + tolerance);
    }
    if (stepSize <= 0) {
      throw new IllegalArgumentException("a step-size must be positive, not " + stepSize);
    }
    if (subsample < 0 || burnIn < -1 || thin < 0) {
      throw new IllegalArgumentException(
          "subsample, burn-in and thinning must not be negative, not %d, %d, %d"
              .formatted(subsample, burnIn, thin));
    }
    if (!(temperature > 0) || temperature == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "a temperature must be positive and finite, not " + temperature);
    }
    if (cycle < 0 || cycle == 1) {
      throw new IllegalArgumentException("a cycle has at least 2 steps, not " + cycle);
    }
  }

  /** Four chains of 1,000 draws, tolerance 1 %, everything else chosen. */
  public static Options standard() {
    return new Options("auto", 4, 1000, 1, 0.01, Double.NaN, 0, -1, 0, Sizing.FIXED, 1, 0, false);
  }

  /** With another sampler. */
  public Options sampler(String name) {
    return new Options(
        name,
        chains,
        draws,
        seed,
        tolerance,
        stepSize,
        subsample,
        burnIn,
        thin,
        sizing,
        temperature,
        cycle,
        tuned);
  }

  /** With another number of chains. */
  public Options chains(int n) {
    return new Options(
        sampler,
        n,
        draws,
        seed,
        tolerance,
        stepSize,
        subsample,
        burnIn,
        thin,
        sizing,
        temperature,
        cycle,
        tuned);
  }

  /** With another number of draws a chain. */
  public Options draws(int n) {
    return new Options(
        sampler,
        chains,
        n,
        seed,
        tolerance,
        stepSize,
        subsample,
        burnIn,
        thin,
        sizing,
        temperature,
        cycle,
        tuned);
  }

  /** With another seed. */
  public Options seed(long value) {
    return new Options(
        sampler,
        chains,
        draws,
        value,
        tolerance,
        stepSize,
        subsample,
        burnIn,
        thin,
        sizing,
        temperature,
        cycle,
        tuned);
  }

  /** With another tolerance. */
  public Options tolerance(double tau) {
    return new Options(
        sampler,
        chains,
        draws,
        seed,
        tau,
        stepSize,
        subsample,
        burnIn,
        thin,
        sizing,
        temperature,
        cycle,
        tuned);
  }

  /** With a step-size. */
  public Options stepSize(double h) {
    return new Options(
        sampler,
        chains,
        draws,
        seed,
        tolerance,
        h,
        subsample,
        burnIn,
        thin,
        sizing,
        temperature,
        cycle,
        tuned);
  }

  /** With a subsample size. */
  public Options subsample(int n) {
    return new Options(
        sampler,
        chains,
        draws,
        seed,
        tolerance,
        stepSize,
        n,
        burnIn,
        thin,
        sizing,
        temperature,
        cycle,
        tuned);
  }

  /** With a burn-in. */
  public Options burnIn(int n) {
    return new Options(
        sampler,
        chains,
        draws,
        seed,
        tolerance,
        stepSize,
        subsample,
        n,
        thin,
        sizing,
        temperature,
        cycle,
        tuned);
  }

  /** With a number of steps between draws. */
  public Options thin(int n) {
    return new Options(
        sampler,
        chains,
        draws,
        seed,
        tolerance,
        stepSize,
        subsample,
        burnIn,
        n,
        sizing,
        temperature,
        cycle,
        tuned);
  }

  /** With another way to size subsamples. */
  public Options sizing(Sizing how) {
    return new Options(
        sampler,
        chains,
        draws,
        seed,
        tolerance,
        stepSize,
        subsample,
        burnIn,
        thin,
        how,
        temperature,
        cycle,
        tuned);
  }

  /** With another temperature. */
  public Options temperature(double t) {
    return new Options(
        sampler, chains, draws, seed, tolerance, stepSize, subsample, burnIn, thin, sizing, t,
        cycle, tuned);
  }

  /** With a cyclical step-size. */
  public Options cycle(int steps) {
    return new Options(
        sampler,
        chains,
        draws,
        seed,
        tolerance,
        stepSize,
        subsample,
        burnIn,
        thin,
        sizing,
        temperature,
        steps,
        tuned);
  }

  /** With step-size and n found by trial. */
  public Options tuned(boolean on) {
    return new Options(
        sampler,
        chains,
        draws,
        seed,
        tolerance,
        stepSize,
        subsample,
        burnIn,
        thin,
        sizing,
        temperature,
        cycle,
        on);
  }
}
