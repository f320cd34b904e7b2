package org.perrin.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.perrin.Examples;
import org.perrin.catalogue.Estimator;
import org.perrin.catalogue.Scheme;
import org.perrin.data.Batch;
import org.perrin.mode.Mode;
import org.perrin.model.Curved;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.random.RandomStream;
import org.perrin.subsampling.Batches;
import org.perrin.subsampling.OptimalWeights;
import org.perrin.subsampling.Stratified;
import org.perrin.subsampling.SubsampleSize;
import org.perrin.subsampling.Subsampling;

/** What every estimator promises under every scheme. */
class GradientContractTest {
  private static final int N = 12;
  private final Curved model = Glm.logistic(Examples.binary(N, 3), Priors.normal(0, 2));
  private final Mode mode = Examples.mode(model);
  private final double[] theta = Examples.point(3, 41, 1.2);

  static java.util.stream.Stream<Arguments> cells() {
    return Arrays.stream(Estimator.values())
        .filter(e -> e == Estimator.PLAIN || e == Estimator.CONTROL_VARIATE)
        .flatMap(
            e ->
                Arrays.stream(Scheme.values())
                    .filter(s -> s != Scheme.BANDIT)
                    .map(s -> Arguments.of(e, s)));
  }

  /** Draws each row in turn: what a scheme with n = 1 can give, with its probability. */
  private record OneRow(Subsampling scheme, int row) implements Subsampling {
    @Override
    public int rows() {
      return scheme.rows();
    }

    @Override
    public void draw(int n, double[] theta, RandomStream random, Batch batch) {
      batch.resize(1);
      batch.rows()[0] = row;
      batch.weights()[0] = 1 / scheme.probability(row);
    }

    @Override
    public double probability(int i) {
      return scheme.probability(i);
    }
  }

  @ParameterizedTest
  @MethodSource("cells")
  void expectation_over_all_rows_is_the_full_gradient(Estimator estimator, Scheme kind) {
    Subsampling scheme = kind.make(model, mode, 0.1);
    double[] expected = new double[3];
    double[] one = new double[3];
    for (int i = 0; i < N; i++) {
      var gradient = estimator.make(model, mode, new OneRow(scheme, i).size(1), 1);
      assertThat(gradient.estimate(theta, null, new Workspace(), one)).isEqualTo(1);
      for (int k = 0; k < 3; k++) {
        expected[k] += scheme.probability(i) * one[k];
      }
    }
    assertThat(expected).containsExactly(model.gradient(theta), within(1e-9));
  }

  /**
   * The mean of 40,000 estimates is within 5 standard errors of the gradient (alarm 6e-7 a
   * coordinate), their variance within 6 % of the closed form, and the noise that the workspace
   * measured agrees with it (some 8 standard errors).
   */
  @ParameterizedTest
  @MethodSource("cells")
  void mean_and_variance_are_as_the_closed_form_says(Estimator estimator, Scheme kind) {
    int n = 4;
    Subsampling scheme = kind.make(model, mode, 0.1);
    var gradient = estimator.make(model, mode, scheme.size(n), n);
    var workspace = new Workspace();
    workspace.measure(true);
    var random = RandomStream.of(42);
    int draws = 40_000;
    double[] mean = new double[3];
    double[] square = new double[3];
    double[] g = new double[3];
    double[] full = model.gradient(theta);
    for (int t = 0; t < draws; t++) {
      gradient.estimate(theta, random, workspace, g);
      for (int k = 0; k < 3; k++) {
        mean[k] += (g[k] - full[k]) / draws;
        square[k] += (g[k] - full[k]) * (g[k] - full[k]) / draws;
      }
    }
    for (int k = 0; k < 3; k++) {
      assertThat(mean[k]).isCloseTo(0, within(5 * Math.sqrt(square[k] / draws)));
    }
    boolean cv = estimator == Estimator.CONTROL_VARIATE;
    double closed = closedForm(scheme, cv, n, kind == Scheme.WITHOUT_REPLACEMENT);
    double measured = Arrays.stream(workspace.noise()).sum() / workspace.measured();
    if (scheme instanceof Stratified) {
      double variance = Arrays.stream(square).sum();
      assertThat(variance).isLessThan(1.06 * closed);
      assertThat(measured).isGreaterThan(0.94 * variance);
      return;
    }
    assertThat(Arrays.stream(square).sum()).isCloseTo(closed, within(0.06 * closed));
    if (kind != Scheme.WITHOUT_REPLACEMENT) {
      assertThat(measured).isCloseTo(closed, within(0.06 * closed));
    }
  }

