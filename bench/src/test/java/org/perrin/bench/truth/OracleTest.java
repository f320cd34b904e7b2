package org.perrin.bench.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.data.Dataset;
import org.perrin.family.NormalNoise;
import org.perrin.model.Density;
import org.perrin.model.Glm;
import org.perrin.model.MixedModel;
import org.perrin.model.Model;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;
import org.perrin.model.Varying;

/** What draws are held against is itself right: two ways that share no formula agree. */
class OracleTest {
  private static final double SD = 3;
  private static final Density SCALE = Priors.exponential(1);
  private static final double[][] SCALES = {{-1, 0.5}, {0.3, -2}, {1, 1}, {-0.5, -0.5}};

  private final CaseTable draft = CaseTable.of(5, 12).normals(2);
  private final int[] group = {0, 0, 0, 1, 1, 2, 3, 3, 3, 3, 3, 2};
  private final Dataset data = draft.numbers(1, 1, -1, 0.5);

  /** In the space of rows and in that of columns; the log densities differ by a constant. */
  @Test
  void a_line_is_the_same_by_rows_and_by_columns() {
    var rows = new WideLine(data, SD, SCALE);
    var columns = ((ScaleIntegral) GroupedLinear.line(data, SD, SCALE)).given();
    double constant = rows.log(SCALES[0]) - columns.log(SCALES[0]);
    for (double[] scales : SCALES) {
      assertThat(rows.log(scales) - columns.log(scales)).isCloseTo(constant, within(1e-7));
      assertSame(rows.moments(scales), columns.moments(scales));
    }
  }

  /** Groups are columns with a prior of their own: {@code z τ = (z s)(τ/s)}. */
  @Test
  void groups_are_columns_that_are_scaled() {
    var layered = ((ScaleIntegral) GroupedLinear.groups(data, group, SD, SCALE, SCALE)).given();
    double constant = Double.NaN;
    for (double[] scales : SCALES) {
      CaseTable wide = CaseTable.of(5, 12).normals(2);
      for (int g = 0; g < 4; g++) {
        int own = g;
        double height = Math.exp(scales[1]) / SD;
        wide.add("g" + g, i -> group[i] == own ? height : 0);
      }
      var plain = new WideLine(wide.with(i -> data.responses().get(i)), SD, SCALE);
      double gap = plain.log(scales) - SCALE.value(scales[1]) - layered.log(scales);
      constant = Double.isNaN(constant) ? gap : constant;
      assertThat(gap).isCloseTo(constant, within(1e-7));
      double[][] byRows = plain.moments(scales);
      double[][] byLayers = layered.moments(scales);
      for (int k = 0; k < 7; k++) {
        // columns, groups, log σ against columns, log σ, log τ, groups
        int at = k < 3 ? k : k + 2;
        double unit = k < 3 ? 1 : SD;
        assertThat(byLayers[0][at] * unit).isCloseTo(byRows[0][k], within(1e-7));
        assertThat(byLayers[1][at] * unit * unit).isCloseTo(byRows[1][k], within(1e-7));
      }
    }
  }

  private static void assertSame(double[][] one, double[][] other) {
    for (int k = 0; k < one[0].length; k++) {
      assertThat(one[0][k]).isCloseTo(other[0][k], within(1e-7));
      assertThat(one[1][k]).isCloseTo(other[1][k], within(1e-7));
    }
  }

  /** Without data the posterior is the prior, whose quartiles are known: ±s, and ±0.7649 s. */
  @Test
  void an_integral_reaches_into_tails() {
    Dataset nothing = CaseTable.bare(1, 1).add("x", i -> 0).add("z", i -> 0).with(i -> 0);
    Marginal cauchy =
        new PotentialIntegral().of(Glm.logistic(nothing, Priors.cauchy(1, 2))).marginals().get(1);
    assertThat(cauchy.median()).isCloseTo(1, within(1e-3));
    assertThat(cauchy.width() * 1.349).isCloseTo(4, within(1e-2));
    Marginal t =
        new PotentialIntegral()
            .of(Glm.logistic(nothing, Priors.studentT(3, 1, 2)))
            .marginals()
            .get(0);
    assertThat(t.median()).isCloseTo(1, within(1e-3));
    assertThat(t.width() * 1.349).isCloseTo(4 * 0.7649, within(1e-2));
    assertThat(t.mean()).isCloseTo(1, within(1e-3));
    assertThat(t.sd()).isCloseTo(2 * Math.sqrt(3), within(1e-2));
  }

