package org.perrin.levels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.family.Poisson;
import org.perrin.model.MixedModel;
import org.perrin.model.Priors;
import org.perrin.model.Varying;
import org.perrin.random.RandomStream;

class ShiftsTest {
  /** No row notices, and no further shift of a column is liked better by priors. */
  @Test
  void coefficients_settle_where_priors_like_them_best() {
    var random = RandomStream.of(3);
    double[][] x = new double[12][];
    int[] g = new int[12];
    for (int i = 0; i < 12; i++) {
      x[i] = new double[] {1, random.nextGaussian()};
      g[i] = i % 4;
    }
    double[] slope = Arrays.stream(x).mapToDouble(row -> row[1]).toArray();
    var unit = Priors.exponential(1);
    var term =
        new Varying(
            "g",
            g,
            4,
            List.of("1", "x"),
            Arrays.asList(null, slope),
            true,
            List.of(unit, unit),
            1.5);
    var model =
        MixedModel.of(
            new Poisson(),
            Dataset.of(DenseRows.of(x), new double[12]),
            List.of(term),
            List.of(Priors.normal(0.5, 2), Priors.normal(0, 3)));
    double[] theta = new double[model.dimension()];
    random.fillGaussian(theta, theta.length);
    var state = new LevelState(model);
    state.load(theta);
    double here = model.rangeLoss(theta, 0, 12);
    var priors = new NormalParts(state.priors.subList(0, 2));
    Shifts shifts = Shifts.of(model);
    double first = shifts.settle(state, priors);
    double last = first;
    for (int n = 0; n < 200; n++) {
      last = shifts.settle(state, priors);
    }
    assertThat(first).isGreaterThan(0.1);
    assertThat(last).isLessThan(1e-9);
    state.store(theta);
    assertThat(model.rangeLoss(theta, 0, 12)).isCloseTo(here, within(1e-9 * Math.abs(here)));
    double least = priors(state);
    for (double a : new double[] {-0.01, 0.01}) {
      for (int c = 0; c < 2; c++) {
        state.head[c] += a;
        for (int j = 0; j < 4; j++) {
          state.b[0][2 * j + c] -= a;
        }
        assertThat(priors(state)).isGreaterThan(least);
        state.head[c] -= a;
        for (int j = 0; j < 4; j++) {
          state.b[0][2 * j + c] += a;
        }
      }
    }
  }

  private static double priors(LevelState state) {
    double sum =
        state.priors.get(0).value(state.head[0]) + state.priors.get(1).value(state.head[1]);
    for (int j = 0; j < 4; j++) {
      for (int i = 0; i < 2; i++) {
        for (int l = 0; l < 2; l++) {
          double own = state.precision[0][2 * i + l];
          sum += own * state.b[0][2 * j + i] * state.b[0][2 * j + l] / 2;
        }
      }
    }
    return sum;
  }
}
