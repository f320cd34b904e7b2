package org.perrin.regression.prior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
}
