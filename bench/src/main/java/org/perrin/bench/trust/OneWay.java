package org.perrin.bench.trust;

import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.family.NormalNoise;
import org.perrin.model.Density;
import org.perrin.model.MixedModel;
import org.perrin.model.Priors;
import org.perrin.model.Varying;
import org.perrin.random.RandomStream;

/**
 * The balanced one-way layout, {@code y = β + τ z_g + σ e} with m rows in each of J groups: varying
 * intercepts whose posterior is known. With {@code v = τ² + σ²/m} the group means are N(β, v) given
 * the scales, and the rest depends on σ alone:
 *
 * <pre>p(y | σ, τ) ∝ σ^{−J(m−1)} e^{−W/2σ²} · v^{−(J−1)/2} e^{−B/2v} · N(ȳ; 0, v/J + 25),</pre>
 *
 * W and B the squares within groups and between their means, β ~ N(0, 5²) integrated out. Two
 * integrals are left, by the trapezoid rule over log σ and log τ: O(1), however many groups.
 */
final class OneWay {
  private static final int HALF = 120;
  private static final double REACH = 9;
  private static final double PRIOR = 25;
  private static final Density SCALE = Priors.exponential(1);

  private final int groups;
  private final int each;
  private final double[] y;
  private double grand;
  private double within;
  private double between;

  private OneWay(int groups, int each, long seed) {
    this.groups = groups;
    this.each = each;
    this.y = new double[groups * each];
    var random = RandomStream.of(seed);
    double[] u = new double[groups];
    random.fillGaussian(u, groups);
    for (int i = 0; i < y.length; i++) {
      y[i] = 1 + 0.8 * u[i % groups] + 0.5 * random.nextGaussian();
    }
    squares();
  }

  /** β, log σ and log τ of groups with scales 0.8 between and 0.5 within. */
  static KnownPosterior of(int groups, int each, long seed) {
    var layout = new OneWay(groups, each, seed);
    double[][] moments = layout.integrate();
    return new KnownPosterior(
        "%,d groups of %d".formatted(groups, each),
        "integral over log σ, log τ",
        layout.model(),
        List.of("beta", "log_sigma", "log_tau"),
        (theta, out) -> System.arraycopy(theta, 0, out, 0, 3),
        moments[0],
        moments[1]);
  }

  private MixedModel model() {
    double[][] ones = new double[y.length][];
    int[] group = new int[y.length];
    for (int i = 0; i < y.length; i++) {
      ones[i] = new double[] {1};
      group[i] = i % groups;
    }
    return MixedModel.of(
        new NormalNoise(),
        Dataset.of(ones, y),
        List.of(Varying.intercepts("g", group, groups, SCALE)),
        List.of(Priors.normal(0, Math.sqrt(PRIOR)), SCALE));
  }

  private void squares() {
    double[] mean = new double[groups];
    for (int i = 0; i < y.length; i++) {
      mean[i % groups] += y[i] / each;
      grand += y[i] / y.length;
    }
    for (int i = 0; i < y.length; i++) {
      within += Math.pow(y[i] - mean[i % groups], 2);
    }
    for (double m : mean) {
      between += Math.pow(m - grand, 2);
    }
  }

  private double log(double s, double t) {
    double v = variance(s, t);
    double c = v / groups + PRIOR;
    return -(y.length - groups) * s
        - within / 2 * Math.exp(-2 * s)
        - (groups - 1) / 2.0 * Math.log(v)
        - between / 2 / v
        - Math.log(c) / 2
        - grand * grand / 2 / c
        - SCALE.value(s)
        - SCALE.value(t);
  }

  private double variance(double s, double t) {
    return Math.exp(2 * t) + Math.exp(2 * s) / each;
  }

  /** Means and standard deviations, on a grid of {@link #REACH} standard deviations each way. */
  private double[][] integrate() {
    double s0 = Math.log(within / (y.length - groups)) / 2;
    double t0 = Math.log(between / (groups - 1) - Math.exp(2 * s0) / each) / 2;
    double top = log(s0, t0);
    double[] sums = new double[7];
    for (int i = -HALF; i <= HALF; i++) {
      for (int j = -HALF; j <= HALF; j++) {
        double ds = REACH * i / HALF / Math.sqrt(2.0 * (y.length - groups));
        double dt = REACH * j / HALF / Math.sqrt(2.0 * groups);
        add(sums, Math.exp(log(s0 + ds, t0 + dt) - top), ds, dt, variance(s0 + ds, t0 + dt));
      }
    }
    double[] mean = {sums[1] / sums[0], sums[3] / sums[0], sums[5] / sums[0]};
    double[] sd = new double[3];
    for (int k = 0; k < 3; k++) {
      sd[k] = Math.sqrt(sums[2 + 2 * k] / sums[0] - mean[k] * mean[k]);
    }
    return new double[][] {{grand + mean[0], s0 + mean[1], t0 + mean[2]}, sd};
  }

  /** Adds a point of the grid: moments of β − ȳ given v, and of the two logarithms. */
  private void add(double[] sums, double weight, double ds, double dt, double v) {
    double share = PRIOR / (PRIOR + v / groups);
    double shift = grand * (share - 1);
    sums[0] += weight;
    sums[1] += weight * shift;
    sums[2] += weight * (shift * shift + share * v / groups);
    sums[3] += weight * ds;
    sums[4] += weight * ds * ds;
    sums[5] += weight * dt;
    sums[6] += weight * dt * dt;
  }
}
