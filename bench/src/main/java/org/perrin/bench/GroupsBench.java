package org.perrin.bench;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.perrin.Perrin;
import org.perrin.data.Dataset;
import org.perrin.data.Storage;
import org.perrin.diagnostics.Convergence;
import org.perrin.family.Logistic;
import org.perrin.family.NormalNoise;
import org.perrin.math.Scalars;
import org.perrin.model.Density;
import org.perrin.model.MixedModel;
import org.perrin.model.Priors;
import org.perrin.model.Varying;
import org.perrin.posterior.Options;
import org.perrin.posterior.Posterior;
import org.perrin.random.RandomStream;

/**
 * Models with levels on synthetic rows of the shapes people ask about: seconds by stage, effective
 * draws of the slowest coefficient, scale or correlation, rows read a sweep, and memory.
 */
public final class GroupsBench {
  private static final double ENOUGH = 400;
  private static final Density UNIT = Priors.exponential(1);

  private final PrintWriter out;
  private final Map<String, Supplier<Case>> cases = new TreeMap<>();

  /** A model, what it is, draws of each of four chains, and the seconds it should take. */
  private record Case(String about, MixedModel model, int draws, double limit) {
    Case(String about, MixedModel model, int draws) {
      this(about, model, draws, Double.POSITIVE_INFINITY);
    }
  }

  /** Prints to {@code out}. */
  public GroupsBench(PrintWriter out) {
    this.out = out;
    cases.put("ratings", GroupsBench::ratings);
    cases.put("flights", () -> oneFactor(327_346, 4037));
    for (int rows : new int[] {1000, 10_000, 100_000, 1_000_000}) {
      // as many rows in each of 100 levels
      cases.put("levels-1e%d".formatted((int) Math.log10(rows)), () -> even(rows, 100));
    }
    cases.put("survey", GroupsBench::survey);
    cases.put("films", () -> films(10_000_000, 70_000, 10_000, 300));
    cases.put("films-small", () -> films(1_000_000, 7000, 1000, Double.POSITIVE_INFINITY));
  }

  /** Runs the cases with a text in their names, all if it is null; true if all mix. */
  public boolean run(String part) {
    boolean enough = true;
    for (var one : cases.entrySet()) {
      boolean named = cases.containsKey(String.valueOf(part));
      if (part == null || (named ? one.getKey().equals(part) : one.getKey().contains(part))) {
        enough &= measure(one.getKey(), one.getValue().get());
      }
    }
    return enough;
  }

  private boolean measure(String name, Case one) {
    MixedModel model = one.model();
    out.printf("%n%s: %s%n", name, one.about());
    out.flush();
    Options options = Options.standard().draws(one.draws());
    long began = System.nanoTime();
    Posterior posterior = Perrin.sample(model, options);
    double seconds = (System.nanoTime() - began) / 1e9;
    double least = Double.POSITIVE_INFINITY;
    for (int k = 0; k < model.layout().head(); k++) {
      least = Math.min(least, Convergence.essBulk(posterior.draws().coordinate(k)));
    }
    var account = posterior.account();
    var runtime = Runtime.getRuntime();
    out.printf(
        Locale.ROOT,
        "  %s, 4 × %,d draws in %.1f s%s, of which %s%n",
        account.sampler(),
        one.draws(),
        seconds,
        one.limit() < Double.POSITIVE_INFINITY
            ? " (≤ %.0f: %s)".formatted(one.limit(), verdict(seconds <= one.limit()))
            : "",
        stages(account.seconds()));
    out.printf(
        Locale.ROOT,
        "  least bulk ESS %,.0f (≥ %.0f: %s), thin %d, %,d rows a sweep, heap %,d MB%n",
        least,
        ENOUGH,
        verdict(least >= ENOUGH),
        account.thin(),
        account.subsample(),
        (runtime.totalMemory() - runtime.freeMemory()) >> 20);
    account.remarks().forEach(remark -> out.println("  " + remark));
    out.flush();
    return least >= ENOUGH && seconds <= one.limit();
  }

  private static String verdict(boolean holds) {
    return holds ? "holds" : "misses";
  }

