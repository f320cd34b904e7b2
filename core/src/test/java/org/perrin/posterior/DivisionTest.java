package org.perrin.posterior;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.Examples;
import org.perrin.autodiff.Differentiated;
import org.perrin.autodiff.OwnModels;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.dynamics.Audit;
import org.perrin.dynamics.Corrected;
import org.perrin.dynamics.Trajectories;
import org.perrin.math.Matrices;
import org.perrin.metric.DenseMetric;
import org.perrin.metric.Metric;
import org.perrin.mode.Mode;
import org.perrin.mode.Newton;
import org.perrin.model.Bounded;
import org.perrin.model.Estimated;
import org.perrin.model.Glm;
import org.perrin.model.Model;
import org.perrin.model.Priors;
import org.perrin.model.PulledModel;
import org.perrin.model.Remainder;
import org.perrin.model.ScaledGlm;
import org.perrin.posterior.DivisionPlan.Polynomials;
import org.perrin.subsampling.HeavyRows;

/** How rows are divided and what that is predicted to cost, by formulas. */
class DivisionTest {
  private static Bounded logistic(int n, int d) {
    var model = Glm.logistic(Examples.weighted(Examples.binary(n, d)), Priors.normal(0, 2));
    return model.in(Newton.find(model).metric());
  }

  /** Nanoseconds by the figures of the class. */
  @Test
  void a_step_costs_its_parts() {
    var costs = new StepCosts(20, 20, 4000, 2);
    assertThat(costs.heavy()).isEqualTo(20);
    assertThat(costs.light()).isEqualTo(620);
    assertThat(costs.step(4, 2, 10, 2.5)).isCloseTo(2000 + 4 * (400 + 200) + 1550, within(1e-9));
    assertThat(costs.step(4, 3, 10, 0)).isCloseTo(2000 + 4 * (400 + 480 + 200), within(1e-9));
    assertThat(costs.building(1000, 3)).isCloseTo(0.022 * 1000 * 8000 * 3, within(1e-6));
    var coded = new StepCosts(20, 10, 1000, 2);
    assertThat(coded.heavy()).isEqualTo(20);
    assertThat(coded.light()).isEqualTo(610);
    assertThat(coded.step(4, 3, 10, 0)).isCloseTo(2000 + 4 * (920 + 200), within(1e-9));
    assertThat(coded.building(1000, 1)).isCloseTo(1000 * 320 + 8000, within(1e-6));
    Bounded model = logistic(100, 3);
    assertThat(StepCosts.of(model)).isEqualTo(new StepCosts(3, 3, 13.5, model.effort()));
  }

  @Test
  void draws_of_other_samplers_cost_their_formula() {
    Model model = logistic(5000, 3);
    var options = Options.standard().chains(3).draws(700).subsample(40);
    assertThat(Prices.draws(options)).isEqualTo(2100);
    assertThat(Prices.gradients(15)).isEqualTo(7);
    assertThat(Prices.gradients(3)).isEqualTo(7);
    assertThat(Prices.gradients(240)).isCloseTo(14, within(1e-12));
    assertThat(Prices.nuts(model, options))
        .isCloseTo(3000.0 * 7 * 5000 * 9.2 * model.effort(), within(1.0));
    assertThat(Prices.natural(model, options))
        .isCloseTo(2100.0 * 16 * (1000 + 9 + 40 * 64.2 * model.effort()), within(1.0));
    assertThat(Prices.natural(model, options.subsample(50_000)))
        .isCloseTo(2100.0 * 16 * (1000 + 9 + 5000 * 64.2 * model.effort()), within(1.0));
  }

  /** Sums say everything of a linear regression: one pass, no rows. */
  @Test
  void sums_that_say_everything_leave_nothing_to_divide() {
    var linear = ScaledGlm.linear(Examples.real(200, 3), Priors.normal(0, 3), Priors.halfNormal(2));
    ScaledGlm pulled = linear.in(Newton.find(linear).metric());
    DivisionPlan plan = DivisionPlan.of(pulled, 4000);
    assertThat(plan).isInstanceOf(DivisionPlan.Summed.class);
    assertThat(plan.passes()).isOne();
    StepCosts costs = StepCosts.of(pulled);
    assertThat(plan.price(10)).isCloseTo(10 * costs.step(4, 2, 0, 0), within(1e-9));
    Division division = plan.make(pulled);
    assertThat(division.correction()).isNull();
    assertThat(division.heavy().rows()).isEmpty();
    assertThat(division.order()).isEqualTo(2);
    double[] u = {0.1, -0.2, 0.3, 0.2};
    assertThat(division.surrogate().potential(u)).isCloseTo(pulled.potential(u), within(1e-8));
  }

