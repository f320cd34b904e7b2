package org.perrin.regression.prior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.perrin.data.Dataset;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.standard.ColumnStatistics;
import org.perrin.regression.standard.ResponseStatistics;

class PriorChoiceTest {
  /** A target in large units: sigma is exponential in them, whatever its logarithm is. */
  @Test
  void the_default_prior_of_sigma_is_exponential_in_the_unit_of_the_target() {
    double[][] x = new double[101][];
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      x[i] = new double[] {i};
      y[i] = 1000 * (i % 2);
    }
    Dataset data = Dataset.of(x, y);
    var sigma =
        PriorChoice.standard()
            .resolve(
                data.names(),
                ResponseStatistics.of(data.responses()),
                ModelChoice.named("linear"),
                ColumnStatistics.of(data))
            .getLast();
    double spread = 1000 * Math.sqrt(51.0 * 50 / 101 / 100);
    assertThat(sigma).hasToString("exponential(0.00199)");
    // e^s/s_y − s, and not e^{e^s}
    assertThat(sigma.value(Math.log(500))).isCloseTo(500 / spread - Math.log(500), within(1e-9));
  }

  /** Student's nu has no unit, and a prior of the noise is none of it. */
  @Test
  void a_prior_of_sigma_is_not_one_of_the_degrees_of_freedom() {
    assertThat(shared(List.of(), "exponential(2)"))
        .isEqualTo(List.of("exponential(2)", "exponential(0.05)"));
    assertThat(shared(List.of("nu=exponential(3)"), "half_normal(1)"))
        .isEqualTo(List.of("half_normal(1)", "exponential(3)"));
    assertThat(shared(List.of("nu=exponential(3)", "sigma=exponential(4)"), "autoscale"))
        .isEqualTo(List.of("exponential(4)", "exponential(3)"));
  }

  private static List<String> shared(List<String> coefficients, String sigma) {
    Dataset data = Dataset.of(new double[][] {{1}, {2}, {4}}, new double[] {1, 3, 2});
    var choice = new PriorChoice(coefficients, "autoscale", sigma, List.of());
    choice.check();
    return choice
        .resolve(
            data.names(),
            ResponseStatistics.of(data.responses()),
            ModelChoice.named("student"),
            ColumnStatistics.of(data))
        .stream()
        .skip(1)
        .map(Object::toString)
        .toList();
  }
}
