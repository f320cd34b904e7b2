package org.perrin.regression.prior;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.perrin.io.UsageException;
import org.perrin.io.design.Encoding;
import org.perrin.model.CommonScale;
import org.perrin.model.Density;
import org.perrin.model.Horseshoe;
import org.perrin.model.Priors;
import org.perrin.model.ShrunkCoefficients;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.standard.ColumnStatistics;
import org.perrin.regression.standard.ResponseStatistics;
import org.perrin.regression.standard.Scaling;

/**
 * Coefficients whose scales are not known: those of a smooth share one with the prior of {@code
 * --prior-group}, and a horseshoe holds all coefficients that have no prior of their own, each in
 * the unit in which {@code autoscale} would be {@code normal(0, 2.5)}.
 *
 * @param blocks of the user's columns
 * @param texts of their priors, by place
 */
public record SharedScales(List<ShrunkCoefficients> blocks, Map<Integer, String> texts) {
  /** What the formula and the priors ask for. */
  public static SharedScales of(
      Encoding encoding,
      List<String> names,
      ResponseStatistics y,
      ModelChoice regression,
      PriorChoice priors,
      ColumnStatistics columns) {
    List<ShrunkCoefficients> blocks = new ArrayList<>();
    Map<Integer, String> texts = new HashMap<>();
    Set<Integer> taken = priors.named(names);
    int first = regression.predictors(names.size()).spans().getFirst().to();
    for (Encoding.Smoothed smooth : encoding.smooths()) {
      refuseClasses(regression, smooth.name(), "use ns(…) instead");
      checkFree(names, smooth, taken);
      double[] units = new double[smooth.columns().length];
      Arrays.fill(units, 1);
      String sd = "sd(" + smooth.name() + ")";
      boolean inUnits = smooth.columns()[0] < first && regression.metric();
      var tau = new CommonScale(sd, priors.smooth(smooth.name(), y, inUnits));
      blocks.add(new ShrunkCoefficients(smooth.columns(), units, tau));
      IntStream.of(smooth.columns()).forEach(k -> texts.put(k, "normal(0, " + sd + ")"));
    }
    Horseshoe horseshoe = priors.horseshoe();
    if (horseshoe != null) {
      String instead = "use student_t(3, 0, 1), say";
      if (!encoding.allGroups().isEmpty()) {
        throw new UsageException("horseshoe(…) does not go with (1 | group): " + instead);
      }
      refuseClasses(regression, "horseshoe(…)", instead);
      taken.addAll(texts.keySet());
      int[] rest = rest(names.subList(0, first), taken);
      double[] units = priors.units(rest, y, regression, columns);
      blocks.add(new ShrunkCoefficients(rest, units, horseshoe));
      IntStream.of(rest).forEach(k -> texts.put(k, horseshoe.toString()));
    }
    return new SharedScales(blocks, texts);
  }

  private static void refuseClasses(ModelChoice regression, String what, String instead) {
    if (regression.several()) {
      throw new UsageException("%s is not for %s: %s".formatted(what, regression.word(), instead));
    }
  }

  private static void checkFree(List<String> names, Encoding.Smoothed smooth, Set<Integer> taken) {
    IntStream.of(smooth.columns())
        .filter(taken::contains)
        .findFirst()
        .ifPresent(
            k -> {
              throw new UsageException(
                  "--prior: %s has the prior of its smooth, which --prior-group sets: leave it out"
                      .formatted(names.get(k)));
            });
  }

  /** All coefficients of the first parameter, but the intercept, that have no prior yet. */
  private static int[] rest(List<String> names, Set<Integer> taken) {
    int first = names.getFirst().equals(Encoding.INTERCEPT) ? 1 : 0;
    int[] rest = IntStream.range(first, names.size()).filter(k -> !taken.contains(k)).toArray();
    if (rest.length < 2) {
      throw new UsageException(
          "--prior: a horseshoe is for many coefficients, not for %d: use normal(0, 1), say"
              .formatted(rest.length));
    }
    return rest;
  }

  /** Whether there are none. */
  public boolean none() {
    return blocks.isEmpty();
  }

  /** Densities without those of coefficients whose scales are unknown. */
  public List<Density> without(List<Density> densities) {
    return IntStream.range(0, densities.size())
        .mapToObj(k -> texts.containsKey(k) ? Priors.flat() : densities.get(k))
        .toList();
  }

  /** The same for the columns that the sampler sees. */
  public List<ShrunkCoefficients> inner(Scaling scaling) {
    return blocks.stream()
        .map(
            block -> {
              double[] units = block.units().clone();
              Arrays.setAll(units, j -> units[j] * scaling.scale()[block.columns()[j]]);
              return new ShrunkCoefficients(block.columns(), units, block.by());
            })
        .toList();
  }

  /** Names of the scales. */
  public List<String> names(List<String> coefficients) {
    return blocks.stream()
        .flatMap(
            block ->
                block
                    .by()
                    .names(IntStream.of(block.columns()).mapToObj(coefficients::get).toList())
                    .stream())
        .toList();
  }

  /**
   * Priors in words: of coefficients as far as they are here, then of the scales.
   *
   * @param others of coefficients and what all rows share
   */
  public List<String> priorTexts(List<String> others) {
    List<String> priors = new ArrayList<>(others);
    texts.forEach(priors::set);
    for (ShrunkCoefficients block : blocks) {
      priors.addAll(
          block.by().scales(block.columns().length).stream().map(Density::toString).toList());
    }
    return priors;
  }
}