  /** κ is {@code 2(d + (m − 1)/2)^{q/2}}, about {@code 2E‖u‖^q}: chosen by that and the costs. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void heavy_rows_are_chosen_by_predicted_costs(int order) {
    Bounded model = logistic(300, 3);
    var plan = Polynomials.of(model, order, 7, null);
    Remainder remainder = model.remainder(order, 7);
    double[] lambda = new double[300];
    double[] spread = new double[300];
    remainder.bounds(0, 300, lambda);
    remainder.spreads(0, 300, spread);
    StepCosts costs = StepCosts.of(model);
    double kappa = 2 * Math.pow(order == 2 ? 3.5 : 4, (order + 1) / 2.0);
    var choice =
        new HeavyRows.Costs(4 * costs.heavy(), costs.light(), costs.step(4, order, 0, 0), kappa);
    var expected = HeavyRows.choose(Doubles.of(lambda), Doubles.of(spread), choice);
    assertThat(plan.heavy().rows()).isEqualTo(expected.rows());
    assertThat(plan.heavy().nanoseconds()).isCloseTo(expected.nanoseconds(), within(1e-6));
    assertThat(plan.building()).isZero();
    assertThat(plan.passes()).isEqualTo(1 + order);
    assertThat(plan.price(100)).isCloseTo(100 * expected.nanoseconds(), within(1e-3));
    assertThat(plan.remainder().reach()).isEqualTo(7);
  }

  /** Above 24 columns a cubic form costs its building; below it does not count. */
  @Test
  void cubic_forms_are_made_where_they_save_more_than_they_cost() {
    for (int d : new int[] {24, 25}) {
      Bounded model = logistic(400, d);
      var quadratic = Polynomials.of(model, 2, 10, null);
      var cubic = Polynomials.of(model, 3, 10, quadratic);
      double building = StepCosts.of(model).building(400, 1);
      assertThat(cubic.building()).isEqualTo(d == 24 ? 0 : building);
      assertThat(quadratic.building()).isZero();
      assertThat(cubic.price(0)).isEqualTo(cubic.building());
      assertThat(cubic.instead()).isSameAs(quadratic);
    }
    Bounded model = logistic(3000, 3);
    var chosen = (Polynomials) DivisionPlan.of(model, 4000);
    double reach = Math.sqrt(3) + 6;
    assertThat(chosen.remainder().reach()).isEqualTo(reach);
    var quadratic = Polynomials.of(model, 2, reach, null);
    var cubic = Polynomials.of(model, 3, reach, quadratic);
    int cheaper = cubic.price(4000) < quadratic.price(4000) ? 3 : 2;
    assertThat(chosen.remainder().order()).isEqualTo(cheaper);
    ScaledGlm robust = (ScaledGlm) Examples.model("robust");
    assertThat(((Polynomials) DivisionPlan.of(robust, 100)).remainder().order()).isEqualTo(2);
  }

  /** Heavy rows leave the table of light ones and stand in the surrogate in full. */
  @Test
  void a_division_has_every_row_once() {
    Bounded model = logistic(200, 3);
    Remainder remainder = model.remainder(3, 8);
    double[] lambda = new double[200];
    remainder.bounds(0, 200, lambda);
    var heavy = new HeavyRows(new int[] {4, 9, 77}, 1, 0, 0);
    StepCosts costs = StepCosts.of(model);
    var plan = new Polynomials(remainder, Doubles.of(lambda.clone()), heavy, costs, 0, null);
    Division division = plan.make(model);
    assertThat(division.order()).isEqualTo(3);
    assertThat(division.surrogate().rows()).isEqualTo(3);
    assertThat(division.costs()).isEqualTo(costs);
    assertThat(division.cost(2, 1.5)).isEqualTo(costs.step(2, 3, 3, 1.5));
    for (int i = 0; i < 200; i++) {
      boolean light = i != 4 && i != 9 && i != 77;
      assertThat(division.correction().rows().bound(i) > 0).isEqualTo(light);
    }
    assertThat(division.correction().all()).isSameAs(model);
    assertThat(division.correction().remainder()).isSameAs(remainder);
    double[] u = {0.3, -0.4, 0.1};
    double sum = division.surrogate().potential(u);
    double[] rise = new double[1];
    for (int i = 0; i < 200; i++) {
      if (i != 4 && i != 9 && i != 77) {
        remainder.rises(new double[3], u, new int[] {i}, 1, rise);
        sum += rise[0];
      }
    }
    assertThat(sum).isCloseTo(model.potential(u), within(1e-9));
    var sampler = division.sampler(new Trajectories(2));
    assertThat(sampler.dynamics())
        .isEqualTo(new Corrected(new Trajectories(2), division.correction()));

    int[] all = java.util.stream.IntStream.range(0, 200).toArray();
    var none =
        new Polynomials(remainder, Doubles.of(lambda), new HeavyRows(all, 0, 0, 0), costs, 0, null);
    assertThat(none.make(model).correction()).isNull();
  }

