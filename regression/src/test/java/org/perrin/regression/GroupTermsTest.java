package org.perrin.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.perrin.io.UsageException;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;
import org.perrin.model.MixedModel;
import org.perrin.posterior.Options;
import org.perrin.random.RandomStream;
import org.perrin.regression.prior.PriorChoice;

/** Coefficients that vary by groups, from a table to draws and predictions. */
class GroupTermsTest {
  private static final int LEVELS = 30;
  private static final int EACH = 12;

  /** y = 2 + x + b₀ + b₁ x + noise; sds 1.5 and 0.8, correlation −0.5, noise 0.7. */
  private static Table slopes() {
    var random = RandomStream.of(18);
    int n = LEVELS * EACH;
    double[] x = new double[n];
    double[] y = new double[n];
    int[] g = new int[n];
    int[] h = new int[n];
    for (int j = 0; j < LEVELS; j++) {
      double a = 1.5 * random.nextGaussian();
      double b = 0.8 * (-0.5 * a / 1.5 + Math.sqrt(0.75) * random.nextGaussian());
      for (int k = 0; k < EACH; k++) {
        int i = j * EACH + k;
        g[i] = j;
        h[i] = (i * 7) % 5;
        x[i] = 10 * random.nextDouble();
        y[i] = 2 + x[i] + a + b * x[i] + 0.7 * random.nextGaussian();
      }
    }
    return Table.of(
        "slopes",
        List.of(
            Column.Numeric.of("y", y),
            Column.Numeric.of("x", x),
            Column.Text.of("g", names("g", g)),
            Column.Text.of("h", names("h", h))));
  }

  private static String[] names(String prefix, int... numbers) {
    return Arrays.stream(numbers).mapToObj(j -> prefix + j).toArray(String[]::new);
  }

  private static Regression of(String formula) {
    return Regression.of(slopes()).formula(formula).family("linear");
  }

