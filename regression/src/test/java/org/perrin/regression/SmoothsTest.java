package org.perrin.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.perrin.data.Dataset;
import org.perrin.diagnostics.Convergence;
import org.perrin.io.UsageException;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.design.MissingPolicy;
import org.perrin.io.table.Table;
import org.perrin.posterior.Check;
import org.perrin.posterior.Options;
import org.perrin.random.RandomStream;

/** Smooths and the horseshoe, from a formula to predictions of new rows. */
class SmoothsTest {
  private static final Options FEW = Options.standard().draws(500).seed(9);
  @TempDir static Path folder;

  /** {@code 100 (sin 1.5x + ½z + N(0, ½²))}, an outcome and a count of the same predictor. */
  private static Table table(String name, int rows, long seed) throws IOException {
    var random = RandomStream.of(seed);
    var text = new StringBuilder("y,won,count,x,z,w,kind\n");
    for (int i = 0; i < rows; i++) {
      double x = 6 * random.nextDouble() - 3;
      double z = random.nextGaussian();
      double eta = Math.sin(1.5 * x) + 0.5 * z;
      text.append(
          String.format(
              Locale.ROOT,
              "%.6f,%d,%d,%.6f,%.6f,%.6f,%s%n",
              100 * (eta + 0.5 * random.nextGaussian()),
              random.nextDouble() < 1 / (1 + Math.exp(-2 * eta)) ? 1 : 0,
              Math.round(3 * Math.exp(eta) * random.nextDouble()),
              x,
              z,
              random.nextGaussian(),
              "abc".charAt(i % 3)));
    }
    return Table.read(Files.writeString(folder.resolve(name), text));
  }

  private static Regression of(Table table) {
    return Regression.of(table).options(FEW);
  }

  /**
   * The curve at 41 places: nowhere more than 5 posterior sds from the truth, which an unbiased
   * band leaves in 1 of 40,000 seeds, and within its 90 % band in at least half of the places,
   * which are some ten independent ones: 1 of 1,000 seeds has fewer. A straight line leaves both.
   */
  @Test
  void a_sine_is_found_within_its_band() throws IOException {
    Table table = table("sine.csv", 500, 1);
    Fit smooth = of(table).formula("y ~ s(x) + z").family("linear").fit();
    assertThat(smooth.draws().names())
        .startsWith("(Intercept)", "s(x)", "s(x)[1]")
        .endsWith("s(x)[8]", "z", "sigma", "sd(s(x))");
    assertThat(smooth.prepared().priors().get(2)).isEqualTo("normal(0, sd(s(x)))");
    assertThat(smooth.prepared().priors().getLast()).startsWith("exponential(0.0");
    assertThat(smooth.account().sampler()).isEqualTo("nuts");
    smooth.summary().rows().forEach(row -> assertThat(row.essBulk()).isGreaterThan(400));
    double[] found = places(smooth);
    assertThat(found[0]).isLessThan(5);
    assertThat(found[1]).isGreaterThan(0.5);
    double[] line = places(of(table).formula("y ~ x + z").family("linear").fit());
    assertThat(line[0]).isGreaterThan(5);
    assertThat(line[1]).isLessThan(0.5);
  }

  /** The largest distance from the truth in sds, and the share of places within the 90 % band. */
  private static double[] places(Fit fit) throws IOException {
    var text = new StringBuilder("x,z\n");
    double[] truth = new double[41];
    for (int i = 0; i < truth.length; i++) {
      double x = -3 + 0.15 * i;
      truth[i] = 100 * Math.sin(1.5 * x);
      text.append(String.format(Locale.ROOT, "%.6f,0%n", x));
    }
    Table grid = Table.read(Files.writeString(folder.resolve("grid.csv"), text));
    Dataset rows = fit.prepared().encoding().apply(grid, MissingPolicy.ERROR).data();
    double worst = 0;
    double within = 0;
    for (int i = 0; i < truth.length; i++) {
      int row = i;
      double[] eta =
          IntStream.range(0, fit.draws().count())
              .mapToDouble(s -> predictor(rows, row, fit.draws().draw(s)))
              .sorted()
              .toArray();
      double mean = Arrays.stream(eta).average().orElseThrow();
      double square = Arrays.stream(eta).map(v -> (v - mean) * (v - mean)).sum() / eta.length;
      worst = Math.max(worst, Math.abs(mean - truth[i]) / Math.sqrt(square));
      boolean in = eta[eta.length / 20] < truth[i] && truth[i] < eta[eta.length * 19 / 20];
      within += in ? 1.0 / truth.length : 0;
    }
    return new double[] {worst, within};
  }

