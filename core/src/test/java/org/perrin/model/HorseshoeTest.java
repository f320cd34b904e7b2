package org.perrin.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.perrin.Perrin;
import org.perrin.data.Dataset;
import org.perrin.diagnostics.Summary;
import org.perrin.family.Linear;
import org.perrin.family.NormalNoise;
import org.perrin.mode.Newton;
import org.perrin.posterior.Options;
import org.perrin.random.RandomStream;

/**
 * The regularised horseshoe where columns are orthogonal: given τ and c the coefficients are
 * independent, and each is a normal mixed over its λ, so that all is a sum over grids.
 */
class HorseshoeTest {
  private static final double NOISE = 0.2;
  private static final double[] SEEN = {2, 0.02, -0.1, 0.5};
  private static final double SCALE = 0.2;

  private static SharedScaleModel model() {
    int d = SEEN.length;
    double[][] x = new double[d][d];
    for (int k = 0; k < d; k++) {
      x[k][k] = 1;
    }
    double[] units = new double[d];
    Arrays.fill(units, 1);
    var flat = new Independent(Collections.nCopies(d, Priors.flat()));
    var rows = Glm.of(new Linear(NOISE), Dataset.of(x, SEEN), flat);
    int[] all = IntStream.range(0, d).toArray();
    return SharedScaleModel.of(
        rows, List.of(new ShrunkCoefficients(all, units, new Horseshoe(SCALE))));
  }

  /** Mean and mean square of β and log τ. */
  private static final class Known {
    private final double[] mean = new double[SEEN.length + 1];
    private final double[] square = new double[SEEN.length + 1];

    Known(double scale) {
      double total = 0;
      for (double t = -14; t < 6; t += 0.1) {
        for (double c = -1; c < 5; c += 0.1) {
          double weight = Math.exp(-Priors.halfCauchy(scale).value(t));
          weight *= Math.exp(-Priors.inverseChi(4, 2.5).value(c));
          double[][] sums = new double[SEEN.length][];
          for (int k = 0; k < SEEN.length; k++) {
            sums[k] = mixed(SEEN[k], t, c);
            weight *= sums[k][0];
          }
          total += weight;
          for (int k = 0; k <= SEEN.length; k++) {
            mean[k] += weight * (k == SEEN.length ? t : sums[k][1] / sums[k][0]);
            square[k] += weight * (k == SEEN.length ? t * t : sums[k][2] / sums[k][0]);
          }
        }
      }
      for (int k = 0; k <= SEEN.length; k++) {
        mean[k] /= total;
        square[k] /= total;
      }
    }

    /** Over λ: the density of what was seen, and that times β and β². */
    private static double[] mixed(double seen, double t, double c) {
      double[] sums = new double[3];
      for (double l = -15; l < 15; l += 0.1) {
        double a = Math.exp(2 * (t + l));
        double slab = Math.exp(2 * c);
        double variance = slab * a / (slab + a);
        double sum = variance + NOISE * NOISE;
        double weight = Math.exp(-Priors.halfCauchy(1).value(l) - seen * seen / sum / 2);
        weight /= Math.sqrt(sum);
        double mean = seen * variance / sum;
        sums[0] += weight;
        sums[1] += weight * mean;
        sums[2] += weight * (mean * mean + variance * NOISE * NOISE / sum);
      }
      return sums;
    }

    double sd(int k) {
      return Math.sqrt(square[k] - mean[k] * mean[k]);
    }

    /** The largest |z| of means, and of sds; tails are long, so errors of sds count double. */
    double worst(Summary summary) {
      double worst = 0;
      for (int k = 0; k <= SEEN.length; k++) {
        var row = summary.rows().get(k);
        double error = sd(k) / Math.sqrt(row.essBulk());
        worst = Math.max(worst, Math.abs(row.mean() - mean[k]) / error);
        worst = Math.max(worst, Math.abs(row.sd() - sd(k)) / (2 * error));
      }
      return worst;
    }
  }

  /**
   * 10 numbers, each off by more than 5 of its errors in 1 of 1.7 million seeds: a false alarm in 1
   * of 100,000. A scale three times as large is noticed.
   */
  @Test
  void draws_are_those_of_the_sums_over_grids() {
    var summary = Perrin.sample(model(), Options.standard().draws(5000).seed(2)).summary();
    assertThat(new Known(SCALE).worst(summary)).isLessThan(5);
    assertThat(new Known(3 * SCALE).worst(summary)).isGreaterThan(8);
  }

  @Test
  void what_is_small_is_shrunk_and_what_is_large_is_not() {
    var known = new Known(SCALE);
    assertThat(known.mean[0]).isBetween(1.9, 2.0);
    assertThat(known.mean[2]).isBetween(-0.08, -0.02);
    var rows = Perrin.sample(model(), Options.standard().draws(1000).seed(3)).summary().rows();
    assertThat(rows.get(0).mean()).isBetween(1.9, 2.0);
    assertThat(Math.abs(rows.get(1).mean())).isLessThan(0.02);
    assertThat(rows.get(2).mean()).isBetween(-0.08, -0.02);
  }

  /**
   * More columns than rows: residuals could vanish, and log σ with them (to −23, had it not a
   * marginal of its own). Its sd is about 1/√(2 · 40) = 0.11 by chance, and as much again by what
   * is shrunk too little: 5 of both.
   */
  @Test
  void noise_does_not_vanish_where_columns_are_more_than_rows() {
    var random = RandomStream.of(12);
    double[][] x = new double[40][60];
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      random.fillGaussian(x[i], 60);
      y[i] = 3 * x[i][0] - 2 * x[i][1] + random.nextGaussian();
    }
    double[] units = new double[60];
    Arrays.fill(units, 1);
    List<Density> own = new ArrayList<>(Collections.nCopies(60, Priors.flat()));
    own.add(Priors.exponential(0.3));
    var rows = ScaledGlm.of(new NormalNoise(), Dataset.of(x, y), new Independent(own));
    int[] all = IntStream.range(0, 60).toArray();
    var mode =
        Newton.find(
            SharedScaleModel.of(
                rows, List.of(new ShrunkCoefficients(all, units, new Horseshoe(0.05)))));
    assertThat(mode.theta()[60]).isBetween(-1.0, 1.0);
    assertThat(mode.theta()[0]).isBetween(2.0, 4.0);
  }
}
