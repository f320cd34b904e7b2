package org.perrin.bench.trust;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.perrin.model.Bounded;
import org.perrin.random.RandomStream;

/**
 * Every built-in model with the samplers that a user gets without asking: {@code auto} on a table
 * so small that it chooses NUTS, {@code natural}, and {@code exact} where rows are bounded.
 * Families of the registry without a world written by hand run by {@code auto}, and in the long
 * form by {@code exact}, or by {@code natural} where they have no bounds. 50 replications, or 500
 * with {@code -Dperrin.long=true}, which also writes the table and the figure of docs/trust.md to
 * target/trust; {@code -Dperrin.worlds=200} makes it another number, {@code -Dperrin.model=REGEX}
 * some models only, {@code -Dperrin.sampler=exact} some samplers only, {@code -Dperrin.rows=500}
 * tables of so many rows.
 *
 * <p>Some 250 tests of uniformity at 4.5 standard normals (one in 300,000 each; the tail of 50
 * ranks in 10 parts is a little heavier) and 170 of coverage at 4.5 standard errors: one seed in a
 * thousand would raise a false alarm. In turn 500 replications find standard deviations 40 % too
 * small or means off by half of one; 50 find what is grossly wrong, such as a quarter of the
 * standard deviation or means off by one and a half, at 999 seeds in 1,000, and a mean off by one
 * at 86 in 100.
 */
class CalibrationTest {
  private static final boolean LONG = Boolean.getBoolean("perrin.long");
  private static final int COUNT = Integer.getInteger("perrin.worlds", LONG ? 500 : 50);

  /** Of every table, in place of what a sampler has; 0 for that. */
  private static final int ROWS = Integer.getInteger("perrin.rows", 0);

  private static final String MODEL = System.getProperty("perrin.model", ".*");
  private static final String SAMPLER = System.getProperty("perrin.sampler", ".*");
  private static final int BINS = LONG ? 20 : 10;
  private static final double LIMIT = 4.5;
  private static final double[] LEVELS = {0.5, 0.8, 0.95};
  private static final Map<String, Ranks> ALL = new LinkedHashMap<>();

  /** A model and a sampler. */
  record Case(World world, Calibration calibration) {
    @Override
    public String toString() {
      return "%s by %s".formatted(world.name(), calibration.sampler());
    }
  }

  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (World world : Worlds.all()) {
      if (!world.name().matches(MODEL) || world.onlyLong() && !LONG) {
        continue;
      }
      boolean listed = world instanceof FamilyWorld;
      boolean exact =
          world.draw(RandomStream.of(1), 50).model() instanceof Bounded bounded
              && bounded.unbounded() == null;
      if (listed ? LONG && !exact : !world.onlyAuto()) {
        cases.add(of(world, "natural", LONG ? 2000 : 1000));
      }
      if (exact && (LONG || !listed)) {
        cases.add(of(world, "exact", LONG ? 1000 : 250));
      }
      cases.add(of(world, "auto", LONG ? 150 : 50));
    }
    cases.removeIf(one -> !one.calibration().sampler().matches(SAMPLER));
    return cases;
  }

  private static Case of(World world, String sampler, int rows) {
    return new Case(world, new Calibration(sampler, ROWS == 0 ? rows : ROWS));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void ranks_are_uniform_and_intervals_cover(Case one) {
    Ranks ranks = one.calibration().run(one.world(), 9000, COUNT);
    ALL.put(one.toString(), ranks);
    for (int q = 0; q < ranks.names().size(); q++) {
      assertThat(ranks.unevenness(q, BINS))
          .as("%s: %s", ranks.names().get(q), Arrays.toString(ranks.histogram(q, BINS)))
          .isLessThan(LIMIT);
    }
    int future = ranks.names().size() - 1;
    for (double level : LEVELS) {
      double bound = LIMIT * ranks.error(level) + 0.5 / COUNT;
      assertThat(ranks.coverage(level)).isBetween(level - bound, level + bound);
      assertThat(ranks.coverage(future, level)).isBetween(level - bound, level + bound);
    }
  }

  /** The test can fail, both in its long and in its short form; right draws pass. */
  @ParameterizedTest
  @CsvSource({"500, 20, 0, 0.6", "500, 20, 0.5, 1", "50, 10, 0, 0.25", "50, 10, 1.5, 1"})
  void narrow_or_shifted_draws_are_found(int count, int bins, double shift, double sd) {
    assertThat(unevenness(count, bins, shift, sd)).isGreaterThan(LIMIT);
    assertThat(unevenness(count, bins, 0, 1)).isLessThan(LIMIT);
  }

  /** Of ranks of a standard normal truth among draws with that mean and standard deviation. */
  private static double unevenness(int count, int bins, double shift, double sd) {
    var random = RandomStream.of(77);
    int[][] ranks = new int[count][3];
    for (int[] replication : ranks) {
      double truth = random.nextGaussian();
      for (int l = 0; l < Calibration.DRAWS; l++) {
        replication[0] += shift + sd * random.nextGaussian() < truth ? 1 : 0;
      }
    }
    return new Ranks(List.of("theta"), Calibration.DRAWS + 1, ranks).unevenness(0, bins);
  }

  @AfterAll
  static void write() throws IOException {
    if (!LONG || ALL.isEmpty()) {
      return;
    }
    Path folder = Files.createDirectories(Path.of("target", "trust"));
    RankFigure.write(ALL, BINS, folder.resolve("ranks.png"));
    StringBuilder table = new StringBuilder();
    ALL.forEach((name, ranks) -> table.append(line(name, ranks)));
    Files.writeString(folder.resolve("calibration.md"), table);
  }

  private static String line(String name, Ranks ranks) {
    int future = ranks.names().size() - 1;
    double worst =
        IntStream.rangeClosed(0, future)
            .mapToDouble(q -> ranks.unevenness(q, BINS))
            .max()
            .orElse(0);
    StringBuilder cells = new StringBuilder();
    for (double level : LEVELS) {
      cells.append(percent(ranks.coverage(level)));
    }
    for (double level : LEVELS) {
      cells.append(percent(ranks.coverage(future, level)));
    }
    return String.format(Locale.ROOT, "| %s | %d |%s %.1f |%n", name, ranks.count(), cells, worst);
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, " %.1f |", 100 * share);
  }
}
