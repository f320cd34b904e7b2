package org.perrin.family;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The families that are known by their names: those below, and those that other jars on the class
 * path provide as services of {@link Family}. Of several for one kind of response the usual one
 * comes first.
 */
public final class Families {
  private static final List<Family> OURS =
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
          new WeibullTimes(),
          new ExponentialTimes(),
          new Quantile(0.5),
          new Binomial(new Logistic()),
          new Binomial(new Probit()),
          new Binomial(new Cloglog()));

  private static final List<Family> ALL =
      Stream.concat(
              OURS.stream(),
              ServiceLoader.load(Family.class).stream().map(ServiceLoader.Provider::get))
          .toList();

  private static final Pattern WITH_ARGUMENT =
      Pattern.compile("([a-z-]+)\\(([0-9]*\\.?[0-9]+(?:e-?[0-9]+)?)\\)");

  private Families() {}

  /** Those of this library. */
  public static List<Family> ours() {
    return OURS;
  }

  /** All of them. */
  public static List<Family> all() {
    return ALL;
  }

  /**
   * The family of a name, which may end in a number as in {@code quantile(0.9)}, or null; an {@link
   * IllegalArgumentException} where the family has no such number.
   */
  public static @Nullable Family named(String name) {
    Matcher call = WITH_ARGUMENT.matcher(name);
    if (call.matches()) {
      Family family = named(call.group(1));
      return family == null ? null : family.withArgument(Double.parseDouble(call.group(2)));
    }
    return ALL.stream().filter(f -> f.name().equals(name)).findFirst().orElse(null);
  }

  /** The family that other programs call so. */
  public static Optional<Family> called(String synonym) {
    return ALL.stream().filter(f -> f.synonyms().contains(synonym)).findFirst();
  }

  /** The family that is taken for such responses if none is named: the first of the list. */
  public static Family usual(Support support) {
    return OURS.stream().filter(f -> f.support() == support).findFirst().orElseThrow();
  }

  /** A family with another link of its first parameter, or null if it has no such link. */
  public static Family linked(Family family, Link link) {
    return family.linked().stream().filter(f -> link(f) == link).findFirst().orElse(null);
  }

  /** The links that a family may have. */
  public static List<Link> links(Family family) {
    return family.linked().stream().map(Families::link).toList();
  }

  private static Link link(Family family) {
    return family.parameters().getFirst().link();
  }
}