  private static double predictor(Dataset rows, int row, double[] draw) {
    return IntStream.range(0, rows.x().width())
        .mapToDouble(k -> rows.x().get(row, k) * draw[k])
        .sum();
  }

  /** Coverage of 90 % in 2,000 rows is known to 0.0067: five of them. */
  @Test
  void intervals_of_new_rows_cover_after_a_trip_through_a_folder() throws IOException {
    Table table = table("rows.csv", 500, 2);
    Fit fit = of(table).formula("y ~ s(x) + s(z, k = 5) + kind").family("linear").fit();
    assertThat(fit.draws().names()).contains("sd(s(x))", "sd(s(z, k = 5))", "s(z, k = 5)[3]");
    Path out = folder.resolve("smooth-fit");
    fit.save(out);
    Table fresh = table("fresh.csv", 2000, 3);
    var predictions = SavedFit.open(out).predict(fresh);
    assertThat(predictions.scores().numbers().get("coverage")).isBetween(0.866, 0.934);
    assertThat(predictions.scores().numbers().get("rmse")).isBetween(46.0, 55.0);
    assertThat(predictions.rows().get(5).mean())
        .isCloseTo(fit.predict(fresh).rows().get(5).mean(), within(1e-3));
    assertThat(fit.check().finding()).isNotEqualTo(Check.Bias.BIASED);
    PreparedFit same =
        SavedFit.open(out).prepare(folder.resolve("rows.csv"), null, PreparedFit.Listener.NONE);
    double[] user = fit.draws().draw(11);
    double[] inner = new double[user.length];
    double[] back = new double[user.length];
    same.toInner(user, inner);
    same.toUser(inner, back);
    assertThat(back).containsExactly(user, within(1e-9));
  }

  @ParameterizedTest
  @CsvSource({
    "won ~ s(x) + z, logistic",
    "count ~ s(x) + z, poisson",
    "count ~ s(x) + z, negative-binomial",
    "y ~ s(x) + z, robust"
  })
  void other_families_have_smooths(String formula, String family) throws IOException {
    Fit fit = of(table("families.csv", 400, 4)).formula(formula).family(family).fit();
    var rows = fit.summary().rows();
    rows.forEach(row -> assertThat(row.essBulk()).as(row.name()).isGreaterThan(400));
    // the curve is no line: its scale is far from 0
    assertThat(rows.getLast().name()).isEqualTo("sd(s(x))");
    assertThat(rows.getLast().q5()).isGreaterThan(family.equals("robust") ? 20 : 0.2);
  }

  /** A formula of sigma may have smooths too, with a scale of their own that has no unit. */
  @Test
  void other_parameters_have_smooths() throws IOException {
    var design = DesignSpec.formula("y ~ s(x) + z").further("sigma ~ s(z, k = 4)");
    Fit fit = Regression.of(table("two.csv", 400, 8)).design(design).family("linear").seed(1).fit();
    List<String> names = fit.draws().names();
    assertThat(names).contains("sd(s(x))", "sd(sigma: s(z, k = 4))", "sigma: s(z, k = 4)[2]");
    List<String> priors = fit.prepared().priors();
    assertThat(priors.get(names.indexOf("sigma: s(z, k = 4)[1]")))
        .isEqualTo("normal(0, sd(sigma: s(z, k = 4)))");
    assertThat(priors.get(names.indexOf("sd(sigma: s(z, k = 4))"))).isEqualTo("exponential(1)");
    assertThat(priors.get(names.indexOf("sd(s(x))"))).startsWith("exponential(0.0");
    // the noise is the same everywhere: 50 within 5 of its sds
    var level = fit.summary().rows().get(names.indexOf("sigma: (Intercept)"));
    assertThat(level.mean()).isCloseTo(Math.log(50), within(5 * level.sd()));
    fit.summary().rows().forEach(row -> assertThat(row.essBulk()).isGreaterThan(400));
  }