  private static String stages(Map<String, Double> seconds) {
    return seconds.entrySet().stream()
        .map(stage -> String.format(Locale.ROOT, "%s %.2f s", stage.getKey(), stage.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** Rows with an intercept and columns, responses by what is added to their predictor. */
  private static Dataset data(
      int n, int columns, RandomStream random, double[] effect, DoubleUnaryOperator respond) {
    var x = Storage.heap().rows(n, columns, false);
    double[] y = new double[n];
    double[] row = new double[x.stride()];
    for (int i = 0; i < n; i++) {
      row[0] = 1;
      double eta = effect[i];
      for (int k = 1; k < columns; k++) {
        row[k] = random.nextGaussian();
        eta += 0.2 * row[k];
      }
      x.write(i, 1, row);
      y[i] = respond.applyAsDouble(eta);
    }
    return Dataset.of(x, y);
  }

  private static DoubleUnaryOperator coin(RandomStream random) {
    return eta -> random.nextDouble() < Scalars.expit(eta) ? 1 : 0;
  }

  private static double[] normals(int n, RandomStream random) {
    double[] out = new double[n];
    random.fillGaussian(out, n);
    return out;
  }

  /** Levels of skewed popularity: the share of rows falls along them, none is empty. */
  private static int[] popular(int n, int levels, RandomStream random) {
    int[] level = new int[n];
    for (int i = 0; i < n; i++) {
      double u = random.nextDouble();
      level[i] = i < levels ? i : (int) (levels * u * u);
    }
    return level;
  }

  /** As many rows in each level. */
  private static Case even(int rows, int levels) {
    int[] g = new int[rows * levels];
    Arrays.setAll(g, i -> i % levels);
    return oneFactor(g, levels, RandomStream.of(17));
  }

  private static Case oneFactor(int n, int levels) {
    var random = RandomStream.of(18);
    return oneFactor(popular(n, levels, random), levels, random);
  }

  private static Case oneFactor(int[] g, int levels, RandomStream random) {
    int n = g.length;
    double[] b = normals(levels, random);
    double[] effect = new double[n];
    Arrays.setAll(effect, i -> -1.2 + 0.3 * b[g[i]]);
    var data = data(n, 3, random, effect, coin(random));
    Density wide = Priors.normal(0, 2.5);
    return new Case(
        "%,d rows, logistic, 2 columns + (1 | g), %,d levels".formatted(n, levels),
        MixedModel.of(
            new Logistic(),
            data,
            List.of(Varying.intercepts("g", g, levels, UNIT)),
            List.of(wide, wide, wide)),
        1000);
  }

  /** As lme4's InstEval. */
  private static Case ratings() {
    int n = 73_421;
    var random = RandomStream.of(19);
    int[] s = new int[n];
    Arrays.setAll(s, i -> i % 2972);
    int[] d = popular(n, 1128, random);
    int[] part = new int[n];
    Arrays.setAll(part, i -> d[i] % 14 + 14 * random.nextIndex(2));
    double[] bs = normals(2972, random);
    double[] bd = normals(1128, random);
    double[] bp = normals(28, random);
    double[] effect = new double[n];
    Arrays.setAll(effect, i -> 3.2 + 0.32 * bs[s[i]] + 0.51 * bd[d[i]] + 0.12 * bp[part[i]]);
    var data = data(n, 2, random, effect, eta -> eta + 1.18 * random.nextGaussian());
    Density wide = Priors.normal(0, 10);
    return new Case(
        "73,421 rows, linear, (1 | s) + (1 | d) + (1 | part), 2,972 × 1,128 × 28 levels",
        MixedModel.of(
            new NormalNoise(),
            data,
            List.of(
                Varying.intercepts("s", s, 2972, UNIT),
                Varying.intercepts("d", d, 1128, UNIT),
                Varying.intercepts("part", part, 28, UNIT)),
            List.of(wide, wide, UNIT)),
        1000);
  }

  /** {@code (sex | country) + (sex | cluster)}, clusters inside of countries. */
  private static Case survey() {
    int n = 2_770_000;
    var random = RandomStream.of(20);
    int[] country = new int[n];
    int[] cluster = new int[n];
    double[] sex = new double[n];
    double[] effect = new double[n];
    double[] b = normals(2 * 54, random);
    double[] c = normals(2 * 60_000, random);
    var x = Storage.heap().rows(n, 3, false);
    double[] y = new double[n];
    double[] row = new double[x.stride()];
    for (int i = 0; i < n; i++) {
      cluster[i] = i < 60_000 ? i : random.nextIndex(60_000);
      country[i] = cluster[i] % 54;
      sex[i] = random.nextIndex(2);
      row[0] = 1;
      row[1] = sex[i];
      row[2] = random.nextGaussian();
      effect[i] = -0.8 + 0.2 * sex[i] + 0.3 * row[2] + 0.4 * b[2 * country[i]];
      effect[i] += 0.2 * b[2 * country[i] + 1] * sex[i] + 0.5 * c[2 * cluster[i]];
      effect[i] += 0.2 * c[2 * cluster[i] + 1] * sex[i];
      x.write(i, 1, row);
      y[i] = random.nextDouble() < Scalars.expit(effect[i]) ? 1 : 0;
    }
    Density wide = Priors.normal(0, 2.5);
    return new Case(
        "2,770,000 rows, logistic, (sex | country) + (sex | cluster), 54 and 60,000 levels",
        MixedModel.of(
            new Logistic(),
            Dataset.of(x, y),
            List.of(slopes("country", country, 54, sex), slopes("cluster", cluster, 60_000, sex)),
            List.of(wide, wide, wide)),
        250,
        30);
  }

  private static Varying slopes(String name, int[] level, int levels, double[] column) {
    return new Varying(
        name,
        level,
        levels,
        List.of("1", "sex"),
        Arrays.asList(null, column),
        true,
        List.of(UNIT, UNIT),
        1);
  }

  private static Case films(int n, int users, int films, double limit) {
    var random = RandomStream.of(21);
    int[] user = popular(n, users, random);
    int[] film = popular(n, films, random);
    double[] bu = normals(users, random);
    double[] bf = normals(films, random);
    double[] effect = new double[n];
    Arrays.setAll(effect, i -> 3.5 + 0.4 * bu[user[i]] + 0.5 * bf[film[i]]);
    var data = data(n, 1, random, effect, eta -> eta + 0.85 * random.nextGaussian());
    return new Case(
        "%,d rows, linear, (1 | user) + (1 | film), %,d × %,d levels".formatted(n, users, films),
        MixedModel.of(
            new NormalNoise(),
            data,
            List.of(
                Varying.intercepts("user", user, users, UNIT),
                Varying.intercepts("film", film, films, UNIT)),
            List.of(Priors.normal(0, 10), UNIT)),
        250,
        limit);
  }
}
