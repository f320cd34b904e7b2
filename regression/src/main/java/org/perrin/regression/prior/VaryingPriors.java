package org.perrin.regression.prior;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.perrin.io.design.Encoding;
import org.perrin.model.Density;
import org.perrin.model.Priors;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.standard.ResponseStatistics;

/**
 * Priors of the scales and correlations of a term that varies by groups. By default the scale of
 * column x is {@code exponential(spread(x)/s_y)}, in the notation of {@link PriorChoice}: that of
 * an intercept {@code exponential(1/s_y)}.
 *
 * @param scales densities of the logarithms of the user's scales
 * @param spread of each column, by which the sampler's is divided; 1 for ones
 * @param lkj shape of the prior of correlations
 */
public record VaryingPriors(List<Density> scales, double[] spread, double lkj) {
  /** For each term what was asked for, or follows from the spread of its columns. */
  public static List<VaryingPriors> of(
      Encoding encoding,
      List<double[]> spreads,
      ResponseStatistics y,
      ModelChoice regression,
      PriorChoice choice) {
    var asked = new GroupPriors(choice.group());
    asked.checkNames(encoding);
    List<VaryingPriors> all = new ArrayList<>();
    for (int g = 0; g < spreads.size(); g++) {
      Encoding.Placed placed = encoding.allGroups().get(g);
      double unit = placed.parameter() == null && regression.metric() ? y.sd() : 1;
      double[] spread = spreads.get(g);
      List<Density> standard =
          IntStream.range(0, spread.length)
              .mapToObj(c -> Priors.exponential(spread[c] / unit))
              .toList();
      all.add(new VaryingPriors(asked.scales(placed, standard), spread, asked.lkj(placed)));
    }
    return all;
  }

  /** Densities of the logarithms of the sampler's scales. */
  public List<Density> inner() {
    return IntStream.range(0, spread.length)
        .mapToObj(c -> PriorChoice.times(scales.get(c), spread[c]))
        .toList();
  }

  /** The prior of correlations, as it is written. */
  public String lkjText() {
    return "lkj(%s)".formatted(lkj == Math.rint(lkj) ? String.valueOf((long) lkj) : lkj);
  }
}
