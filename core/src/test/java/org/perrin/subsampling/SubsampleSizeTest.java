package org.perrin.subsampling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.perrin.Examples;
import org.perrin.model.Glm;

/** Eq. (19) to the last row, where the contract only asks that the variance stays below V₀. */
class SubsampleSizeTest {
  @Test
  void the_factor_is_the_sum_of_squared_lipschitz_constants_over_the_threshold() {
    var model = (Glm) Examples.model("logistic");
    var scheme = Preferential.byLipschitz(model);
    double[] constants = new double[60];
    model.lipschitz(0, 60, constants);
    double sum = 0;
    for (int i = 0; i < 60; i++) {
      sum += constants[i] * constants[i] / scheme.probability(i);
    }
    var size = SubsampleSize.threshold(model, new double[5], scheme, 3);
    assertThat(size.factor()).isCloseTo(sum / 3, within(1e-9 * sum));
    assertThat(size.least()).isEqualTo(1);
    assertThat(size.most()).isEqualTo(60);
    assertThatThrownBy(() -> SubsampleSize.threshold(model, new double[5], scheme, 0))
        .hasMessageEndingWith("not 0.0");
  }

  @Test
  void a_size_grows_with_the_square_of_the_distance_between_its_ends() {
    var size = new SubsampleSize.Adaptive(new double[] {1, 2}, 2, 3, 40);
    assertThat(size.at(new double[] {1, 2})).isEqualTo(3);
    assertThat(size.at(new double[] {2, 4})).isEqualTo(10);
    assertThat(size.at(new double[] {2.5, 4})).isEqualTo(13);
    assertThat(size.at(new double[] {9, 9})).isEqualTo(40);
    assertThat(new SubsampleSize.Adaptive(new double[1], 1, 1, 1).most()).isEqualTo(1);
    assertThatThrownBy(() -> new SubsampleSize.Adaptive(new double[1], 0, 1, 1))
        .hasMessageEndingWith("not 0.0");
    assertThatThrownBy(() -> new SubsampleSize.Adaptive(new double[1], 1, 0, 1))
        .hasMessage("sizes from 0 to 1 make no sense");
    assertThatThrownBy(() -> new SubsampleSize.Adaptive(new double[1], 1, 3, 2))
        .hasMessage("sizes from 3 to 2 make no sense");
    assertThat(new SubsampleSize.Fixed(1).at(null)).isEqualTo(1);
    assertThatThrownBy(() -> new SubsampleSize.Fixed(0)).hasMessageEndingWith("not 0");
  }
}
