package org.perrin.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.perrin.Examples;
import org.perrin.data.Batch;
import org.perrin.model.Curved;
import org.perrin.random.RandomStream;
import org.perrin.subsampling.Preferential;
import org.perrin.subsampling.Subsampling;
import org.perrin.subsampling.Uniform;

/** Temperatures, and what a workspace does with batches of odd size and schemes that learn. */
class GradientDetailsTest {
  private final Curved model = Examples.model("logistic");
  private final double[] theta = Examples.point(5, 12, 0.5);

  /** Row 0, 1, 2, … with weights of their own; keeps what it is told. */
  private static final class Curious implements Subsampling {
    private final int rows;
    private final boolean learns;
    private final List<Double> told = new ArrayList<>();

    Curious(int rows, boolean learns) {
      this.rows = rows;
      this.learns = learns;
    }

    @Override
    public int rows() {
      return rows;
    }

    @Override
    public void draw(int n, double[] at, RandomStream random, Batch batch) {
      batch.resize(n);
      for (int j = 0; j < n; j++) {
        batch.rows()[j] = j;
        batch.weights()[j] = 2 + j;
      }
    }

    @Override
    public double probability(int row) {
      return 1.0 / rows;
    }

    @Override
    public boolean learns() {
      return learns;
    }

    @Override
    public void observe(Batch batch, int place, double norm) {
      assertThat(place).isEqualTo(told.size());
      told.add(norm);
    }
  }

  @Test
  void a_full_gradient_is_divided_by_its_temperature() {
    double[] exact = model.gradient(theta);
    double[] out = new double[5];
    for (double t : new double[] {1, 2.5}) {
      var full = (FullGradient) new FullGradient(model).at(t);
      assertThat(full.estimate(theta, null, null, out)).isEqualTo(60);
      assertScaled(out, exact, 1 / t);
      assertThat(full.evaluate(theta, out)).isCloseTo(model.potential(theta) / t, within(1e-11));
      assertScaled(out, exact, 1 / t);
    }
  }

  private static void assertScaled(double[] out, double[] exact, double factor) {
    for (int k = 0; k < out.length; k++) {
      assertThat(out[k]).isCloseTo(factor * exact[k], within(1e-11));
    }
  }