  /** 2 events of 150 make a form so steep that chains could leave over its edge. */
  @Test
  void a_steep_cubic_form_gives_way_to_quadratic_ones() {
    double[][] x = new double[150][1];
    double[] y = new double[150];
    Arrays.setAll(x, i -> new double[] {1});
    for (int events : new int[] {2, 60}) {
      Arrays.setAll(y, i -> i < events ? 1 : 0);
      var plain = Glm.logistic(Dataset.of(x, y), Priors.normal(0, 10));
      Bounded model = plain.in(Newton.find(plain).metric());
      var none = new HeavyRows(new int[0], 0, 0, 0);
      Polynomials quadratic = polynomials(model, 2, none, null);
      assertThat(polynomials(model, 3, none, quadratic).make(model).order())
          .isEqualTo(events == 2 ? 2 : 3);
      assertThat(polynomials(model, 3, none, null).make(model).order()).isEqualTo(3);
    }
  }

  private static Polynomials polynomials(
      Bounded model, int order, HeavyRows heavy, Polynomials instead) {
    Remainder remainder = model.remainder(order, 7);
    double[] lambda = new double[model.rows()];
    remainder.bounds(0, lambda.length, lambda);
    return new Polynomials(remainder, Doubles.of(lambda), heavy, StepCosts.of(model), 0, instead);
  }

  /** An own model that notes with what safety and rows its bounds are asked for. */
  private static final class Noted extends PulledModel implements Estimated {
    private final Differentiated own;
    private double safety;
    private int[] unknown = {};

    Noted(Differentiated own, Metric identity) {
      super(own, identity);
      this.own = own;
    }

    @Override
    public Bounded guarded(Metric metric, double given, int[] rows) {
      safety = given;
      unknown = rows;
      return own.guarded(metric, given, rows);
    }
  }

  /** Bounds are raised by one and a half of the excess, 2 to 16 times; the worst row is heavy. */
  @Test
  void exceeded_bounds_are_raised_by_their_excess() {
    Differentiated own = Differentiated.of(Examples.real(60, 3), OwnModels.Robust::new);
    Metric identity = DenseMetric.of(new double[4], Matrices.identity(4));
    var model = new Noted(own, identity);
    var guarding = new Guarding(model);
    assertThat(guarding.needed()).isTrue();
    guarding.pulled(identity);
    assertThat(model.safety).isEqualTo(2);
    assertThat(model.unknown).isEmpty();
    guarding.note(new Audit(5, 1, 30));
    assertThat(guarding.raise()).isNull();
    assertThat(guarding.report()).isEqualTo(new ExactReport.Guarded(5, 1, 0));
    guarding.note(new Audit(6, 1.1, 30));
    guarding.note(new Audit(7, 0.2, 31));
    assertThat(guarding.raise())
        .isEqualTo(
            "guarded: a row exceeded its estimated bound 1.10 times: bounds raised, chains"
                + " started again");
    guarding.pulled(identity);
    assertThat(model.safety).isEqualTo(4);
    assertThat(guarding.raised()).isOne();
    assertThat(guarding.report()).isEqualTo(new ExactReport.Guarded(0, 0, 1));
    guarding.note(new Audit(1, 4, 12));
    assertThat(guarding.raise()).isNotNull();
    guarding.note(new Audit(1, 1e9, 13));
    assertThat(guarding.raise()).isNotNull();
    guarding.pulled(identity);
    assertThat(model.safety).isEqualTo(4.0 * 6 * 16);
    assertThat(model.unknown).containsExactly(12, 13, 30);
    for (int k = 4; k <= 8; k++) {
      guarding.note(new Audit(1, 2, k));
      assertThat(guarding.raise()).isNotNull();
    }
    guarding.note(new Audit(1, 2, 9));
    assertThatThrownBy(guarding::raise)
        .hasMessage(
            "bounds of the rows of this model cannot be estimated: they were exceeded and raised 8"
                + " times; sample with nuts or natural instead");
    var careful = new Guarding(model, 7);
    careful.pulled(identity);
    assertThat(model.safety).isEqualTo(7);
  }

  @Test
  void reports_say_what_was_done() {
    var plain = new ExactReport(3, 1234, 4, 0.5, 0.934, 0.991, 2, null);
    assertThat(plain.text())
        .isEqualTo(
            "1,234 heavy rows, 0.500 light rows a step, 93 % of trajectories accepted and 99 % of"
                + " those by the light rows");
    var guarded = new ExactReport.Guarded(12_345, 0.42, 0);
    assertThat(new ExactReport(2, 0, 1, 0, 1, 1, 0, guarded).text())
        .endsWith(
            "; guarded: bounds were estimated, not proved; 12,345 rows audited, none above 0.42 of"
                + " its bound");
    assertThat(new ExactReport.Guarded(1, 0.5, 3).text())
        .endsWith(" of its bound, after bounds were raised 3 times");
  }