  /**
   * A scale that may be next to 0 and large: the log of sigma's runs over six powers of e. With a
   * fixed share of centring, two of twelve such fits had fewer than 30 effective draws; now the
   * least of twelve is 2,078 of 4,000.
   */
  @ParameterizedTest
  @CsvSource({"8, 4", "14, 6", "8, 5"})
  void a_scale_near_zero_mixes(long data, long seed) throws IOException {
    var design = DesignSpec.formula("y ~ s(x) + z").further("sigma ~ s(z, k = 4)");
    Fit fit = Regression.of(table("small.csv", 400, data)).design(design).seed(seed).fit();
    assertThat(fit.account().sampler()).isEqualTo("nuts");
    fit.summary()
        .rows()
        .forEach(row -> assertThat(row.essBulk()).as(row.name()).isGreaterThan(1_200));
  }

  /** Where the truth is a line the scale of bends is small, and they are shrunk. */
  @Test
  void a_line_stays_a_line() throws IOException {
    Fit fit = of(table("line.csv", 500, 5)).formula("y ~ s(z) + s(x)").family("linear").fit();
    var rows = fit.summary().rows();
    int at = fit.draws().names().indexOf("sd(s(z))");
    assertThat(rows.get(at).q50()).isLessThan(rows.get(at + 1).q50() / 2);
  }

  @Test
  void the_horseshoe_shrinks_what_is_not_there() throws IOException {
    Table table = table("shoe.csv", 400, 6);
    Fit fit =
        of(table)
            .formula("y ~ s(x) + z + w + kind")
            .family("linear")
            .prior("horseshoe(0.01)")
            .prior("kind[b]=normal(0, 10)")
            .fit();
    assertThat(fit.draws().names())
        .contains(
            "sd(s(x))", "horseshoe(tau)", "horseshoe(slab)", "horseshoe(z)", "horseshoe(s(x))")
        .doesNotContain("horseshoe(kind[b])", "horseshoe(s(x)[1])", "horseshoe((Intercept))");
    var priors = fit.prepared().priors();
    assertThat(priors.get(fit.draws().names().indexOf("z"))).isEqualTo("horseshoe(0.01)");
    assertThat(priors.get(fit.draws().names().indexOf("kind[b]"))).isEqualTo("normal(0, 10)");
    assertThat(priors.get(fit.draws().names().indexOf("horseshoe(tau)")))
        .isEqualTo("half_cauchy(0.01)");
    Fit plain = of(table).formula("y ~ s(x) + z + w + kind").family("linear").fit();
    var shrunk = fit.summary().rows();
    var free = plain.summary().rows();
    int z = fit.draws().names().indexOf("z");
    int w = fit.draws().names().indexOf("w");
    assertThat(shrunk.get(z).mean()).isCloseTo(50, within(5 * shrunk.get(z).sd()));
    assertThat(Math.abs(shrunk.get(w).mean())).isLessThan(0.8 * Math.abs(free.get(w).mean()));
    assertThat(Math.abs(shrunk.get(w).q50())).isLessThan(0.8 * Math.abs(free.get(w).q50()));
  }