  @Test
  void an_estimate_and_its_noise_are_divided_by_the_temperature() {
    var plain = PlainGradient.of(model, new Uniform(60).size(8));
    Gradient warm = plain.at(4);
    assertThat(plain.at(1)).isSameAs(plain);
    assertThat(warm.model()).isSameAs(model);
    assertThat(warm.refuse()).isNull();
    double[][] out = new double[2][5];
    double[][] noise = new double[2][];
    for (int c = 0; c < 2; c++) {
      Gradient gradient = c == 0 ? plain : warm;
      var workspace = new Workspace();
      workspace.measure(true);
      gradient.start(theta, workspace);
      assertThat(gradient.estimate(theta, RandomStream.of(13), workspace, out[c])).isEqualTo(8);
      noise[c] = workspace.last();
      assertThat(workspace.noise()).containsExactly(noise[c]);
      assertThat(workspace.measuring()).isTrue();
      assertThat(workspace.measured()).isEqualTo(1);
      workspace.forget();
      assertThat(workspace.noise()).containsOnly(0);
      assertThat(workspace.measured()).isZero();
    }
    assertScaled(out[1], out[0], 0.25);
    assertScaled(noise[1], noise[0], 0.0625);
    assertThat(noise[0][0]).isPositive();
    assertThat(new Workspace().measuring()).isFalse();
    for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> plain.at(bad)).hasMessageEndingWith("not " + bad);
      assertThatThrownBy(() -> new FullGradient(model, bad)).hasMessageEndingWith("not " + bad);
    }
  }

  /** Seven rows: halves of three and one over; the sum is the same, and every norm is told once. */
  @Test
  void measuring_and_telling_change_nothing_of_the_sum() {
    double[] expected = new double[5];
    double[] norms = new double[7];
    for (int j = 0; j < 7; j++) {
      double[] row = new double[5];
      model.addRowGradient(theta, j, 1, row);
      for (int k = 0; k < 5; k++) {
        expected[k] += (2 + j) * row[k];
        norms[j] += row[k] * row[k];
      }
      norms[j] = Math.sqrt(norms[j]);
    }
    model.prior().addGradient(theta, expected);
    for (int c = 0; c < 4; c++) {
      var scheme = new Curious(60, c % 2 == 1);
      var workspace = new Workspace();
      workspace.watch(c > 1);
      double[] out = new double[5];
      var gradient = PlainGradient.of(model, scheme.size(7));
      assertThat(gradient.estimate(theta, null, workspace, out)).isEqualTo(7);
      assertScaled(out, expected, 1);
      assertThat(workspace.measured()).isZero();
      assertThat(workspace.last()).hasSize(c > 1 ? 5 : 0);
      assertThat(scheme.told).hasSize(c % 2 == 1 ? 7 : 0);
      for (int j = 0; j < scheme.told.size(); j++) {
        assertThat(scheme.told.get(j)).isCloseTo(norms[j], within(1e-12));
      }
    }
  }

  @Test
  void one_row_has_no_halves() {
    var workspace = new Workspace();
    workspace.watch(true);
    double[] out = new double[5];
    PlainGradient.of(model, new Curious(60, false).size(1)).estimate(theta, null, workspace, out);
    assertThat(workspace.last()).isEmpty();
  }

  @Test
  void every_estimator_refuses_a_scheme_for_other_rows() {
    var wrong = new Uniform(59).size(3);
    String text = "a scheme for 59 rows does not fit a model of 60";
    assertThatThrownBy(() -> new PlainGradient(model, wrong)).hasMessage(text);
    assertThatThrownBy(() -> new Saga(model, wrong)).hasMessage(text);
    assertThatThrownBy(() -> new Recentred(model, wrong, 3)).hasMessage(text);
    assertThatThrownBy(() -> ControlVariate.at(Examples.mode(model), model, wrong))
        .hasMessage(text);
    assertThat(Recentred.of(model, new Uniform(60).size(7), 7).period()).isEqualTo(8);
    assertThat(Recentred.of(model, new Uniform(60).size(7), 100).period()).isEqualTo(1);
    assertThat(new Saga(model, new Uniform(60).size(3)).refuse()).isNull();
    assertThat(new Recentred(model, new Uniform(60).size(7), 1).refuse()).isNull();
  }

  @Test
  void saga_tells_how_many_rows_it_read() {
    var saga = new Saga(model, new Uniform(60).size(6));
    var workspace = new Workspace();
    saga.start(theta, workspace);
    double[] out = new double[5];
    double[] other = Examples.point(5, 14, 0.5);
    assertThat(saga.estimate(other, RandomStream.of(15), workspace, out)).isEqualTo(6);
    // the rows of the step now know where the chain stood: their difference is nothing
    double[] before = out.clone();
    saga.estimate(other, RandomStream.of(15), workspace, out);
    double[] sum = ((org.perrin.model.RowMemory) workspace.memory()).sum().clone();
    model.prior().addGradient(other, sum);
    assertScaled(out, sum, 1);
    assertThat(out).isNotEqualTo(before);
  }

  @Test
  void the_mixture_is_a_tenth_unless_told_otherwise() {
    var mode = Examples.mode(model);
    var glm = (org.perrin.model.Glm) model;
    List<List<Preferential>> pairs =
        List.of(
            List.of(Preferential.byGradient(glm, mode), Preferential.byGradient(glm, mode, 0.1)),
            List.of(Preferential.byCurvature(glm, mode), Preferential.byCurvature(glm, mode, 0.1)),
            List.of(
                Preferential.byExpectation(glm, mode), Preferential.byExpectation(glm, mode, 0.1)),
            List.of(Preferential.byLipschitz(glm), Preferential.byLipschitz(glm, 0.1)));
    double[][] scores = {
      Preferential.gradientScores(glm, mode.theta()),
      Preferential.curvatureScores(glm, mode),
      Preferential.expectedScores(glm, mode),
      Preferential.scores(60, glm::lipschitz)
    };
    for (int s = 0; s < 4; s++) {
      double total = java.util.Arrays.stream(scores[s]).sum();
      for (int i = 0; i < 60; i++) {
        double p = 0.9 * scores[s][i] / total + 0.1 / 60;
        assertThat(pairs.get(s).get(0).probability(i)).isCloseTo(p, within(0.01 * p));
        assertThat(pairs.get(s).get(1).probability(i)).isCloseTo(p, within(0.01 * p));
        assertThat(Preferential.of(scores[s]).probability(i)).isCloseTo(p, within(0.01 * p));
      }
    }
  }
}
