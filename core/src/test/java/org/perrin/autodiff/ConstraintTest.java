package org.perrin.autodiff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.hipparchus.linear.LUDecomposition;
import org.hipparchus.linear.MatrixUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.perrin.Examples;

/** Transforms go both ways, agree with the tape, and know their determinants. */
class ConstraintTest {
  private static final int N = 4;

  private static double[] image(Constraint constraint, double[] theta) {
    double[] out = new double[N];
    constraint.constrain(theta, 0, N, out, 0);
    return out;
  }

  @ParameterizedTest
  @EnumSource(Constraint.class)
  void there_and_back(Constraint constraint) {
    double[] theta = Examples.point(constraint.free(N), 31, 1.5);
    double[] back = new double[theta.length];
    constraint.release(image(constraint, theta), 0, N, back, 0);
    assertThat(back).containsExactly(theta, within(1e-12));
  }

  @ParameterizedTest
  @EnumSource(Constraint.class)
  void the_tape_has_the_same_values_and_the_right_determinant(Constraint constraint) {
    int free = constraint.free(N);
    double[] theta = Examples.point(free, 32, 1);
    var tape = new Tape();
    tape.start(theta);
    int first = constraint.record(tape, 0, N);
    double[] expected = image(constraint, theta);
    for (int k = 0; k < N; k++) {
      assertThat(tape.value[first + k]).isCloseTo(expected[k], within(1e-14));
    }
    Num log = constraint.logJacobian(tape, 0, N, first);
    // of a simplex the last number follows from the others
    double[][] jacobian = new double[free][free];
    for (int k = 0; k < free; k++) {
      double[] up = theta.clone();
      double[] down = theta.clone();
      up[k] += 1e-6;
      down[k] -= 1e-6;
      for (int i = 0; i < free; i++) {
        jacobian[i][k] = (image(constraint, up)[i] - image(constraint, down)[i]) / 2e-6;
      }
    }
    double determinant =
        new LUDecomposition(MatrixUtils.createRealMatrix(jacobian)).getDeterminant();
    assertThat(log == null ? 0 : log.value())
        .isCloseTo(Math.log(Math.abs(determinant)), within(1e-7));
  }

  @Test
  void images_obey() {
    double[] theta = Examples.point(N, 33, 2);
    assertThat(Arrays.stream(image(Constraint.POSITIVE, theta))).allMatch(v -> v > 0);
    assertThat(Arrays.stream(image(Constraint.UNIT, theta))).allMatch(v -> v > 0 && v < 1);
    assertThat(image(Constraint.ORDERED, theta)).isSorted();
    double[] simplex = image(Constraint.SIMPLEX, theta);
    assertThat(Arrays.stream(simplex).sum()).isCloseTo(1, within(1e-14));
  }

  @Test
  void bad_declarations_are_named() {
    assertThatThrownBy(
            () ->
                Differentiated.of(
                    Examples.real(5, 2),
                    (parameters, data) -> {
                      parameters.real("a");
                      parameters.positive("a");
                      return null;
                    }))
        .hasMessage("there are two parameters called 'a'");
    assertThatThrownBy(() -> Differentiated.of(Examples.real(5, 2), (parameters, data) -> null))
        .hasMessage("the model declares no parameters");
    assertThatThrownBy(
            () ->
                Differentiated.of(
                    Examples.real(5, 2),
                    (parameters, data) -> {
                      parameters.at(-1).positive("s");
                      return null;
                    }))
        .hasMessage("'s' cannot start there: its numbers must obey its constraint");
  }

  @Test
  void parameters_have_their_own_names_and_leaves_theirs() {
    var model = Differentiated.of(Examples.real(20, 1), OwnModels.Mixture::new);
    assertThat(model.dimension()).isEqualTo(9);
    assertThat(model.parameterNames()).hasSize(10).contains("share[3]", "mean[1]", "pull");
    assertThat(model.names()).contains("logratio(share[2])", "log(sd[1])", "logit(pull)");
    double[] theta = Examples.point(9, 34, 0.5);
    double[] out = new double[10];
    double[] back = new double[9];
    model.constrain(theta, out);
    model.release(out, back);
    assertThat(back).containsExactly(theta, within(1e-12));
  }
}