  /**
   * Beside groups: blocks by level and NUTS agree in every parameter and square of it within 5
   * standard errors, some 34 numbers each: alarm 2e-5. Predictions are the same to what 500 draws
   * give.
   */
  @ParameterizedTest
  @CsvSource({"y, linear", "won, logistic"})
  void a_smooth_goes_beside_groups(String target, String family) throws IOException {
    // few rows: where they say much NUTS takes long in these coordinates
    Table table = table("groups.csv", family.equals("linear") ? 90 : 300, 11);
    Regression regression = of(table).formula(target + " ~ s(x) + z + (1 | kind)").family(family);
    Fit fit = regression.fit();
    assertThat(fit.account().sampler()).isEqualTo("levels");
    List<String> names = fit.draws().names();
    assertThat(names)
        .startsWith("(Intercept)", "s(x)", "s(x)[1]")
        .endsWith("sd(s(x))", "sd(1 | kind)", "kind[a]", "kind[b]", "kind[c]");
    assertThat(fit.prepared().priors().get(names.indexOf("s(x)[2]")))
        .isEqualTo("normal(0, sd(s(x)))");
    assertThat(fit.prepared().priors().get(names.indexOf("sd(s(x))"))).startsWith("exponential");
    assertThat(fit.prepared().priors().get(names.indexOf("kind[b]")))
        .isEqualTo("normal(0, sd(1 | kind))");
    Fit other = regression.options(FEW.draws(250).sampler("nuts").seed(10)).fit();
    for (int k = 0; k < names.size(); k++) {
      double[][] a = fit.draws().coordinate(k);
      double[][] b = other.draws().coordinate(k);
      double middle = Convergence.mean(b);
      same(names.get(k), a, b);
      same(
          names.get(k) + " squared",
          Convergence.map(a, v -> (v - middle) * (v - middle)),
          Convergence.map(b, v -> (v - middle) * (v - middle)));
    }
    double[] inner = fit.inner().draws().draw(7);
    double[] user = new double[inner.length];
    double[] back = new double[inner.length];
    fit.prepared().toUser(inner, user);
    fit.prepared().toInner(user, back);
    assertThat(back).containsExactly(inner, within(1e-9));
    assertThat(user).containsExactly(fit.draws().draw(7), within(1e-9));
    var rows = fit.predict(table).rows();
    var others = other.predict(table).rows();
    for (int i = 0; i < rows.size(); i++) {
      double near = family.equals("linear") ? 12 : 0.08;
      assertThat(rows.get(i).mean()).isCloseTo(others.get(i).mean(), within(near));
    }
  }

  private static void same(String name, double[][] a, double[][] b) {
    double error = Math.hypot(Convergence.mcseMean(a), Convergence.mcseMean(b));
    assertThat(Convergence.mean(a)).as(name).isCloseTo(Convergence.mean(b), within(5 * error));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "y ~ x + z + (1 | kind) ; linear ; horseshoe(1) ; horseshoe(…) does not go with (1 | group)",
        "kind ~ s(x) ; multinomial ; autoscale ; s(x) is not for multinomial: use ns(…)",
        "kind ~ x + z ; multinomial ; horseshoe(1) ; horseshoe(…) is not for multinomial: use student",
        "y ~ s(x) ; linear ; s(x)[1]=flat ; s(x)[1] has the prior of its smooth, which --prior-group",
        "y ~ x ; linear ; horseshoe(1) ; a horseshoe is for many coefficients, not for 1",
        "y ~ x + z ; linear ; horseshoe(-1) ; horseshoe needs a positive finite scale, not -1.0",
        "y ~ x + z ; linear ; horseshoe() ; is not a number",
        "y ~ x + z ; linear ; horseshoe(1, 2) ; horseshoe(scale) takes 1 numbers, not 2",
        "y ~ x + z ; linear ; x=horseshoe(1) ; there is no prior \"horseshoe\" here",
      })
  void what_does_not_go_is_refused(String formula, String family, String prior, String message)
      throws IOException {
    Table table = table("refused.csv", 60, 7);
    Regression regression = of(table).formula(formula).family(family).prior(prior);
    assertThatThrownBy(regression::prepare)
        .isInstanceOf(UsageException.class)
        .hasMessageContaining(message);
  }
}
