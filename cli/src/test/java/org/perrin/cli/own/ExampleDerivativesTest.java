package org.perrin.cli.own;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.data.Dataset;
import org.perrin.model.Curved;
import org.perrin.regression.model.ModelFile;

/** Gradients and Hessians of every example under {@code examples/}, beside differences. */
class ExampleDerivativesTest {
  private static final double STEP = 1e-5;

  /** Two columns that could be users and items, and a target that could be a class or a count. */
  private static Dataset data() {
    var random = new Random(3);
    double[][] x = new double[12][];
    double[] y = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      x[i] = new double[] {random.nextInt(4), random.nextInt(3)};
      y[i] = 1 + i % 3;
    }
    return Dataset.of(x, y);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "RobustRegression",
        "NegativeBinomial",
        "Softmax",
        "GaussianMixture",
        "NeuralNetwork",
        "MatrixFactorisation"
      })
  void derivatives_agree_with_differences(String name) {
    Path file = Path.of("..", "examples", name + ".java");
    Curved model = (Curved) ModelFile.compile(file).model(data());
    double[] theta = model.start();
    var random = new Random(4);
    Arrays.setAll(theta, k -> theta[k] + 0.3 * random.nextGaussian());
    int d = theta.length;
    double[] gradient = model.gradient(theta);
    double[] hessian = model.hessian(theta);
    for (int k = 0; k < d; k++) {
      double[] up = theta.clone();
      double[] down = theta.clone();
      up[k] += STEP;
      down[k] -= STEP;
      double slope = (model.potential(up) - model.potential(down)) / (2 * STEP);
      assertThat(gradient[k]).isCloseTo(slope, within(1e-6 * (1 + Math.abs(slope))));
      double[] high = model.gradient(up);
      double[] low = model.gradient(down);
      for (int i = 0; i < d; i++) {
        double bend = (high[i] - low[i]) / (2 * STEP);
        assertThat(hessian[i * d + k]).isCloseTo(bend, within(1e-6 * (1 + Math.abs(bend))));
      }
    }
  }
}
