package org.perrin.family;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The families that are known by their names. */
public final class Families {
  private static final List<Family> ALL =
      List.of(
          new Logistic(),
          new NormalNoise(),
          new Poisson(),
          new StudentNoise(),
          new OverdispersedCounts(),
          new Classes(),
          new StudentFamily(),
          new Ordinal(0, false),
          new Ordinal(0, true),
          new WithZeros(new Poisson(), false),
          new WithZeros(new OverdispersedCounts(), false),
          new WithZeros(new Poisson(), true),
          new WithZeros(new OverdispersedCounts(), true),
          new GammaFamily(),
          new LogNormal(),
          new InverseGaussian(),
          new BetaFamily(),
          new Geometric(),
          new Probit(),
          new Cloglog(),
          new ExponentialTimes(),
          new WeibullTimes(),
          new Quantile(0.5));

  private Families() {}

  /** All of them. */
  public static List<Family> all() {
    return ALL;
  }

  /** The family of a name, or null. */
  public static @Nullable Family named(String name) {
    return ALL.stream().filter(f -> f.name().equals(name)).findFirst().orElse(null);
  }
}
