package org.perrin.regression.hypothesis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.perrin.draws.Draws;
import org.perrin.io.InputException;
import org.perrin.math.Special;
import org.perrin.random.RandomStream;

/** Statements about independent normals, whose probabilities are known. */
class HypothesisTest {
  private static final int DRAWS = 20_000;

  /** {@code (Intercept) ~ N(1, 1), month[7] ~ N(0.5, 1), month[6] ~ N(0, 1), a b ~ N(0, 1)}. */
  private static Draws draws() {
    var random = RandomStream.of(3);
    double[] centre = {1, 0.5, 0, 0};
    List<Draws.Chain> chains =
        IntStream.range(0, 4)
            .mapToObj(
                c -> {
                  double[] values = new double[DRAWS];
                  for (int k = 0; k < values.length; k++) {
                    values[k] = centre[k % 4] + random.nextGaussian();
                  }
                  return Draws.Chain.of(4, values);
                })
            .toList();
    return new Draws(List.of("(Intercept)", "month[7]", "month[6]", "a b"), chains);
  }

  /** Five standard errors of a share of 20,000: √(¼/20,000) = 0.0035; the seed is fixed. */
  private static void probability(String text, double truth) {
    Hypothesis one = Hypothesis.of(text, draws());
    assertThat(one.probability()).as(text).isCloseTo(truth, within(5 * 0.0036));
    assertThat(one.error()).as(text).isBetween(0.0005, 0.006);
  }

  @Test
  void probabilities_of_normals_are_known() {
    probability("month[7] - month[6] > 0", Special.normal(0.5 / Math.sqrt(2)));
    probability("month[7] > month[6]", Special.normal(0.5 / Math.sqrt(2)));
    probability("abs(month[6]) < 1", Special.normal(1) - Special.normal(-1));
    probability("(Intercept)", Special.normal(1));
    probability("`a b` <= 0.3", Special.normal(0.3));
    probability("2*(Intercept) - month[7] >= 1.5", 0.5);
    probability("exp(a b) > 2", 1 - Special.normal(Math.log(2)));
  }

  @Test
  void estimates_intervals_and_equivalence_are_those_of_the_difference() {
    Hypothesis two = Hypothesis.of("month[7] > month[6]", draws());
    assertThat(two.mean()).isCloseTo(0.5, within(0.05));
    assertThat(two.quantile(0.95)).isCloseTo(0.5 + 1.645 * Math.sqrt(2), within(0.1));
    assertThat(two.within(0.2))
        .isCloseTo(
            Special.normal(-0.3 / Math.sqrt(2)) - Special.normal(-0.7 / Math.sqrt(2)),
            within(0.02));
    Hypothesis one = Hypothesis.of("(Intercept) > 1", draws());
    assertThat(one.mean()).isCloseTo(1, within(0.05));
    assertThat(one.within(0.1)).isCloseTo(Special.normal(0.1) - Special.normal(-0.1), within(0.02));
  }

  @Test
  void what_cannot_be_read_is_said_in_one_line() {
    assertThatThrownBy(() -> Hypothesis.of("month[8] > 0", draws()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("month[8]");
    assertThatThrownBy(() -> Hypothesis.of("monht > 0", draws()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("there is no parameter");
    assertThatThrownBy(() -> Hypothesis.of("> 0", draws()))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a - b > 0");
  }
}
