package org.perrin.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.data.Dataset;
import org.perrin.mode.Newton;
import org.perrin.model.Independent;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;
import org.perrin.random.RandomStream;

class QuantileTest {
  /** Smoothing moves the quantile by less than a thousandth. */
  @ParameterizedTest
  @ValueSource(doubles = {0.02, 0.1, 0.25, 0.5, 0.75, 0.95})
  void the_predictor_is_the_quantile(double p) {
    Distribution of = new Quantile(p).at(1.3, -0.4);
    assertThat(of.cumulative(1.3)).isCloseTo(p, within(1e-3));
    double mean = Math.exp(-0.4) * (1 - 2 * p) / (p * (1 - p)) + 1.3;
    assertThat(of.mean()).isCloseTo(mean, within(0.01 * of.sd()));
  }

  /** Away from the kink the loss is that of the asymmetric Laplace, but for the constant. */
  @Test
  void away_from_the_kink_the_loss_is_the_check_function() {
    var family = new Quantile(0.8);
    double rise = family.loss(0, 0.3, 5) - family.loss(0, 0.3, 3);
    assertThat(rise).isCloseTo(0.8 * 2 * Math.exp(-0.3), within(1e-12));
    double fall = family.loss(0, 0.3, -5) - family.loss(0, 0.3, -3);
    assertThat(fall).isCloseTo(0.2 * 2 * Math.exp(-0.3), within(1e-12));
    double plain = 0.3 + 0.8 * 3 * Math.exp(-0.3) - Math.log(0.8 * 0.2);
    assertThat(family.loss(0, 0.3, 3)).isCloseTo(plain, within(1e-3));
  }

  /**
   * Noise with exponential tails whose spread grows with x has quantiles that are lines: they are
   * found to a tenth, five standard errors and more, from 4,000 rows.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.5, 0.9})
  void lines_of_quantiles_are_found(double p) {
    int n = 4000;
    var random = RandomStream.of(17);
    double[][] x = new double[n][];
    double[] y = new double[n];
    for (int i = 0; i < n; i++) {
      double v = random.nextDouble();
      x[i] = new double[] {1, v};
      y[i] = 2 - v + (0.3 + v) * random.nextExponential();
    }
    var model =
        ScaledGlm.of(new Quantile(p), Dataset.of(x, y), Independent.all(3, Priors.normal(0, 10)));
    double[] theta = Newton.find(model, 1e-6).theta();
    double at = -Math.log1p(-p);
    assertThat(theta[0]).isCloseTo(2 + 0.3 * at, within(0.1));
    assertThat(theta[1]).isCloseTo(at - 1, within(p < 0.9 ? 0.1 : 0.25));
    double below = IntStream.range(0, n).filter(i -> y[i] < theta[0] + theta[1] * x[i][1]).count();
    assertThat(below / n).isCloseTo(p, within(0.01));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -0.5, Double.NaN})
  void a_probability_lies_between_0_and_1(double p) {
    assertThatThrownBy(() -> new Quantile(p)).hasMessageContaining("between 0 and 1");
  }
}