  /** A peak of 10⁻⁴ in a box of 40, and the logarithm of an exponential number. */
  @Test
  void a_grid_finds_the_peak_and_the_tail() {
    var narrow =
        Grid.of(
            x -> -Math.pow((x[0] - 1.2345) * 1e4, 2) / 2,
            new double[] {-20},
            new double[] {20},
            121);
    double mean = narrow.stream().mapToDouble(n -> n.share() * n.at()[0]).sum();
    assertThat(mean).isCloseTo(1.2345, within(1e-10));
    var skew = Grid.of(x -> x[0] - Math.exp(x[0]), new double[] {-20}, new double[] {12}, 121);
    double euler = 0.5772156649015329;
    mean = skew.stream().mapToDouble(n -> n.share() * n.at()[0]).sum();
    double square = skew.stream().mapToDouble(n -> n.share() * n.at()[0] * n.at()[0]).sum();
    assertThat(mean).isCloseTo(-euler, within(1e-6));
    assertThat(square).isCloseTo(euler * euler + Math.PI * Math.PI / 6, within(1e-6));
  }

  /**
   * The models are those of the integrals, and NUTS is right: within 4.5 of its standard errors,
   * which one seed in 10,000 would miss.
   */
  @Test
  void long_runs_of_nuts_agree_with_integrals() {
    assertAgree(
        ScaledGlm.linear(data, Priors.normal(0, SD), SCALE), GroupedLinear.line(data, SD, SCALE));
    assertAgree(
        Glm.logistic(CaseTable.of(6, 30).normals(1).coins(0, 1), Priors.normal(0, 2)),
        new PotentialIntegral());
  }

  /** Short steps enter the funnel of few groups, long ones may not. */
  @Test
  void careful_runs_agree_on_groups() {
    List<Density> priors =
        List.of(Priors.normal(0, SD), Priors.normal(0, SD), Priors.normal(0, SD), SCALE);
    assertAgree(
        MixedModel.of(
            new NormalNoise(), data, List.of(Varying.intercepts("g", group, 4, SCALE)), priors),
        GroupedLinear.groups(data, group, SD, SCALE, SCALE));
  }

  /** Own models with gradients by hand are those on tapes, at three points each. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "own: two normals, 5 % apart",
        "own: two normals that overlap",
        "own: zeros and counts",
        "own: saturation"
      })
  void rows_by_hand_are_those_of_the_tape(String name) {
    Problem problem =
        CustomCases.all().stream()
            .filter(c -> c.name().equals(name))
            .findFirst()
            .orElseThrow()
            .problem()
            .get();
    Model tape = problem.model();
    Model hand = ((FasterModelOracle) problem.oracle()).same();
    double constant = tape.potential(tape.start()) - hand.potential(tape.start());
    for (int point = 0; point < 3; point++) {
      double[] theta = tape.start();
      for (int k = 0; k < theta.length; k++) {
        theta[k] += 0.4 * Math.sin(3 * k + point + 1.0);
      }
      double[] one = new double[theta.length];
      double[] other = new double[theta.length];
      double value = tape.potentialAndGradient(theta, one);
      assertThat(hand.potentialAndGradient(theta, other) + constant)
          .isCloseTo(value, withinPercentage(1e-9));
      assertThat(hand.potential(theta) + constant).isCloseTo(value, withinPercentage(1e-9));
      for (int k = 0; k < theta.length; k++) {
        assertThat(other[k]).isCloseTo(one[k], within(1e-8 * (1 + Math.abs(one[k]))));
      }
    }
  }

  private static void assertAgree(Model model, Oracle oracle) {
    Answer exact = oracle.of(model);
    Answer drawn = LongNuts.CAREFUL.of(model);
    for (int k = 0; k < model.dimension(); k++) {
      Marginal m = drawn.marginals().get(k);
      Marginal truth = exact.marginals().get(k);
      assertThat(m.mean()).isCloseTo(truth.mean(), within(4.5 * m.meanError()));
      assertThat(m.sd()).isCloseTo(truth.sd(), within(4.5 * m.sdError()));
    }
  }
}
