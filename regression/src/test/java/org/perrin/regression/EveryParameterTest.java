package org.perrin.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.perrin.family.Families;
import org.perrin.family.Family;
import org.perrin.family.Support;
import org.perrin.io.UsageException;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;
import org.perrin.mode.Mode;
import org.perrin.mode.Search;
import org.perrin.posterior.Options;
import org.perrin.random.RandomStream;

/**
 * Every parameter of every family of the registry may have a formula, but for the thresholds of
 * ordered classes, whose number is known only once rows are read. Responses are drawn from the
 * family's own distribution, and the mode lies within 5 of its standard deviations of the truth:
 * with some 60 numbers one seed in 30,000 fails by chance.
 */
class EveryParameterTest {
  private static final int ROWS = 1500;

  static Stream<Arguments> parameters() {
    return Families.ours().stream()
        .map(family -> family.given(3))
        .filter(family -> !family.support().classes())
        .flatMap(
            family ->
                IntStream.range(1, family.parameters().size())
                    .mapToObj(k -> Arguments.of(family.name(), family, k)));
  }

  @ParameterizedTest(name = "{0}, parameter {2}")
  @MethodSource("parameters")
  void a_formula_of_any_parameter_finds_the_truth(String name, Family family, int k) {
    String parameter = family.parameters().get(k).name();
    double[] truth = {0.4, 0.5, 0.6, -0.5};
    double[] others = new double[family.parameters().size()];
    Arrays.fill(others, 0.5);
    Table table = table(family, k, truth, others);
    PreparedFit prepared =
        Regression.of(table)
            .formula("y ~ x")
            .further("`%s` ~ z".formatted(parameter))
            .family(family.name())
            .prepare();
    Mode mode = Search.of(prepared.model()).mode();
    double[] found = new double[prepared.names().size()];
    prepared.toUser(mode.theta(), found);
    double[] sd = prepared.parameters().sd(mode.theta(), mode.covariance());
    assertThat(prepared.names()).contains(parameter + ": z");
    for (int j = 0; j < truth.length; j++) {
      assertThat(found[j]).as(prepared.names().get(j)).isCloseTo(truth[j], within(5 * sd[j]));
    }
  }

  /** {@code η₁ = t₀ + t₁x}, {@code ηₖ = t₂ + t₃z}, the others one number. */
  private static Table table(Family family, int k, double[] truth, double[] others) {
    var random = RandomStream.of(31 + k);
    double[] x = new double[ROWS];
    double[] z = new double[ROWS];
    double[] y = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      x[i] = random.nextGaussian();
      z[i] = random.nextGaussian();
      double[] eta = others.clone();
      eta[0] = truth[0] + truth[1] * x[i];
      eta[k] = truth[2] + truth[3] * z[i];
      y[i] = Math.min(family.at(eta).draw(random), most(family));
    }
    List<Column> columns = new ArrayList<>();
    columns.add(Column.Numeric.of("y", y));
    columns.add(Column.Numeric.of("x", x));
    columns.add(Column.Numeric.of("z", z));
    return Table.of("made", columns);
  }

  /** Shares of little precision round to 1. */
  private static double most(Family family) {
    return family.support() == Support.UNIT ? Math.nextDown(1.0) : Double.POSITIVE_INFINITY;
  }

  /**
   * Noise that grows with x bends the ninth decile away from the median: {@code y = 1 + x + (1 + x)
   * e/2}, so that decile is {@code 1 + x + 0.641 (1 + x)}. The share below it is 0.9 within four
   * standard errors of 0.0077.
   */
  @Test
  void any_quantile_by_its_name() {
    var random = RandomStream.of(5);
    double[] x = new double[ROWS];
    double[] y = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      x[i] = 2 * random.nextDouble();
      y[i] = 1 + x[i] + (1 + x[i]) * random.nextGaussian() / 2;
    }
    Table table = Table.of("made", List.of(Column.Numeric.of("y", y), Column.Numeric.of("x", x)));
    Fit fit =
        Regression.of(table)
            .formula("y ~ x")
            .family("quantile(0.9)")
            .options(Options.standard().sampler("nuts").draws(100).seed(1))
            .fit();
    assertThat(fit.laplaceMean()[1]).isCloseTo(1.641, within(5 * fit.laplaceSd()[1]));
    var rows = fit.predict(table).rows();
    double below = IntStream.range(0, ROWS).filter(i -> y[i] < rows.get(i).mean()).count();
    assertThat(below / ROWS).isBetween(0.9 - 4 * 0.0077, 0.9 + 4 * 0.0077);
    assertThatThrownBy(() -> Regression.of(table).family("quantile(1.5)"))
        .isInstanceOf(UsageException.class)
        .hasMessage("quantile(1.5): a quantile is at a probability between 0 and 1, not 1.5");
    assertThatThrownBy(() -> Regression.of(table).family("poisson(2)"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("there is no model");
  }
}
