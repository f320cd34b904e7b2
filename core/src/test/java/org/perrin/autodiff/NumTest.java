package org.perrin.autodiff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import org.hipparchus.analysis.differentiation.DSFactory;
import org.hipparchus.analysis.differentiation.DerivativeStructure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.perrin.math.Gamma;

/** Values and two derivatives of every operation, beside those of an independent library. */
class NumTest {
  private record Pair(UnaryOperator<Num> ours, UnaryOperator<DerivativeStructure> theirs) {}

  private static final Map<String, Pair> UNARY = new LinkedHashMap<>();

  static {
    UNARY.put("plus", new Pair(x -> x.plus(2.5), x -> x.add(2.5)));
    UNARY.put("minus", new Pair(x -> x.minus(2.5), x -> x.subtract(2.5)));
    UNARY.put("subtracted", new Pair(x -> x.subtractedFrom(2.5), x -> x.negate().add(2.5)));
    UNARY.put("times", new Pair(x -> x.times(-3), x -> x.multiply(-3)));
    UNARY.put("over", new Pair(x -> x.over(4.0), x -> x.divide(4)));
    UNARY.put("negate", new Pair(Num::negate, DerivativeStructure::negate));
    UNARY.put("reciprocal", new Pair(Num::reciprocal, DerivativeStructure::reciprocal));
    UNARY.put("square", new Pair(Num::square, x -> x.multiply(x)));
    UNARY.put("sqrt", new Pair(Num::sqrt, DerivativeStructure::sqrt));
    UNARY.put("pow", new Pair(x -> x.pow(2.7), x -> x.pow(2.7)));
    UNARY.put("exp", new Pair(Num::exp, DerivativeStructure::exp));
    UNARY.put("log", new Pair(Num::log, DerivativeStructure::log));
    UNARY.put("log1p", new Pair(Num::log1p, DerivativeStructure::log1p));
    UNARY.put("tanh", new Pair(Num::tanh, DerivativeStructure::tanh));
    UNARY.put("sin", new Pair(Num::sin, DerivativeStructure::sin));
    UNARY.put("cos", new Pair(Num::cos, DerivativeStructure::cos));
    UNARY.put("abs", new Pair(Num::abs, DerivativeStructure::abs));
    UNARY.put("logistic", new Pair(Num::logistic, x -> x.negate().exp().add(1).reciprocal()));
    UNARY.put("softplus", new Pair(Num::softplus, x -> x.exp().add(1).log()));
    UNARY.put("logGamma", new Pair(Num::logGamma, NumTest::logGamma));
    UNARY.put(
        "given", new Pair(x -> x.apply(x.value() * x.value(), 2 * x.value(), 2), x -> x.pow(2)));
    UNARY.put("itself twice", new Pair(x -> x.times(x.exp()).over(x.log1p()), NumTest::twice));
    UNARY.put(
        "sums",
        new Pair(
            x -> Num.logSumExp(x, x.square(), x.sin()),
            x -> x.exp().add(x.multiply(x).exp()).add(x.sin().exp()).log()));
  }

  private static DerivativeStructure twice(DerivativeStructure x) {
    return x.multiply(x.exp()).divide(x.log1p());
  }

  /** Their digamma has nine digits only, so ours is used here, and tested by its own test. */
  private static DerivativeStructure logGamma(DerivativeStructure x) {
    double v = x.getValue();
    return x.compose(Gamma.log(v), Gamma.digamma(v), Gamma.trigamma(v));
  }

  static Iterable<String> unary() {
    return UNARY.keySet();
  }

  /** Leaves on a tape, ready for a row. */
  private static Tape tape(double... theta) {
    var tape = new Tape();
    tape.start(theta);
    tape.mark();
    return tape;
  }

