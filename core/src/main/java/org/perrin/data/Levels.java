package org.perrin.data;

import java.util.Arrays;
import java.util.List;
import org.perrin.random.RandomStream;

/** Levels of a factor, of which each is rarer than the one before by the same ratio. */
record Levels(double[] cumulative) {
  /** Probabilities {@code ∝ ratio^k}. */
  static Levels of(int count, double ratio) {
    double[] cumulative = new double[count];
    double sum = 0;
    double p = 1;
    for (int k = 0; k < count; k++) {
      sum += p;
      cumulative[k] = sum;
      p *= ratio;
    }
    double total = sum;
    return new Levels(Arrays.stream(cumulative).map(c -> c / total).toArray());
  }

  int count() {
    return cumulative.length;
  }

  int draw(RandomStream random) {
    double u = random.nextDouble();
    int k = 0;
    while (k < cumulative.length - 1 && u >= cumulative[k]) {
      k++;
    }
    return k;
  }

  /** An effect of each level of each factor, with a standard deviation of 0.4. */
  static double[][] effects(RandomStream random, Levels... factors) {
    double[][] effects = new double[factors.length][];
    for (int f = 0; f < factors.length; f++) {
      effects[f] = new double[factors[f].count()];
      Arrays.setAll(effects[f], k -> 0.4 * random.nextGaussian());
    }
    return effects;
  }

  /** The mean of the sum of effects of all factors. */
  static double mean(double[][] effects, Levels... factors) {
    double mean = 0;
    for (int f = 0; f < factors.length; f++) {
      mean += factors[f].mean(effects[f]);
    }
    return mean;
  }

  /** Of effects, one a level. */
  double mean(double[] effects) {
    double sum = 0;
    for (int k = 0; k < effects.length; k++) {
      sum += effects[k] * (cumulative[k] - (k == 0 ? 0 : cumulative[k - 1]));
    }
    return sum;
  }

  /** Adds {@code stem1, stem2, …}. */
  static void addNames(List<String> names, String stem, int from, int to) {
    for (int k = from; k <= to; k++) {
      names.add(stem + k);
    }
  }
}
