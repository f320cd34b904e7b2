package org.perrin.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.perrin.math.Parallel;
import org.perrin.math.Scalars;
import org.perrin.random.RandomStream;

/**
 * Logistic data of which most columns are levels: an intercept, four numbers and six factors with
 * 1,000 levels in all, without the first of each: 999 columns, of which a row has eleven that are
 * not 0. Levels become rarer geometrically; of 10⁷ rows the rarest have some dozens. A fifth of all
 * rows are ones.
 */
record FactorsLike(long seed, double intercept, double[][] effects) {
  private static final Levels[] FACTORS = {
    Levels.of(400, 0.98),
    Levels.of(250, 0.97),
    Levels.of(150, 0.96),
    Levels.of(100, 0.95),
    Levels.of(60, 0.93),
    Levels.of(40, 0.9)
  };
  private static final double[] SLOPES = {0.5, -0.3, 0.2, -0.1};
  private static final int NUMBERS = 1 + SLOPES.length;
  private static final int PITCH = CodedRows.pitch(NUMBERS);
  private static final int WIDTH =
      NUMBERS + Arrays.stream(FACTORS).mapToInt(f -> f.count() - 1).sum();

  static FactorsLike of(long seed) {
    double[][] effects = Levels.effects(RandomStream.of(seed), FACTORS);
    return new FactorsLike(seed, -1.5 - Levels.mean(effects, FACTORS), effects);
  }

  Dataset dataset(int rows) {
    double[] y = new double[rows];
    double[] numbers = new double[rows * PITCH];
    char[] places = new char[rows * FACTORS.length];
    Parallel.run(
        (rows - 1) / Synthetic.BLOCK + 1,
        block -> {
          var random = RandomStream.of(seed, block + 1);
          int to = (int) Math.min(rows, (block + 1L) * Synthetic.BLOCK);
          for (int i = block * Synthetic.BLOCK; i < to; i++) {
            y[i] = row(random, i, numbers, places);
          }
        });
    int[] columns = new int[NUMBERS];
    Arrays.setAll(columns, k -> k);
    int[] times = new int[FACTORS.length];
    Arrays.fill(times, -1);
    return new Dataset(
        CodedRows.of(WIDTH, columns, numbers, places, times), y, null, null, names());
  }

  /** Writes a row and draws its response. */
  private double row(RandomStream random, int i, double[] numbers, char[] places) {
    double eta = intercept;
    numbers[i * PITCH] = 1;
    for (int k = 0; k < SLOPES.length; k++) {
      numbers[i * PITCH + 1 + k] = random.nextGaussian();
      eta += SLOPES[k] * numbers[i * PITCH + 1 + k];
    }
    int first = NUMBERS;
    for (int f = 0; f < FACTORS.length; f++) {
      int level = FACTORS[f].draw(random);
      eta += effects[f][level];
      places[i * FACTORS.length + f] = (char) (level == 0 ? WIDTH : first + level - 1);
      first += FACTORS[f].count() - 1;
    }
    return random.nextDouble() < Scalars.expit(eta) ? 1 : 0;
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>(List.of(Synthetic.INTERCEPT));
    Levels.addNames(names, "x", 1, SLOPES.length);
    for (int f = 0; f < FACTORS.length; f++) {
      Levels.addNames(names, "f" + (f + 1) + "_", 2, FACTORS[f].count());
    }
    return names;
  }
}