  @ParameterizedTest
  @MethodSource("unary")
  void functions_of_one_number(String name) {
    Pair pair = UNARY.get(name);
    for (double x : new double[] {0.2, 0.9, 1.3, 3.7, 12.5}) {
      var tape = tape(x);
      Num result = pair.ours().apply(tape.handle(0));
      var expected = pair.theirs().apply(new DSFactory(1, 2).variable(0, x));
      assertThat(result.value()).isCloseTo(expected.getValue(), close(expected.getValue()));
      double[] slope = new double[1];
      var curvature = new Curvature(tape);
      double[] second = new double[1];
      curvature.of(result);
      curvature.addTo(1, second);
      tape.sweepRow(result, 1);
      tape.sweepHead(slope);
      double first = expected.getPartialDerivative(1);
      assertThat(slope[0]).isCloseTo(first, close(first));
      double bend = expected.getPartialDerivative(2);
      assertThat(second[0]).isCloseTo(bend, close(bend));
    }
  }

  private static org.assertj.core.data.Offset<Double> close(double v) {
    return within(1e-11 * (1 + Math.abs(v)));
  }

  @Test
  void functions_of_two_numbers() {
    binary(Num::plus, DerivativeStructure::add);
    binary(Num::minus, DerivativeStructure::subtract);
    binary(Num::times, DerivativeStructure::multiply);
    binary(Num::over, DerivativeStructure::divide);
    binary((a, b) -> a.over(b).exp().times(b), (a, b) -> a.divide(b).exp().multiply(b));
  }

  private static void binary(BinaryOperator<Num> ours, BinaryOperator<DerivativeStructure> theirs) {
    double[] point = {1.7, -0.6};
    var factory = new DSFactory(2, 2);
    var expected = theirs.apply(factory.variable(0, point[0]), factory.variable(1, point[1]));
    var tape = tape(point);
    Num result = ours.apply(tape.handle(0), tape.handle(1));
    double[] hessian = new double[4];
    double[] product = new double[2];
    var curvature = new Curvature(tape);
    curvature.of(result);
    curvature.addTo(2, hessian);
    curvature.addProduct(result, new double[] {0.3, -2}, 1, product);
    double[] gradient = new double[2];
    tape.sweepRow(result, 3);
    tape.sweepHead(gradient);
    double xx = expected.getPartialDerivative(2, 0);
    double xy = expected.getPartialDerivative(1, 1);
    double yy = expected.getPartialDerivative(0, 2);
    assertThat(gradient)
        .containsExactly(
            new double[] {
              3 * expected.getPartialDerivative(1, 0), 3 * expected.getPartialDerivative(0, 1)
            },
            within(1e-11));
    assertThat(hessian)
        .containsExactly(new double[] {2 * xx, 2 * xy, 2 * xy, 2 * yy}, within(1e-11));
    assertThat(product)
        .containsExactly(new double[] {0.3 * xx - 2 * xy, 0.3 * xy - 2 * yy}, within(1e-11));
  }

  @Test
  void a_row_costs_no_memory_once_the_tape_is_warm() {
    var tape = tape(0.1, 0.2, 0.3);
    var v = new Vec(tape, 0, 3);
    double[] x = {1, 2, 3};
    for (int i = 0; i < 1000; i++) {
      tape.rewind();
      tape.sweepRow(v.dot(x).softplus(), 1);
    }
    assertThat(tape.size).isEqualTo(5);
    assertThat(tape.value.length).isEqualTo(64);
    assertThat(tape.handle(3)).isSameAs(tape.handle(3));
  }

  @Test
  void vectors_check_what_meets_them() {
    var v = new Vec(tape(1, 2, 3), 0, 3);
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> v.dot(new double[2]))
        .hasMessage("2 numbers for a vector of 3");
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> v.dot(v.slice(0, 2)))
        .hasMessage("a vector of 3 and one of 2");
    assertThat(v.dot(v).value()).isEqualTo(14);
    assertThat(v.squares().value()).isEqualTo(14);
    assertThat(v.slice(1, 3).sum().value()).isEqualTo(5);
  }
}