  /** Four points of a rectangle: their mean, variances and a correlation shrunk by hand. */
  @Test
  void moments_of_few_draws_are_shrunk() {
    double[][] draws = {{1, 0}, {3, 2}, {1, 1}, {3, 5}};
    var moments = PilotMoments.of(draws, 0.5);
    assertThat(moments.mean()).containsExactly(2, 2);
    assertThat(moments.effective()).isEqualTo(2);
    // variances 1 and 3.5, covariance 1.5: squared correlations add up to 2 · 2.25/3.5, chance 2/2
    double kept = 1 - 1 / (2 * 2.25 / 3.5);
    double c = 1.5 * kept;
    assertThat(moments.covariance()).containsExactly(new double[] {1, c, c, 3.5}, within(1e-12));
    double[][] apart = {{1, 0}, {3, 0}, {1, 2}, {3, 2}};
    assertThat(PilotMoments.of(apart, 1).covariance()).containsExactly(1, 0, 0, 1);
    double[][] little = {{1, 0}, {3, 0.9}, {1, 2}, {3, 2}};
    assertThat(PilotMoments.of(little, 1).covariance()[1]).isZero();
    double[] theta = new double[2];
    moments.metric().toTheta(new double[2], theta);
    assertThat(theta).containsExactly(2, 2);
    moments.metric().toTheta(new double[] {1, 0}, theta);
    assertThat(theta).containsExactly(new double[] {3, 2 + c}, within(1e-12));
  }

  private static PilotMoments moments(double effective, double mean, double... variances) {
    int d = variances.length;
    double[] covariance = new double[d * d];
    double[] means = new double[d];
    means[0] = mean;
    for (int k = 0; k < d; k++) {
      covariance[k * d + k] = variances[k];
    }
    return new PilotMoments(means, covariance, effective);
  }

  /** Off: a mean beyond ½ and chance, log variances of ½ in the mean square, or one beyond ½. */
  @Test
  void moments_are_off_beyond_chance() {
    double many = 1e9;
    assertThat(moments(many, 0.49, 1, 1).off()).isFalse();
    assertThat(moments(many, -0.49, 1, 1).off()).isFalse();
    assertThat(moments(many, 0.51, 1, 1).off()).isTrue();
    assertThat(moments(16, 0.7, 1, 1).off()).isFalse();
    assertThat(moments(16, 0.72, 1, 1).off()).isTrue();
    assertThat(moments(many, 0, Math.exp(0.49), 1).off()).isFalse();
    assertThat(moments(many, 0, 1, Math.exp(-0.51)).off()).isTrue();
    assertThat(moments(many, 0, Math.exp(0.49), Math.exp(-0.49)).off()).isFalse();
    // few draws: one variance may be far off by chance, all of them not
    assertThat(moments(32, 0, Math.exp(0.65), Math.exp(0.2)).off()).isFalse();
    assertThat(moments(32, 0, Math.exp(0.65), Math.exp(0.65)).off()).isTrue();
    assertThat(moments(32, 0, Math.exp(1.51), 1, 1, 1, 1, 1, 1, 1, 1, 1).off()).isTrue();
    assertThat(moments(32, 0, Math.exp(1.49), 1, 1, 1, 1, 1, 1, 1, 1, 1).off()).isFalse();
    assertThat(moments(many, Double.NaN, 1, 1).off()).isTrue();
  }

  /** {@code θ = θ̂ + L(ū + Cu)}: forth and back. */
  @Test
  void a_metric_moves_with_the_moments() {
    var metric = DenseMetric.of(new double[] {1, 2}, new double[] {2, 0, 0.5, 3});
    var mode = new Mode(new double[] {1, 2}, metric, 5, 0.25);
    var moments = new PilotMoments(new double[] {0.3, -0.1}, new double[] {4, 2, 2, 10}, 100);
    Mode moved = moments.move(mode);
    assertThat(moved.theta()).containsExactly(new double[] {1.6, 1.85}, within(1e-12));
    assertThat(moved.passes()).isEqualTo(5);
    assertThat(moved.lastStep()).hasValue(0.25);
    // C is the Cholesky factor (2, 0; 1, 3)
    double[] theta = new double[2];
    moved.metric().toTheta(new double[] {1, 2}, theta);
    double[] w = {0.3 + 2, -0.1 + 1 + 6};
    double[] expected = {1 + 2 * w[0], 2 + 0.5 * w[0] + 3 * w[1]};
    assertThat(theta).containsExactly(expected, within(1e-12));
    double[] back = new double[2];
    moved.metric().toU(theta, back);
    assertThat(back).containsExactly(new double[] {1, 2}, within(1e-12));
  }
}
