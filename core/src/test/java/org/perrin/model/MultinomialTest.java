package org.perrin.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.data.Synthetic;
import org.perrin.family.Logistic;
import org.perrin.random.RandomStream;

class MultinomialTest {
  private static final double[] THETA = {0.3, -0.2, 0.5, 0.1, -0.7, 0.4};

  private static Dataset classes() {
    double[][] x = {{1, 0.5, -2}, {1, -1, 0.3}, {1, 0.2, 1}, {1, 3, 0}};
    return Dataset.of(x, new double[] {0, 1, 2, 2});
  }

  @Test
  void losses_are_minus_the_logarithms_of_probabilities() {
    Dataset data = classes();
    Multinomial model = Multinomial.of(data, Independent.all(6, Priors.normal(0, 1)));
    for (int i = 0; i < data.count(); i++) {
      double[] odds = {1, 1, 1};
      for (int c = 1; c < 3; c++) {
        double eta = 0;
        for (int k = 0; k < 3; k++) {
          eta += data.x().get(i, k) * THETA[3 * (c - 1) + k];
        }
        odds[c] = Math.exp(eta);
      }
      double p = odds[(int) data.responses().get(i)] / Arrays.stream(odds).sum();
      assertThat(model.rowLoss(THETA, i)).isCloseTo(-Math.log(p), within(1e-12));
    }
  }

  /** With two classes it is logistic regression, weights and offsets included. */
  @Test
  void two_classes_are_logistic_regression() {
    Dataset plain = Synthetic.logistic(5, 0, 300, new double[] {-0.5, 1, 0.3});
    var random = RandomStream.of(6);
    double[] offset = new double[300];
    double[] weight = new double[300];
    random.fillGaussian(offset, 300);
    Arrays.setAll(weight, i -> 0.5 + random.nextDouble());
    var data =
        new Dataset(
            plain.x(), plain.responses(), Doubles.of(offset), Doubles.of(weight), plain.names());
    Independent prior = Independent.all(3, Priors.studentT(4, 0, 1));
    Multinomial several = Multinomial.of(data, prior);
    Glm two = Glm.of(new Logistic(), data, prior);
    double[] theta = {0.4, -0.3, 0.9};
    assertThat(several.potential(theta)).isCloseTo(two.potential(theta), within(1e-9));
    assertThat(several.gradient(theta)).containsExactly(two.gradient(theta), within(1e-10));
    assertThat(several.hessian(theta)).containsExactly(two.hessian(theta), within(1e-10));
    double[] factor = {0.5, 0, 0, 0.1, 0.4, 0, -0.2, 0.1, 0.3};
    double[] ours = new double[300];
    double[] theirs = new double[300];
    several.curvatureScores(theta, factor, 0, 300, ours);
    two.curvatureScores(theta, factor, 0, 300, theirs);
    assertThat(ours).containsExactly(theirs, within(1e-12));
    several.metricScores(
        theta, org.perrin.metric.DenseMetric.of(new double[3], factor), 0, 300, ours);
    for (int i = 0; i < 300; i++) {
      double[] h = new double[9];
      two.addRowHessian(theta, i, 1, h);
      assertThat(ours[i]).isCloseTo(sandwich(h, factor), within(1e-12));
    }
  }

  /** {@code ‖LᵀHL‖}. */
  private static double sandwich(double[] h, double[] l) {
    double sum = 0;
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < 3; b++) {
        double element = 0;
        for (int i = 0; i < 3; i++) {
          for (int j = 0; j < 3; j++) {
            element += l[i * 3 + a] * h[i * 3 + j] * l[j * 3 + b];
          }
        }
        sum += element * element;
      }
    }
    return Math.sqrt(sum);
  }

  /** Differences of gradients never exceed the constants, and come near them. */
  @Test
  void lipschitz_constants_hold() {
    Dataset data = classes();
    Multinomial model = Multinomial.of(data, Independent.all(6, Priors.normal(0, 1)));
    double[] constants = new double[data.count()];
    model.lipschitz(0, data.count(), constants);
    var random = RandomStream.of(8);
    double nearest = 0;
    double[] theta = new double[6];
    double[] step = new double[6];
    for (int t = 0; t < 2000; t++) {
      random.fillGaussian(theta, 6);
      random.fillGaussian(step, 6);
      double[] other = new double[6];
      Arrays.setAll(other, k -> theta[k] + 0.1 * step[k]);
      double length = 0.1 * Math.sqrt(Arrays.stream(step).map(v -> v * v).sum());
      for (int i = 0; i < data.count(); i++) {
        double[] difference = new double[6];
        model.addRowGradient(theta, i, 1, difference);
        model.addRowGradient(other, i, -1, difference);
        double norm = Math.sqrt(Arrays.stream(difference).map(v -> v * v).sum());
        nearest = Math.max(nearest, norm / length / constants[i]);
      }
    }
    assertThat(nearest).isBetween(0.5, 1.0);
  }

  @Test
  void what_does_not_fit_is_refused() {
    Dataset data = classes();
    assertThatThrownBy(() -> Multinomial.of(data, Independent.all(5, Priors.normal(0, 1))))
        .hasMessageContaining("3 classes and 3 columns");
    Dataset half = Dataset.of(new double[][] {{1}}, new double[] {0.5});
    assertThatThrownBy(() -> Multinomial.classes(half)).hasMessageContaining("0, 1, 2");
  }
}