  private double[] term(int row, boolean cv) {
    double[] a = new double[3];
    model.addRowGradient(theta, row, 1, a);
    if (cv) {
      model.addRowGradient(mode.theta(), row, -1, a);
    }
    return a;
  }

  /** {@code (1/n)[Σ‖aᵢ‖²/pᵢ − ‖Σaᵢ‖²]}, or {@code (N²/n)(1 − n/N)/(N−1) Σ‖aᵢ − ā‖²}. */
  private double closedForm(Subsampling scheme, boolean cv, int n, boolean without) {
    double[] sum = new double[3];
    double reweighted = 0;
    double squares = 0;
    for (int i = 0; i < N; i++) {
      double[] a = term(i, cv);
      double square = Arrays.stream(a).map(v -> v * v).sum();
      reweighted += square / scheme.probability(i);
      squares += square;
      for (int k = 0; k < 3; k++) {
        sum[k] += a[k];
      }
    }
    double total = Arrays.stream(sum).map(v -> v * v).sum();
    return without
        ? (double) N * N / n * (1 - (double) n / N) / (N - 1) * (squares - total / N)
        : (reweighted - total) / n;
  }

  /** Both lemmas: no other p gives less variance. */
  @Test
  void exact_schemes_cannot_be_improved() {
    for (boolean cv : new boolean[] {false, true}) {
      var exact =
          cv ? OptimalWeights.controlVariate(model, mode.theta()) : OptimalWeights.plain(model);
      double[] best = exact.probabilities(theta);
      double least = variance(best, cv);
      var random = RandomStream.of(43);
      for (int trial = 0; trial < 500; trial++) {
        double[] p = best.clone();
        double total = 0;
        double size = Math.pow(10, -3 * random.nextDouble());
        for (int i = 0; i < N; i++) {
          p[i] *= Math.exp(size * random.nextGaussian());
          total += p[i];
        }
        for (int i = 0; i < N; i++) {
          p[i] /= total;
        }
        assertThat(variance(p, cv)).isGreaterThan(least);
      }
    }
  }

  private double variance(double[] p, boolean cv) {
    double sum = 0;
    for (int i = 0; i < N; i++) {
      sum += Arrays.stream(term(i, cv)).map(v -> v * v).sum() / p[i];
    }
    return sum;
  }

  /** Lemma 3.3: with the size of Eq. (19) the pseudo-variance stays below V₀, wherever we are. */
  @Test
  void the_adaptive_size_keeps_the_variance_below_its_threshold() {
    var smooth = (org.perrin.model.Smooth) model;
    for (Scheme kind : new Scheme[] {Scheme.UNIFORM, Scheme.CURVATURE, Scheme.LIPSCHITZ}) {
      Subsampling scheme = kind.make(model, mode, 0.1);
      double v0 = 3;
      var size = SubsampleSize.threshold(smooth, mode.theta(), scheme, v0);
      var unbounded = new SubsampleSize.Adaptive(mode.theta(), size.factor(), 1, Integer.MAX_VALUE);
      for (int trial = 0; trial < 200; trial++) {
        double[] at = Examples.point(3, 300 + trial, 0.1 + trial / 50.0);
        System.arraycopy(at, 0, theta, 0, 3);
        assertThat(closedForm(scheme, true, unbounded.at(at), false)).isLessThanOrEqualTo(v0);
        assertThat(size.at(at)).isBetween(1, N);
      }
      assertThat(size.at(mode.theta())).isEqualTo(1);
      assertThat(new Batches(scheme, size).size()).isEqualTo(size);
    }
  }

  @Test
  void at_the_mode_the_control_variate_has_no_noise() {
    var gradient = ControlVariate.at(mode, model, Scheme.UNIFORM.make(model, mode, 0).size(2));
    double[] g = new double[3];
    gradient.estimate(mode.theta(), RandomStream.of(44), new Workspace(), g);
    assertThat(g).containsExactly(model.gradient(mode.theta()), within(1e-12));
  }
}
