package org.perrin.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.perrin.math.Scalars;
import org.perrin.random.RandomStream;

/**
 * Logistic data with the difficulties of covertype: an intercept, ten correlated numbers of which
 * two are skewed, and two groups of indicators, 4 areas and 40 soils, without a reference level, so
 * that the columns are linearly dependent twice over. Levels become rarer geometrically: of 100,000
 * rows the last fourteen soils have some 20 to none. The rarer a soil the stronger its effect, with
 * alternating signs, so the rows of a rare one are nearly, or quite, all of one class. Classes are
 * about balanced. Cost: some hundred nanoseconds a row on one core.
 */
record CovertypeLike(
    long seed, double intercept, double[] slopes, double[] loadings, double[] area, double[] soil) {
  private static final int NUMBERS = 10;
  private static final int SKEWED = 8;
  private static final int AREAS = 4;
  private static final int SOILS = 40;
  private static final Levels AREA = Levels.of(AREAS, 0.4);
  private static final Levels SOIL = Levels.of(SOILS, 0.75);

  /** Soils from here on have less than one row in a hundred. */
  private static final int RARE = 12;

  static CovertypeLike of(long seed) {
    var random = RandomStream.of(seed);
    double[] slopes = new double[NUMBERS];
    Arrays.setAll(slopes, k -> 0.25 * random.nextGaussian());
    double[] loadings = new double[NUMBERS];
    Arrays.setAll(loadings, k -> 1.6 * random.nextDouble() - 0.8);
    double[] area = new double[AREAS];
    Arrays.setAll(area, k -> 0.5 * random.nextGaussian());
    double[] soil = new double[SOILS];
    Arrays.setAll(soil, k -> soilEffect(k, random));
    double balance = AREA.mean(area) + SOIL.mean(soil);
    return new CovertypeLike(seed, -balance, slopes, loadings, area, soil);
  }

  private static double soilEffect(int k, RandomStream random) {
    double size = 2 + 0.15 * (k - RARE);
    return k < RARE ? 0.6 * random.nextGaussian() : k % 2 == 0 ? size : -size;
  }

  Dataset dataset(int start, int rows) {
    double[] y = new double[rows];
    int width = 1 + NUMBERS + AREAS + SOILS;
    var x =
        Synthetic.rows(
            seed, start, rows, width, (random, i, z, to, at) -> y[i] = row(random, to, at));
    return new Dataset(x, y, null, null, names());
  }

  /** Writes a row and draws its class. */
  private double row(RandomStream random, double[] x, int at) {
    double eta = intercept;
    x[at] = 1;
    double common = random.nextGaussian();
    for (int k = 0; k < NUMBERS; k++) {
      double own = Math.sqrt(1 - loadings[k] * loadings[k]) * random.nextGaussian();
      double z = loadings[k] * common + own;
      double number = k < SKEWED ? z : Scalars.exp(0.7 * z) - 1;
      x[at + 1 + k] = number;
      eta += slopes[k] * number;
    }
    int a = AREA.draw(random);
    int s = SOIL.draw(random);
    x[at + 1 + NUMBERS + a] = 1;
    x[at + 1 + NUMBERS + AREAS + s] = 1;
    return random.nextDouble() < Scalars.expit(eta + area[a] + soil[s]) ? 1 : 0;
  }

  private static List<String> names() {
    List<String> names = new ArrayList<>(List.of(Synthetic.INTERCEPT));
    Levels.addNames(names, "num", 1, NUMBERS);
    Levels.addNames(names, "area", 1, AREAS);
    Levels.addNames(names, "soil", 1, SOILS);
    return names;
  }
}
