package org.perrin.bench.trust;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.rng.sampling.distribution.AhrensDieterMarsagliaTsangGammaSampler;
import org.apache.commons.rng.sampling.distribution.PoissonSampler;
import org.perrin.family.Families;
import org.perrin.family.Family;
import org.perrin.family.Logistic;
import org.perrin.family.NormalNoise;
import org.perrin.family.OverdispersedCounts;
import org.perrin.family.Poisson;
import org.perrin.family.StudentNoise;
import org.perrin.math.Scalars;
import org.perrin.model.Density;
import org.perrin.model.Glm;
import org.perrin.model.Independent;
import org.perrin.model.MixedModel;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;
import org.perrin.model.Varying;
import org.perrin.random.RandomStream;

/** Every built-in model, with a prior that can be drawn from. */
final class Worlds {
  private static final int D = RegressionWorld.COEFFICIENTS;

  private Worlds() {}

  /** Worlds written by hand, and one for every other family of the registry. */
  static List<World> all() {
    List<World> all = new ArrayList<>(byHand());
    all.addAll(levels());
    Set<String> known = all.stream().map(World::name).collect(Collectors.toSet());
    for (Family family : Families.all()) {
      if (!known.contains(family.name().replace('-', ' '))) {
        all.add(new FamilyWorld(family.given(4)));
      }
    }
    return all;
  }

  private static List<World> byHand() {
    return List.of(
        new MeanWorld(),
        regression("logistic", Worlds::coin, normal(1), data -> Glm.logistic(data, unit())),
        regression(
            "logistic, t prior",
            Worlds::coin,
            Worlds::studentT,
            data -> Glm.logistic(data, Priors.studentT(4, 0, 1))),
        regression(
            "poisson",
            (random, eta, s) -> poisson(random, Math.exp(eta)),
            normal(0.4),
            data -> Glm.poisson(data, Priors.normal(0, 0.4))),
        regression(
            "linear, known noise",
            (random, eta, s) -> eta + 0.7 * random.nextGaussian(),
            normal(1),
            data -> Glm.linear(data, 0.7, unit())),
        new RegressionWorld(
            "linear",
            normal(1),
            random -> Math.log(Math.abs(random.nextGaussian())),
            (random, eta, s) -> eta + Math.exp(s) * random.nextGaussian(),
            data -> ScaledGlm.linear(data, unit(), Priors.halfNormal(1))),
        new RegressionWorld(
            "robust",
            normal(1),
            random -> Math.log(Math.abs(random.nextGaussian())),
            (random, eta, s) -> eta + Math.exp(s) * studentT(random),
            data -> ScaledGlm.of(new StudentNoise(), data, scaled(unit(), Priors.halfNormal(1)))),
        new RegressionWorld(
            "negative binomial",
            normal(0.4),
            random -> 1 + 0.5 * random.nextGaussian(),
            Worlds::negativeBinomial,
            data ->
                ScaledGlm.of(
                    new OverdispersedCounts(),
                    data,
                    scaled(Priors.normal(0, 0.4), Priors.normal(1, 0.5)))),
        new ClassesWorld(),
        new GroupsWorld(
            "linear, groups",
            true,
            (random, eta, s) -> eta + Math.exp(s) * random.nextGaussian(),
            (data, group) ->
                MixedModel.of(new NormalNoise(), data, intercepts(group), shared(positive()))),
        new GroupsWorld(
            "logistic, groups",
            false,
            Worlds::coin,
            (data, group) -> MixedModel.of(new Logistic(), data, intercepts(group), shared())));
  }

  private static List<Varying> intercepts(int[] group) {
    int levels = 1 + java.util.Arrays.stream(group).max().orElseThrow();
    return List.of(Varying.intercepts("g", group, levels, positive()));
  }

