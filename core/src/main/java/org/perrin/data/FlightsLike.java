package org.perrin.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.perrin.math.Scalars;
import org.perrin.random.RandomStream;

/**
 * Logistic data in the shape of departures that were late: an intercept, two numbers (hour and
 * distance) and four factors without their first levels (12 months, 16 carriers, 3 origins, 105
 * destinations): 135 columns, of which a row has seven that are not 0. Levels become rarer
 * geometrically; of 300,000 rows the rarest carriers and destinations have some dozens to a few. A
 * fifth of all rows are ones.
 */
record FlightsLike(long seed, double intercept, double[][] effects) {
  private static final Levels[] FACTORS = {
    Levels.of(12, 0.97), Levels.of(16, 0.6), Levels.of(3, 0.9), Levels.of(105, 0.92)
  };
  private static final String[] STEMS = {"month", "carrier", "origin", "dest"};
  private static final int NUMBERS = 2;
  private static final int WIDTH =
      1 + NUMBERS + Arrays.stream(FACTORS).mapToInt(f -> f.count() - 1).sum();
  private static final double HOUR = 0.5;
  private static final double DISTANCE = -0.1;

  static FlightsLike of(long seed) {
    double[][] effects = Levels.effects(RandomStream.of(seed), FACTORS);
    return new FlightsLike(seed, -1.5 - Levels.mean(effects, FACTORS), effects);
  }

  Dataset dataset(int start, int rows) {
    double[] y = new double[rows];
    var x =
        Synthetic.rows(
            seed, start, rows, WIDTH, (random, i, z, to, at) -> y[i] = row(random, to, at));
    return new Dataset(x, y, null, null, names());
  }

  /** The columns of each factor, from the first to before the last. */
  static int[][] factors() {
    int[][] spans = new int[FACTORS.length][];
    int first = 1 + NUMBERS;
    for (int f = 0; f < FACTORS.length; f++) {
      spans[f] = new int[] {first, first + FACTORS[f].count() - 1};
      first = spans[f][1];
    }
    return spans;
  }

  /** Writes a row and draws whether it is late. */
  private double row(RandomStream random, double[] x, int at) {
    double hour = random.nextGaussian();
    double distance = Scalars.exp(0.6 * random.nextGaussian()) - 1;
    x[at] = 1;
    x[at + 1] = hour;
    x[at + 2] = distance;
    double eta = intercept + HOUR * hour + DISTANCE * distance;
    int first = at + 1 + NUMBERS;
    for (int f = 0; f < FACTORS.length; f++) {
      int level = FACTORS[f].draw(random);
      eta += effects[f][level];
      if (level > 0) {
        x[first + level - 1] = 1;
      }
      first += FACTORS[f].count() - 1;
    }
    return random.nextDouble() < Scalars.expit(eta) ? 1 : 0;
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>(List.of(Synthetic.INTERCEPT, "hour", "distance"));
    for (int f = 0; f < FACTORS.length; f++) {
      Levels.addNames(names, STEMS[f], 2, FACTORS[f].count());
    }
    return names;
  }
}
