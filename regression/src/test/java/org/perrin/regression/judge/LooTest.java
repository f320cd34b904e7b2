package org.perrin.regression.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.data.Rows;
import org.perrin.draws.Draws;
import org.perrin.math.Matrices;
import org.perrin.math.Scalars;
import org.perrin.mode.Newton;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.random.RandomStream;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.predict.FittedRows;
import org.perrin.regression.standard.Scaling;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Leave-one-out against ArviZ, and of some rows against all of them. */
class LooTest {
  private static final int CHAINS = 4;

  private static String text(String name) throws IOException {
    try (var in = LooTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The numbers of a file below its head. */
  private static double[][] numbers(String name) throws IOException {
    return text(name)
        .lines()
        .skip(1)
        .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
        .toArray(double[][]::new);
  }

  private static FittedRows read(String name, String family) throws IOException {
    double[][] rows = numbers(name + ".csv");
    double[] y = Arrays.stream(rows).mapToDouble(row -> row[0]).toArray();
    double[][] x = Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
    Arrays.stream(x).forEach(row -> row[0] = 1);
    double[][] values = numbers(name + "-draws.csv");
    return fit(family, Dataset.of(x, y), values);
  }

  private static FittedRows fit(String family, Dataset data, double[][] draws) {
    int d = draws[0].length;
    int each = draws.length / CHAINS;
    List<Draws.Chain> chains =
        IntStream.range(0, CHAINS)
            .mapToObj(c -> Arrays.copyOfRange(draws, c * each, (c + 1) * each))
            .map(c -> Draws.Chain.of(d, Arrays.stream(c).flatMapToDouble(Arrays::stream).toArray()))
            .toList();
    List<String> names = IntStream.range(0, d).mapToObj(k -> "p" + k).toList();
    return new FittedRows(
        ModelChoice.named(family),
        Scaling.identity(data.x().width()),
        data,
        null,
        List.of(),
        new Draws(names, chains));
  }

  /** The data, the draws and ArviZ's numbers are made by loo.py beside them. */
  @ParameterizedTest
  @ValueSource(strings = {"spector", "fair", "randhie", "stackloss", "diabetes"})
  void loo_equals_that_of_arviz(String name) throws IOException {
    JsonNode totals = JsonMapper.shared().readTree(text("loo.json")).path(name);
    Loo loo = Loo.of(read(name, totals.path("family").stringValue()));
    assertThat(loo.elpd()).isCloseTo(totals.path("elpd").doubleValue(), within(1e-6));
    assertThat(loo.se()).isCloseTo(totals.path("se").doubleValue(), within(1e-6));
    assertThat(loo.complexity()).isCloseTo(totals.path("p").doubleValue(), within(1e-6));
    assertThat(loo.limit()).isCloseTo(totals.path("limit").doubleValue(), within(1e-12));
    double[][] theirs = numbers(name + "-loo.csv");
    assertThat(theirs).hasNumberOfRows(loo.rows());
    assertThat(loo.rows()).isGreaterThan(15);
    for (int i = 0; i < theirs.length; i++) {
      assertThat(loo.pointwise().elpd()[i]).as("row " + i).isCloseTo(theirs[i][0], within(1e-6));
      assertThat(loo.pointwise().shape()[i]).as("row " + i).isCloseTo(theirs[i][1], within(1e-6));
    }
    assertThat(loo.sampling()).isZero();
  }

  /** A coded row's variance comes from its elements; linear models have a scale beside it. */
  @ParameterizedTest
  @ValueSource(strings = {"logistic", "linear"})
  void coded_rows_have_the_surrogate_of_the_same_rows_dense(String family) {
    int n = 300;
    int levels = 12;
    int numbers = 2;
    var random = RandomStream.of(5);
    double[] dense = new double[n * CodedRows.pitch(numbers)];
    char[] places = new char[n];
    double[] y = new double[n];
    int width = numbers + levels;
    for (int i = 0; i < n; i++) {
      dense[i * CodedRows.pitch(numbers)] = 1;
      dense[i * CodedRows.pitch(numbers) + 1] = random.nextGaussian();
      places[i] = (char) (i % 13 == 0 ? width : numbers + i % levels);
      y[i] = i % 3 == 0 ? 1 : 0;
    }
    Rows coded = CodedRows.of(width, new int[] {0, 1}, dense, places, new int[] {-1});
    double[] centre = new double[width];
    double[] scale = new double[width];
    Arrays.fill(scale, 0.3);
    Arrays.fill(centre, numbers, width, 0.08);
    scale[0] = 1;
    Rows x = coded.standardised(centre, scale, false);
    Rows same = x.map(width, (row, out) -> System.arraycopy(row, 0, out, 0, width));
    double[][] draws = new double[400][width + (family.equals("linear") ? 1 : 0)];
    for (double[] draw : draws) {
      double common = random.nextGaussian();
      Arrays.setAll(draw, k -> 0.1 * k / width + 0.1 * random.nextGaussian() + 0.05 * common);
      draw[draw.length - 1] = Math.exp(draw[draw.length - 1]);
    }
    var names = IntStream.range(0, width).mapToObj(k -> "x" + k).toList();
    var found = PointwiseSurrogate.of(fit(family, new Dataset(x, y, null, null, names), draws));
    var expected =
        PointwiseSurrogate.of(fit(family, new Dataset(same, y, null, null, names), draws));
    assertThat(found.elpd()).containsExactly(expected.elpd(), within(1e-9));
    assertThat(found.complexity()).containsExactly(expected.complexity(), within(1e-6f));
  }

  /** A logistic regression with draws from its Gaussian approximation. */
  private static FittedRows logistic(int n, int d, int draws, long seed) {
    var random = RandomStream.of(seed);
    double[][] x = new double[n][d];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      double eta = 0;
      for (int k = 0; k < d; k++) {
        x[i][k] = k == 0 ? 1 : random.nextGaussian() * (random.nextDouble() < 0.02 ? 6 : 1);
        eta += (k == 0 ? -1 : 0.3) * x[i][k];
      }
      y[i] = random.nextDouble() < Scalars.expit(eta) ? 1 : 0;
    }
    var data = new Dataset(DenseRows.of(x), y, null, null, names(d));
    var mode = Newton.find(Glm.logistic(data, Priors.normal(0, 10)));
    double[] root = Matrices.cholesky(mode.covariance(), d);
    double[][] theta = new double[draws][d];
    double[] z = new double[d];
    for (double[] draw : theta) {
      random.fillGaussian(z, d);
      Matrices.apply(root, z, draw, d);
      for (int k = 0; k < d; k++) {
        draw[k] += mode.theta()[k];
      }
    }
    return fit("logistic", data, theta);
  }

  private static List<String> names(int d) {
    return IntStream.range(0, d).mapToObj(k -> "x" + k).toList();
  }

  /** Four standard errors each way: false alarms once in 16,000 seeds; the seed is fixed. */
  @Test
  void some_rows_say_what_all_rows_say_within_the_stated_error() {
    FittedRows fit = logistic(1500, 8, 300, 3);
    Loo all = Loo.of(fit, 1500);
    Loo some = Loo.of(fit, 300);
    assertThat(some.sample().rows().length).isLessThanOrEqualTo(300);
    assertThat(some.elpd()).isCloseTo(all.elpd(), within(4 * some.sampling()));
    assertThat(some.sampling()).isBetween(1e-9, 0.002 * all.se());
    assertThat(some.se()).isCloseTo(all.se(), within(0.01 * all.se()));
    assertThat(some.complexity()).isCloseTo(all.complexity(), within(0.1 * all.complexity()));
    // the shortcut for the Monte Carlo error takes the posterior for normal
    assertThat(some.monteCarlo()).isBetween(0.6 * all.monteCarlo(), 1.6 * all.monteCarlo());
  }

  /** The same estimator without the surrogate: its error must be far larger, and be stated so. */
  @Test
  void without_a_surrogate_the_stated_error_is_larger_by_orders_and_still_right() {
    FittedRows fit = logistic(1500, 8, 300, 4);
    Loo all = Loo.of(fit, 1500);
    var blind = new PointwiseSurrogate(new double[1500], new float[1500], 1);
    Loo some = Loo.of(fit, RowSample.of(Loo.scores(blind), 300, 5), blind);
    assertThat(some.sampling()).isGreaterThan(100 * Loo.of(fit, 300).sampling());
    assertThat(some.elpd()).isCloseTo(all.elpd(), within(4 * some.sampling()));
  }

  /** Reflected draws serve where predictors are not linear in the parameters: groups. */
  @Test
  void a_surrogate_by_draws_is_unbiased_too() {
    FittedRows fit = logistic(1500, 8, 300, 6);
    Loo all = Loo.of(fit, 1500);
    var surrogate = PointwiseSurrogate.byDraws(fit);
    Loo some = Loo.of(fit, RowSample.of(Loo.scores(surrogate), 300, 5), surrogate);
    assertThat(some.elpd()).isCloseTo(all.elpd(), within(4 * some.sampling()));
    assertThat(some.sampling()).isBetween(1e-9, 0.02 * all.se());
  }

  /** The stated Monte Carlo error against the spread of elpd over other draws of the same size. */
  @Test
  void the_monte_carlo_error_is_the_spread_over_other_draws() {
    double[] elpd = new double[20];
    double stated = 0;
    FittedRows fit = logistic(300, 4, 4000, 9);
    for (int r = 0; r < elpd.length; r++) {
      double[][] draws = new double[400][];
      int from = r % 10 * 400;
      int step = r;
      Arrays.setAll(draws, s -> fit.draws().draw((from + s * (1 + 2 * (step / 10))) % 4000));
      Loo one = Loo.of(fit("logistic", fit.data(), draws));
      elpd[r] = one.elpd();
      stated += one.monteCarlo() / elpd.length;
    }
    double mean = Arrays.stream(elpd).average().orElseThrow();
    double sd = Math.sqrt(Arrays.stream(elpd).map(v -> (v - mean) * (v - mean)).sum() / 19);
    // an sd of 20 numbers is known to 16 %: three of them, and autocorrelation is estimated too
    assertThat(stated).isBetween(0.5 * sd, 1.7 * sd);
  }
}