  /** Every parameter within 5 posterior sds of the truth: 1 in 10⁵ seeds is not. */
  @Test
  void slopes_and_their_correlation_are_found() {
    Fit fit = of("y ~ x + (x | g)").options(Options.standard().draws(150).seed(3)).fit();
    assertThat(fit.draws().names().subList(0, 8))
        .containsExactly(
            "(Intercept)",
            "x",
            "sigma",
            "sd(1 | g)",
            "sd(x | g)",
            "cor(1, x | g)",
            "g[g0]",
            "g[g0, x]");
    assertThat(fit.draws().dimension()).isEqualTo(6 + 2 * LEVELS);
    double[] truth = {2, 1, 0.7, 1.5, 0.8, -0.5};
    for (int k = 0; k < truth.length; k++) {
      var row = fit.summary().rows().get(k);
      assertThat(row.mean()).as(row.name()).isCloseTo(truth[k], within(5 * row.sd()));
      assertThat(row.sd()).as(row.name()).isLessThan(0.6);
    }
    var predictions = fit.predict(slopes());
    assertThat(predictions.scores().numbers().get("coverage")).isBetween(0.85, 0.97);
    assertThat(predictions.scores().numbers().get("rmse")).isBetween(0.5, 0.8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      value = {
        "y ~ x + (1 | g)",
        "y ~ x + (x | g)",
        "y ~ (x || g) + (1 | h)",
        "y ~ (x + h | g)",
        "y ~ (1 | g/h)",
      })
  void users_parameters_are_the_samplers_backwards(String formula) {
    PreparedFit prepared = of(formula).prepare();
    double[] inner = new double[prepared.model().dimension()];
    var random = RandomStream.of(5);
    Arrays.setAll(inner, k -> 0.7 * random.nextGaussian());
    double[] user = new double[prepared.names().size()];
    double[] back = new double[inner.length];
    prepared.toUser(inner, user);
    prepared.toInner(user, back);
    assertThat(back).containsExactly(inner, within(1e-9));
    assertThat(prepared.priors()).hasSameSizeAs(prepared.names());
  }

  /** The predictor of rows is the same in the user's columns as in the sampler's. */
  @Test
  void scaled_columns_leave_predictors_alone() {
    PreparedFit prepared = of("y ~ x + (x | g)").prepare();
    var model = (MixedModel) prepared.model();
    double[] inner = new double[model.dimension()];
    var random = RandomStream.of(6);
    Arrays.setAll(inner, k -> 0.5 * random.nextGaussian());
    double[] user = new double[inner.length];
    prepared.toUser(inner, user);
    double[] b = new double[2 * LEVELS];
    model.effects(inner, 0, b);
    var rows = prepared.groups().getFirst();
    for (int i = 0; i < 50; i++) {
      int at = 2 * rows.level()[i];
      double own = b[at] + b[at + 1] * model.terms().getFirst().value(1, i);
      double shown = user[6 + at] + user[6 + at + 1] * rows.values().get(1)[i];
      assertThat(shown).isCloseTo(own, within(1e-12));
    }
    assertThat(user[5]).isBetween(-1.0, 1.0);
  }

  private static List<String> priors(String formula, String... texts) {
    return of(formula)
        .priors(new PriorChoice(List.of(), null, null, List.of(texts)))
        .prepare()
        .priors()
        .subList(3, 6);
  }

  @Test
  void priors_are_given_by_group_and_coefficient() {
    String formula = "y ~ x + (x | g)";
    List<String> standard = priors(formula);
    assertThat(standard.get(0)).startsWith("exponential(0.");
    assertThat(standard.get(2)).isEqualTo("lkj(1)");
    assertThat(priors(formula, "exponential(2)", "lkj(3)"))
        .containsExactly("exponential(2)", "exponential(2)", "lkj(3)");
    assertThat(priors(formula, "g, x=half_normal(4)", "exponential(2)", "g=lkj(1.5)"))
        .containsExactly("exponential(2)", "half_normal(4)", "lkj(1.5)");
    assertThat(priors(formula, "g=exponential(7)", "g , 1=autoscale"))
        .containsExactly(standard.get(0), "exponential(7)", "lkj(1)");
    assertThatThrownBy(() -> priors(formula, "gg=exponential(1)"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--prior-group: there is no group \"gg\"");
    assertThatThrownBy(() -> priors("y ~ x + (x || g)", "g=lkj(2)"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--prior-group: \"g\" has no correlations");
    assertThatThrownBy(() -> priors(formula, "g, x=lkj(2)"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--prior-group: \"g, x\" has no correlations");
    assertThatThrownBy(() -> priors(formula, "lkj(-1)"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--prior-group \"lkj(-1)\"")
        .hasMessageContaining("the shape of lkj must be positive and finite, not -1.0");
    assertThatThrownBy(() -> priors(formula, "normal(0, 1)"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("there is no prior \"normal\" here");
  }

  /** In units of the target and of the column: exponential(sd(x)/sd(y)). */
  @Test
  void scales_have_the_unit_of_their_column() {
    var prepared = of("y ~ x + (x | g)").prepare();
    var again = Regression.of(slopes()).formula("y ~ x + (I(1000*x) | g)").family("linear");
    double rate = rate(prepared.priors().get(4));
    assertThat(rate(again.prepare().priors().get(4)))
        .isCloseTo(1000 * rate, within(1e-2 * 1000 * rate));
    assertThat(rate(again.prepare().priors().get(3))).isEqualTo(rate(prepared.priors().get(3)));
  }

  private static double rate(String exponential) {
    return Double.parseDouble(exponential.replaceAll("[a-z()]", ""));
  }

  /** Sigma of the levels of h differs; the scale of its logarithm is found. */
  @Test
  void other_parameters_vary_too() {
    PreparedFit prepared = of("y ~ x + (1 | g)").further("sigma ~ (1 | h)").prepare();
    assertThat(prepared.names())
        .contains("sigma: (Intercept)", "sd(1 | g)", "sigma: sd(1 | h)", "sigma: h[h3]");
    assertThat(((MixedModel) prepared.model()).terms().get(1).predictor()).isEqualTo(1);
    assertThat(prepared.priors().get(prepared.names().indexOf("sigma: sd(1 | h)")))
        .isEqualTo("exponential(1)");
  }

  @ParameterizedTest
  @CsvSource({"poisson", "negative-binomial", "gamma", "student", "zero-inflated-poisson"})
  void every_family_has_slopes(String family) {
    Table table = slopes();
    double[] y = ((Column.Numeric) table.column("y")).values().toArray();
    double[] counts = Arrays.stream(y).map(v -> 1 + Math.rint(Math.abs(v))).toArray();
    Table counted =
        Table.of(
            "counts",
            List.of(
                Column.Numeric.of("k", counts),
                table.column("x"),
                table.column("g"),
                table.column("h")));
    PreparedFit prepared =
        Regression.of(counted).formula("k ~ x + (x | g) + (1 | h)").family(family).prepare();
    assertThat(prepared.names()).contains("cor(1, x | g)", "sd(1 | h)");
    assertThat(Double.isFinite(prepared.model().potential(prepared.model().start()))).isTrue();
  }
}
