package org.perrin.io.draws;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.perrin.draws.Draws;
import org.perrin.dynamics.StepStatistic;

/**
 * Chains as arrays that NumPy maps, one file each: {@code chain-1.npy} has the rows and columns of
 * {@code chain-1.csv}, draws by statistics and parameters, as doubles.
 */
public final class DrawsNpy {
  private DrawsNpy() {}

  /** Writes {@code chain-1.npy}, {@code chain-2.npy}, … to a folder, which must be there. */
  public static void writeAll(Path folder, Draws draws) {
    Set<StepStatistic> statistics = known(draws);
    for (int c = 0; c < draws.chains().size(); c++) {
      write(folder.resolve("chain-" + (c + 1) + ".npy"), draws.chains().get(c), statistics);
    }
  }

  /** The columns before the parameters. */
  public static List<String> statistics(Draws draws) {
    return known(draws).stream().map(StepStatistic::column).toList();
  }

  private static Set<StepStatistic> known(Draws draws) {
    Set<StepStatistic> known = EnumSet.of(StepStatistic.LOG_DENSITY);
    draws.chains().forEach(chain -> known.addAll(chain.transitions().columns()));
    return known;
  }

  private static void write(Path path, Draws.Chain chain, Set<StepStatistic> statistics) {
    try (var file = NpyFile.create(path, chain.count(), statistics.size() + chain.dimension())) {
      for (int t = 0; t < chain.count(); t++) {
        for (StepStatistic statistic : statistics) {
          file.add(chain.transitions().get(t, statistic).orElse(Double.NaN));
        }
        file.add(chain.draw(t));
      }
    }
  }
}
