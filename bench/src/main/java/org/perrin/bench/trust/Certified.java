package org.perrin.bench.trust;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.perrin.data.Dataset;
import org.perrin.math.Gamma;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;

/**
 * Regressions whose least-squares estimates b and standard errors s are certified to fifteen digits
 * by NIST's Statistical Reference Datasets (Linear Least Squares: Longley, NoInt1). With flat
 * priors for the coefficients and log σ the posterior follows from them: {@code (β − b)/s} has
 * Student's t with ν = N − p degrees of freedom, so mean b and standard deviation {@code s √(ν/(ν −
 * 2))}, and {@code RSS/σ²} has a chi-square, so {@code log σ} has mean {@code ½(log RSS − log 2 −
 * ψ(ν/2))} and standard deviation {@code ½√ψ'(ν/2)}.
 */
final class Certified {
  /** Employment, price deflator, GNP, unemployed, armed forces, population, year. */
  private static final double[][] LONGLEY = {
    {60323, 83.0, 234289, 2356, 1590, 107608, 1947},
    {61122, 88.5, 259426, 2325, 1456, 108632, 1948},
    {60171, 88.2, 258054, 3682, 1616, 109773, 1949},
    {61187, 89.5, 284599, 3351, 1650, 110929, 1950},
    {63221, 96.2, 328975, 2099, 3099, 112075, 1951},
    {63639, 98.1, 346999, 1932, 3594, 113270, 1952},
    {64989, 99.0, 365385, 1870, 3547, 115094, 1953},
    {63761, 100.0, 363112, 3578, 3350, 116219, 1954},
    {66019, 101.2, 397469, 2904, 3048, 117388, 1955},
    {67857, 104.6, 419180, 2822, 2857, 118734, 1956},
    {68169, 108.4, 442769, 2936, 2798, 120445, 1957},
    {66513, 110.8, 444546, 4681, 2637, 121950, 1958},
    {68655, 112.6, 482704, 3813, 2552, 123366, 1959},
    {69564, 114.2, 502601, 3931, 2514, 125368, 1960},
    {69331, 115.7, 518173, 4806, 2572, 127852, 1961},
    {70551, 116.9, 554894, 4007, 2827, 130081, 1962}
  };

  private static final double[] LONGLEY_ESTIMATES = {
    -3482258.63459582,
    15.0618722713733,
    -0.358191792925910E-01,
    -2.02022980381683,
    -1.03322686717359,
    -0.511041056535807E-01,
    1829.15146461355
  };
  private static final double[] LONGLEY_ERRORS = {
    890420.383607373,
    84.9149257747669,
    0.334910077722432E-01,
    0.488399681651699,
    0.214274163161675,
    0.226073200069370,
    455.478499142212
  };
  private static final double LONGLEY_SIGMA = 304.854073561965;

  private static final double NOINT_ESTIMATE = 2.07438016528926;
  private static final double NOINT_ERROR = 0.165289256198347E-01;
  private static final double NOINT_SIGMA = 3.56753034006338;

  private Certified() {}

  /** Longley (1967), columns centred and scaled for the sampler and brought back after it. */
  static KnownPosterior longley() {
    int d = 6;
    double[] middle = new double[d];
    double[] spread = new double[d];
    for (int k = 0; k < d; k++) {
      int column = k + 1;
      double[] values = Arrays.stream(LONGLEY).mapToDouble(row -> row[column]).toArray();
      double mean = Arrays.stream(values).average().orElseThrow();
      middle[k] = mean;
      spread[k] =
          Math.sqrt(
              Arrays.stream(values).map(v -> (v - mean) * (v - mean)).average().orElseThrow());
    }
    double[][] x = new double[LONGLEY.length][d + 1];
    for (int i = 0; i < x.length; i++) {
      x[i][0] = 1;
      for (int k = 0; k < d; k++) {
        x[i][k + 1] = (LONGLEY[i][k + 1] - middle[k]) / spread[k];
      }
    }
    double[] y = Arrays.stream(LONGLEY).mapToDouble(row -> row[0]).toArray();
    return known(
        "Longley",
        Dataset.of(x, y),
        (theta, out) -> unscale(theta, middle, spread, out),
        LONGLEY_ESTIMATES,
        LONGLEY_ERRORS,
        LONGLEY_SIGMA);
  }

  private static void unscale(double[] theta, double[] middle, double[] spread, double[] out) {
    int d = middle.length;
    out[0] = theta[0];
    for (int k = 0; k < d; k++) {
      out[k + 1] = theta[k + 1] / spread[k];
      out[0] -= out[k + 1] * middle[k];
    }
    out[d + 1] = theta[d + 1];
  }

  /** A line through the origin: x = 60 … 70, y = 130 … 140. */
  static KnownPosterior noIntercept() {
    double[][] x =
        IntStream.rangeClosed(60, 70).mapToObj(v -> new double[] {v}).toArray(double[][]::new);
    double[] y = IntStream.rangeClosed(130, 140).mapToDouble(v -> v).toArray();
    return known(
        "NoInt1",
        Dataset.of(x, y),
        (theta, out) -> System.arraycopy(theta, 0, out, 0, 2),
        new double[] {NOINT_ESTIMATE},
        new double[] {NOINT_ERROR},
        NOINT_SIGMA);
  }

  private static KnownPosterior known(
      String name,
      Dataset data,
      java.util.function.BiConsumer<double[], double[]> map,
      double[] estimates,
      double[] errors,
      double sigma) {
    int p = estimates.length;
    double df = data.count() - p;
    double[] mean = Arrays.copyOf(estimates, p + 1);
    double[] sd = new double[p + 1];
    for (int k = 0; k < p; k++) {
      sd[k] = errors[k] * Math.sqrt(df / (df - 2));
    }
    mean[p] = (Math.log(df * sigma * sigma) - Math.log(2) - Gamma.digamma(df / 2)) / 2;
    sd[p] = Math.sqrt(Gamma.trigamma(df / 2)) / 2;
    List<String> names = new ArrayList<>(IntStream.range(0, p).mapToObj(k -> "B" + k).toList());
    names.add("log_sigma");
    var model = ScaledGlm.linear(data, Priors.flat(), Priors.flat());
    return new KnownPosterior(name, "NIST StRD, certified", model, names, map, mean, sd);
  }
}
