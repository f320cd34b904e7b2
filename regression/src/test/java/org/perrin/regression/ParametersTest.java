package org.perrin.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.perrin.io.UsageException;
import org.perrin.io.table.Table;
import org.perrin.math.Gamma;
import org.perrin.posterior.Options;
import org.perrin.random.RandomStream;
import org.perrin.regression.predict.Predictions;
import org.perrin.regression.prior.PriorChoice;

/**
 * Formulas of other parameters: against the truth that data were made with, against maximum
 * likelihood by {@link Climber} from densities written here, and that intervals cover. Some 30
 * bounds of 4 posterior standard deviations: a seed fails by chance once in 500.
 */
class ParametersTest {
  private static final int ROWS = 1500;
  private static final String AUTO = "autoscale";

  @TempDir static Path folder;

  /** A row of a made table: x, z, and what is drawn. */
  private interface World {
    double y(double x, double z, RandomStream random);
  }

  private record Made(Table table, double[][] rows) {
    /** {@code −Σ log p(y | x, z)}. */
    double loss(ToDoubleFunction<double[]> of) {
      double sum = 0;
      for (double[] row : rows) {
        sum += of.applyAsDouble(row);
      }
      return sum;
    }
  }

  private static Made made(String name, long seed, World world) {
    var random = RandomStream.of(seed);
    var text = new StringBuilder("y,x,z\n");
    double[][] rows = new double[ROWS][];
    for (int i = 0; i < ROWS; i++) {
      double x = 5 + 2 * random.nextGaussian();
      double z = 3 * random.nextDouble();
      rows[i] = new double[] {world.y(x, z, random), x, z};
      text.append(String.format(Locale.ROOT, "%s,%s,%s%n", rows[i][0], x, z));
    }
    try {
      return new Made(Table.read(Files.writeString(folder.resolve(name + ".csv"), text)), rows);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Regression regression(Made made, String family, String further) {
    return Regression.of(made.table)
        .formula("y ~ x")
        .further(further)
        .family(family)
        .options(Options.standard().sampler("nuts").draws(250).seed(7));
  }

  private static PriorChoice flat(String parameter) {
    List<String> all = new ArrayList<>(List.of("flat"));
    all.add(parameter + ": (Intercept)=flat");
    all.add(parameter + ": z=flat");
    return new PriorChoice(all, "flat", AUTO, AUTO);
  }

  private static void near(Fit fit, double... truth) {
    for (int k = 0; k < truth.length; k++) {
      var row = fit.summary().rows().get(k);
      assertThat(row.mean()).as(row.name()).isCloseTo(truth[k], within(4 * row.sd()));
    }
  }

  /** The mode is the maximum, and means are near it; sds of means are 0.03 posterior sds. */
  private static void atMaximum(Fit fit, double[] maximum) {
    for (int k = 0; k < maximum.length; k++) {
      var row = fit.summary().rows().get(k);
      assertThat(fit.laplaceMean()[k])
          .as(row.name())
          .isCloseTo(maximum[k], within(0.01 * row.sd()));
      assertThat(row.mean()).as(row.name()).isCloseTo(maximum[k], within(0.3 * row.sd()));
    }
  }

  private static double normal(double r, double logSigma) {
    return logSigma + r * r * Math.exp(-2 * logSigma) / 2;
  }

  private static final World NOISE =
      (x, z, random) -> 1 + 0.5 * x + Math.exp(-1 + 0.6 * z) * random.nextGaussian();

  @Test
  void noise_that_grows() {
    Made made = made("noise", 1, NOISE);
    Fit fit = regression(made, "linear", "sigma ~ z").fit();
    assertThat(fit.draws().names())
        .containsExactly("(Intercept)", "x", "sigma: (Intercept)", "sigma: z");
    near(fit, 1, 0.5, -1, 0.6);
    assertThat(fit.prepared().priors().get(2)).matches("normal\\(0\\.\\d+, 1\\)");
    Fit plain = regression(made, "linear", "sigma ~ z").priors(flat("sigma")).fit();
    atMaximum(
        plain,
        Climber.minimum(
            t -> made.loss(r -> normal(r[0] - t[0] - t[1] * r[1], t[2] + t[3] * r[2])),
            0,
            0,
            0,
            0));
  }

  /** Coverage of 90 % of 1500 rows has an sd of 0.8 %; each half of the rows has its own noise. */
  @Test
  void intervals_have_the_noise_of_their_row() {
    Made made = made("cover", 2, NOISE);
    Fit fit = regression(made, "linear", "sigma ~ z").fit();
    Made other = made("fresh", 3, NOISE);
    Predictions predicted = fit.predict(other.table);
    assertThat(predicted.scores().numbers().get("coverage")).isBetween(0.865, 0.935);
    for (boolean high : new boolean[] {false, true}) {
      int rows = 0;
      int covered = 0;
      for (int i = 0; i < ROWS; i++) {
        var row = predicted.rows().get(i);
        if (other.rows[i][2] > 1.5 == high) {
          rows++;
          double y = other.rows[i][0];
          covered += y >= row.low() && y <= row.high() ? 1 : 0;
          assertThat(row.sd()).isCloseTo(Math.exp(-1 + 0.6 * other.rows[i][2]), within(0.5));
        }
      }
      assertThat(covered / (double) rows).isBetween(0.85, 0.95);
    }
    // control: one noise for all rows covers too much here and too little there
    Fit one = Regression.of(made.table).formula("y ~ x").family("linear").fit();
    double loss = one.predict(other.table).scores().numbers().get("log_loss");
    assertThat(loss).isGreaterThan(predicted.scores().numbers().get("log_loss") + 0.05);
  }

  @Test
  void shapes_of_amounts_that_vary() {
    Made made =
        made(
            "gamma",
            4,
            (x, z, random) -> {
              double shape = Math.exp(0.5 + 0.7 * z);
              return Math.exp(-0.5 + 0.2 * x) / shape * gamma(shape, random);
            });
    Fit fit = regression(made, "gamma", "shape ~ z").fit();
    near(fit, -0.5, 0.2, 0.5, 0.7);
    Fit plain = regression(made, "gamma", "shape ~ z").priors(flat("shape")).fit();
    ToDoubleFunction<double[]> loss =
        t ->
            made.loss(
                r -> {
                  double shape = Math.exp(t[2] + t[3] * r[2]);
                  double rate = shape / Math.exp(t[0] + t[1] * r[1]);
                  return Gamma.log(shape)
                      - shape * Math.log(rate)
                      - (shape - 1) * Math.log(r[0])
                      + rate * r[0];
                });
    atMaximum(plain, Climber.minimum(loss, 0, 0, 0, 0));
  }

  @Test
  void overdispersion_that_varies() {
    Made made =
        made(
            "counts",
            5,
            (x, z, random) -> {
              double phi = Math.exp(-0.5 + 0.8 * z);
              double rate = Math.exp(0.5 + 0.2 * x) / phi * gamma(phi, random);
              double limit = Math.exp(-Math.min(rate, 700));
              int count = 0;
              for (double p = random.nextDouble(); p > limit; p *= random.nextDouble()) {
                count++;
              }
              return count;
            });
    Fit fit = regression(made, "negative-binomial", "phi ~ z").fit();
    near(fit, 0.5, 0.2, -0.5, 0.8);
    Fit plain = regression(made, "negative-binomial", "phi ~ z").priors(flat("phi")).fit();
    ToDoubleFunction<double[]> loss =
        t ->
            made.loss(
                r -> {
                  double phi = Math.exp(t[2] + t[3] * r[2]);
                  double mu = Math.exp(t[0] + t[1] * r[1]);
                  return Gamma.log(phi)
                      + Gamma.log(r[0] + 1)
                      - Gamma.log(r[0] + phi)
                      - phi * Math.log(phi / (phi + mu))
                      - r[0] * Math.log(mu / (phi + mu));
                });
    atMaximum(plain, Climber.minimum(loss, 0, 0, 0, 0));
  }

  /** The third of three parameters has a formula, the second has none. */
  @Test
  void tails_that_vary() {
    Made made =
        made(
            "tails",
            6,
            (x, z, random) -> {
              double nu = Math.exp(0.3 + 0.8 * z);
              double scale = Math.sqrt(nu / (2 * gamma(nu / 2, random)));
              return 1 + 0.5 * x + 2 * scale * random.nextGaussian();
            });
    var few = Options.standard().sampler("nuts").draws(80);
    Fit fit = regression(made, "student", "nu ~ z").options(few).fit();
    assertThat(fit.draws().names())
        .containsExactly("(Intercept)", "x", "nu: (Intercept)", "nu: z", "sigma");
    near(fit, 1, 0.5, 0.3, 0.8, 2);
    Predictions predicted = fit.predict(made.table);
    assertThat(predicted.scores().numbers().get("coverage")).isBetween(0.865, 0.935);
  }

  /** Whatever order formulas are given in, parameters have theirs. */
  @Test
  void two_further_formulas_in_any_order() {
    Made made = made("both", 7, NOISE);
    Fit fit =
        Regression.of(made.table)
            .formula("y ~ x")
            .further("nu ~ x", "sigma ~ z")
            .family("student")
            .options(Options.standard().sampler("nuts").draws(100))
            .fit();
    assertThat(fit.draws().names())
        .containsExactly(
            "(Intercept)", "x", "sigma: (Intercept)", "sigma: z", "nu: (Intercept)", "nu: x");
    near(fit, 1, 0.5, -1, 0.6);
  }

  /** A formula without terms is the parameter itself, but for its prior. */
  @Test
  void a_constant_formula_is_no_formula() {
    Made made = made("constant", 8, NOISE);
    var shared = Regression.of(made.table).formula("y ~ x").family("linear");
    var options = Options.standard().sampler("nuts").draws(250);
    Fit one = shared.options(options).fit();
    Fit two = shared.further("sigma ~ 1").options(options).fit();
    for (int k = 0; k < 2; k++) {
      var row = one.summary().rows().get(k);
      assertThat(two.summary().rows().get(k).mean()).isCloseTo(row.mean(), within(0.2 * row.sd()));
    }
    double sigma = one.summary().rows().get(2).mean();
    assertThat(Math.exp(two.summary().rows().get(2).mean())).isCloseTo(sigma, within(0.02));
  }

  @Test
  void priors_of_further_formulas() {
    Made made = made("priors", 9, NOISE);
    PreparedFit prepared =
        regression(made, "linear", "sigma ~ z").prior("sigma: z=normal(0, 0.25)").prepare();
    assertThat(prepared.priors().get(3)).isEqualTo("normal(0, 0.25)");
    PreparedFit shape =
        regression(made("shape", 9, (x, z, r) -> 1 + z), "gamma", "shape ~ z").prepare();
    // the scale of half_cauchy(5) is 5
    assertThat(shape.priors().get(2)).isEqualTo("normal(1.609, 2.5)");
    // z is uniform on (0, 3): sd 3/√12
    assertThat(shape.priors().get(3)).matches("normal\\(0, 1\\.1\\d+\\)");
    PreparedFit zeros =
        regression(made("zeros", 9, (x, z, r) -> Math.floor(z)), "hurdle-poisson", "zero ~ z")
            .prepare();
    assertThat(zeros.priors().get(2)).isEqualTo("normal(0, 1.5)");
    assertThatThrownBy(
            () ->
                regression(made, "linear", "sigma ~ z")
                    .priors(new PriorChoice(List.of(), AUTO, "exponential(1)", AUTO))
                    .prepare())
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("sigma has a formula");
  }

  /**
   * Without an intercept priors must still reach a sigma of any unit, and the search begin there.
   */
  @Test
  void no_intercept_in_large_units() {
    Made made =
        made("large", 11, (x, z, random) -> 1e6 * (x + Math.exp(z) * random.nextGaussian()));
    Fit fit =
        Regression.of(made.table)
            .formula("y ~ x")
            .further("sigma ~ 0 + I(0*x + 1) + z")
            .family("linear")
            .options(Options.standard().sampler("nuts").draws(100))
            .fit();
    var level = fit.summary().rows().get(2);
    assertThat(level.mean()).isCloseTo(Math.log(1e6), within(5 * level.sd()));
    assertThat(fit.prepared().priors().get(2)).matches("normal\\(0, 1\\d\\.\\d+\\)");
  }

  @Test
  void what_makes_no_sense_is_one_line() {
    Made made = made("bad", 10, NOISE);
    refused(
        made,
        "linear",
        "sgma ~ z",
        "linear has no parameter \"sgma\" for a formula: did you mean \"sigma\"? (there is only sigma)");
    refused(
        made,
        "student",
        "tau ~ z",
        "student has no parameter \"tau\" for a formula: did you mean \"nu\"? (there are sigma, nu)");
    refused(
        made,
        "poisson",
        "sigma ~ z",
        "poisson has one formula, and no parameter \"sigma\" for another: leave it out");
    refused(
        made,
        "ordinal",
        "sigma ~ z",
        "ordinal has one formula, and no parameter \"sigma\" for another: leave it out");
    refused(
        made,
        "multinomial",
        "sigma ~ z",
        "multinomial has one formula, and no parameter \"sigma\" for another: leave it out");
    refused(
        made, "linear", "mu ~ z", "\"mu\" is what the formula of the target is of: give that one");
  }

  private static void refused(Made made, String family, String further, String message) {
    assertThatThrownBy(() -> regression(made, family, further).prepare())
        .isInstanceOf(UsageException.class)
        .hasMessage(message);
  }

  /** Marsaglia and Tsang (2000); of a shape below 1 by that of one more. */
  private static double gamma(double shape, RandomStream random) {
    if (shape < 1) {
      return gamma(shape + 1, random) * Math.pow(random.nextDouble(), 1 / shape);
    }
    double d = shape - 1.0 / 3;
    double c = 1 / Math.sqrt(9 * d);
    while (true) {
      double x = random.nextGaussian();
      double v = Math.pow(1 + c * x, 3);
      if (v > 0 && Math.log(random.nextDouble()) < 0.5 * x * x + d - d * v + d * Math.log(v)) {
        return d * v;
      }
    }
  }
}