  /** Slopes, nested and crossed levels; one of each in the short form. */
  private static List<World> levels() {
    List<World> all = new ArrayList<>();
    for (var shape : LevelsWorld.Shape.values()) {
      String of = ", " + shape.name().toLowerCase(java.util.Locale.ROOT);
      boolean slopes = shape == LevelsWorld.Shape.SLOPES;
      boolean nested = shape == LevelsWorld.Shape.NESTED;
      all.add(
          new LevelsWorld(
              "linear" + of,
              shape,
              1,
              1,
              random -> Math.log(Math.abs(random.nextGaussian())),
              (random, eta, s) -> eta + Math.exp(s) * random.nextGaussian(),
              (data, terms, priors) ->
                  MixedModel.of(new NormalNoise(), data, terms, with(priors, Priors.halfNormal(1))),
              slopes || nested));
      all.add(
          new LevelsWorld(
              "logistic" + of,
              shape,
              1,
              1,
              null,
              Worlds::coin,
              (data, terms, priors) -> MixedModel.of(new Logistic(), data, terms, priors),
              !nested));
      all.add(
          new LevelsWorld(
              "poisson" + of,
              shape,
              0.4,
              2.5,
              null,
              (random, eta, s) -> poisson(random, Math.exp(eta)),
              (data, terms, priors) -> MixedModel.of(new Poisson(), data, terms, priors),
              !slopes));
      all.add(
          new LevelsWorld(
              "negative binomial" + of,
              shape,
              0.4,
              2.5,
              random -> 1 + 0.5 * random.nextGaussian(),
              Worlds::negativeBinomial,
              (data, terms, priors) ->
                  MixedModel.of(
                      new OverdispersedCounts(), data, terms, with(priors, Priors.normal(1, 0.5))),
              true));
    }
    // scales so small that the rows hardly tell them from 0
    all.add(
        new LevelsWorld(
            "logistic, nested, scales near 0",
            LevelsWorld.Shape.NESTED,
            1,
            20,
            null,
            Worlds::coin,
            (data, terms, priors) -> MixedModel.of(new Logistic(), data, terms, priors),
            true));
    return all;
  }

  private static List<Density> with(List<Density> coefficients, Density scale) {
    return Stream.concat(coefficients.stream(), Stream.of(scale)).toList();
  }

  private static World regression(
      String name,
      RegressionWorld.Response response,
      ToDoubleFunction<RandomStream> coefficient,
      RegressionWorld.Claim claim) {
    return new RegressionWorld(name, coefficient, null, response, claim);
  }

  private static Density unit() {
    return Priors.normal(0, 1);
  }

  private static Density positive() {
    return Priors.exponential(1);
  }

  /** Of two coefficients, then of scales. */
  private static List<Density> shared(Density... scales) {
    return Stream.concat(Stream.of(unit(), unit()), Stream.of(scales)).toList();
  }

  private static ToDoubleFunction<RandomStream> normal(double sd) {
    return random -> sd * random.nextGaussian();
  }

  private static Independent scaled(Density coefficient, Density scale) {
    Density[] all = new Density[D + 1];
    java.util.Arrays.fill(all, coefficient);
    all[D] = scale;
    return new Independent(List.of(all));
  }

  private static double coin(RandomStream random, double eta, double s) {
    return random.nextDouble() < Scalars.expit(eta) ? 1 : 0;
  }

  /** With four degrees of freedom: a chi-square of four is −2 log of two uniforms. */
  private static double studentT(RandomStream random) {
    double chi = -2 * Math.log((1 - random.nextDouble()) * (1 - random.nextDouble()));
    return random.nextGaussian() / Math.sqrt(chi / 4);
  }

  private static double poisson(RandomStream random, double rate) {
    return rate < 1e-9 ? 0 : PoissonSampler.of(random::nextLong, Math.min(rate, 1e8)).sample();
  }

  /** A Poisson count whose rate is a gamma with mean e^η and shape φ. */
  private static double negativeBinomial(RandomStream random, double eta, double s) {
    double phi = Math.exp(s);
    var gamma =
        AhrensDieterMarsagliaTsangGammaSampler.of(random::nextLong, phi, Math.exp(eta) / phi);
    return poisson(random, gamma.sample());
  }
}
