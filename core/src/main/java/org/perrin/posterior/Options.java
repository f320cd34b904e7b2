package org.perrin.posterior;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * What a user may ask for; everything has a default. What is empty is chosen by the sampler.
 *
 * @param sampler {@code natural}, {@code exact}, {@code nuts}, or a name of the catalogue
 * @param chains how many
 * @param draws kept of each
 * @param seed fixes every draw
 * @param tolerance τ: by how much gradient noise may widen a standard deviation (natural sampler)
 * @param stepSize h or ε; the paper's samplers choose 1/N
 * @param subsample n, rows of a step
 * @param burnIn steps before the first draw
 * @param thin steps between draws
 * @param sizing how n is chosen (natural sampler)
 * @param temperature T: the posterior sampled is {@code π^{1/T}} (named samplers)
 * @param cycle steps of a cyclical step-size; empty for a constant one (named samplers)
 * @param tuned whether step-size and n are to be found by {@link Halving} (named samplers)
 */
public record Options(
    Optional<String> sampler,
    int chains,
    int draws,
    long seed,
    double tolerance,
    OptionalDouble stepSize,
    OptionalInt subsample,
    OptionalInt burnIn,
    OptionalInt thin,
    Sizing sizing,
    double temperature,
    OptionalInt cycle,
    boolean tuned) {
  /** How users write that the sampler is chosen. */
  public static final String AUTO = "auto";

  /** Checks the numbers; the name {@value #AUTO} is no sampler, and becomes an empty one. */
  public Options {
    sampler =
        Objects.requireNonNullElse(sampler, Optional.<String>empty())
            .filter(name -> !name.equals(AUTO));
    if (chains < 1 || draws < 1) {
      throw new IllegalArgumentException(
          "chains and draws must be at least 1, not %d and %d".formatted(chains, draws));
    }
    if (!(tolerance > 0 && tolerance < 1)) {
      throw new IllegalArgumentException("the tolerance must be in (0, 1), not " + tolerance);
    }
    if (stepSize.isPresent() && !(stepSize.getAsDouble() > 0)) {
      throw new IllegalArgumentException(
          "a step-size must be positive, not " + stepSize.getAsDouble());
    }
    atLeast(1, subsample, "a subsample has at least 1 row");
    atLeast(0, burnIn, "a burn-in has at least 0 steps");
    atLeast(1, thin, "there is at least 1 step between draws");
    if (!(temperature > 0) || temperature == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException(
          "a temperature must be positive and finite, not " + temperature);
    }
    atLeast(2, cycle, "a cycle has at least 2 steps");
  }

  private static void atLeast(int least, OptionalInt value, String rule) {
    if (value.isPresent() && value.getAsInt() < least) {
      throw new IllegalArgumentException("%s, not %d".formatted(rule, value.getAsInt()));
    }
  }

  /** Four chains of 1,000 draws, tolerance 1 %, everything else chosen. */
  public static Options standard() {
    OptionalInt chosen = OptionalInt.empty();
    return new Options(
        Optional.empty(),
        4,
        1000,
        1,
        0.01,
        OptionalDouble.empty(),
        chosen,
        chosen,
        chosen,
        Sizing.FIXED,
        1,
        chosen,
        false);
  }

  /** Whether the sampler is to be chosen as well. */
  public boolean automatic() {
    return sampler.isEmpty();
  }

  /** Whether a user fixed what a step is: its length or its rows. */
  boolean stepGiven() {
    return stepSize.isPresent() || subsample.isPresent();
  }

  /** Options while one of them changes. */
  private static final class Draft {
    private Optional<String> sampler;
    private int chains;
    private int draws;
    private long seed;
    private double tolerance;
    private OptionalDouble stepSize;
    private OptionalInt subsample;
    private OptionalInt burnIn;
    private OptionalInt thin;
    private Sizing sizing;
    private double temperature;
    private OptionalInt cycle;
    private boolean tuned;

    Draft(Options from) {
      this.sampler = from.sampler;
      this.chains = from.chains;
      this.draws = from.draws;
      this.seed = from.seed;
      this.tolerance = from.tolerance;
      this.stepSize = from.stepSize;
      this.subsample = from.subsample;
      this.burnIn = from.burnIn;
      this.thin = from.thin;
      this.sizing = from.sizing;
      this.temperature = from.temperature;
      this.cycle = from.cycle;
      this.tuned = from.tuned;
    }

    Options done() {
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
          tuned);
    }
  }

  private Options with(Consumer<Draft> change) {
    var draft = new Draft(this);
    change.accept(draft);
    return draft.done();
  }

  /** With another sampler, or, by the name {@value #AUTO}, with one that is chosen. */
  public Options sampler(String name) {
    return with(draft -> draft.sampler = Optional.of(name));
  }

  /** With another number of chains. */
  public Options chains(int n) {
    return with(draft -> draft.chains = n);
  }

  /** With another number of draws a chain. */
  public Options draws(int n) {
    return with(draft -> draft.draws = n);
  }

  /** With another seed. */
  public Options seed(long value) {
    return with(draft -> draft.seed = value);
  }

  /** With another tolerance. */
  public Options tolerance(double tau) {
    return with(draft -> draft.tolerance = tau);
  }

  /** With a step-size. */
  public Options stepSize(double h) {
    return with(draft -> draft.stepSize = OptionalDouble.of(h));
  }

  /** With a step-size, or one that is chosen. */
  public Options stepSize(OptionalDouble h) {
    return with(draft -> draft.stepSize = h);
  }

  /** With a subsample size. */
  public Options subsample(int n) {
    return with(draft -> draft.subsample = OptionalInt.of(n));
  }

  /** With a subsample size, or one that is chosen. */
  public Options subsample(OptionalInt n) {
    return with(draft -> draft.subsample = n);
  }

  /** With a burn-in. */
  public Options burnIn(int n) {
    return with(draft -> draft.burnIn = OptionalInt.of(n));
  }

  /** With a number of steps between draws. */
  public Options thin(int n) {
    return with(draft -> draft.thin = OptionalInt.of(n));
  }

  /** With another way to size subsamples. */
  public Options sizing(Sizing how) {
    return with(draft -> draft.sizing = how);
  }

  /** With another temperature. */
  public Options temperature(double t) {
    return with(draft -> draft.temperature = t);
  }

  /** With a cyclical step-size. */
  public Options cycle(int steps) {
    return with(draft -> draft.cycle = OptionalInt.of(steps));
  }

  /** With step-size and n found by trial. */
  public Options tuned(boolean on) {
    return with(draft -> draft.tuned = on);
  }
}
