package org.perrin.dynamics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.perrin.data.DenseRows;
import org.perrin.gradient.Gradient;
import org.perrin.gradient.PlainGradient;
import org.perrin.gradient.Workspace;
import org.perrin.math.Matrices;
import org.perrin.model.GaussianMean;
import org.perrin.model.NormalPrior;
import org.perrin.random.Streams;
import org.perrin.subsampling.Uniform;

/**
 * Each dynamics against its formula, two steps of it with the same normals: what the stationary
 * moments of SamplerContractTest see through noise is seen here to the last digits.
 */
class DynamicsTest {
  private static final double[] START = {0.7, -1.2};
  private static final double H = 0.3;
  private static final StepSize STEPS = new StepSize.Polynomial(H, 1, 0.5);

  private final GaussianMean model =
      GaussianMean.of(
          DenseRows.of(new double[][] {{1, 0}, {0.5, -2}, {-1, 1}}),
          Matrices.diagonal(2, 0.5),
          NormalPrior.isotropic(2, 3));
  private final Gradient gradient = PlainGradient.of(model, new Uniform(3).size(2));
  private final Streams random = Streams.of(5, 0);
  private final Workspace workspace = new Workspace();

  /** The same streams and a workspace of its own, for the formula. */
  private final Streams same = Streams.of(5, 0);

  private final Workspace other = new Workspace();
  private double[] theta;
  private double[] g;

  @BeforeEach
  void begin() {
    theta = START.clone();
    g = new double[2];
  }

  private State run(Dynamics dynamics) {
    var state = new State(START, dynamics.auxiliary(2));
    dynamics.start(state, gradient, random, workspace);
    for (int t = 0; t < 2; t++) {
      state.iteration(t);
      dynamics.step(state, gradient, random, workspace);
      assertThat(state.rows()).isEqualTo(2);
      assertThat(state.acceptance()).isEqualTo(1);
    }
    return state;
  }

  private double[] normals() {
    double[] eta = new double[2];
    same.noise().fillGaussian(eta, 2);
    return eta;
  }

  private void look() {
    gradient.estimate(theta, same.rows(), other, g);
  }

  private void assertSame(State state) {
    assertThat(state.position()).containsExactly(theta, within(1e-13));
    assertThat(state.gradient()).containsExactly(g, within(1e-12));
  }

  @Test
  void langevin() {
    State state = run(new Langevin(STEPS));
    for (int t = 0; t < 2; t++) {
      double e = STEPS.at(t);
      look();
      double[] eta = normals();
      for (int k = 0; k < 2; k++) {
        theta[k] = theta[k] - e / 2 * g[k] + Math.sqrt(e) * eta[k];
      }
    }
    assertSame(state);
  }

  @Test
  void leimkuhler_matthews() {
    State state = run(new LeimkuhlerMatthews(H));
    double[] last = normals();
    for (int t = 0; t < 2; t++) {
      look();
      double[] eta = normals();
      for (int k = 0; k < 2; k++) {
        theta[k] = theta[k] - H / 2 * g[k] + Math.sqrt(H) * (last[k] + eta[k]) / 2;
      }
      last = eta;
    }
    assertSame(state);
    assertThat(state.auxiliary()).containsExactly(last);
  }

  @Test
  void underdamped() {
    State state = run(new Underdamped(STEPS, 1.5));
    double[] p = normals();
    look();
    for (int t = 0; t < 2; t++) {
      double h = STEPS.at(t);
      double[] eta = normals();
      for (int k = 0; k < 2; k++) {
        p[k] -= h / 2 * g[k];
        theta[k] += h / 2 * p[k];
        p[k] = Math.exp(-1.5 * h) * p[k] + Math.sqrt(1 - Math.exp(-3 * h)) * eta[k];
        theta[k] += h / 2 * p[k];
      }
      look();
      for (int k = 0; k < 2; k++) {
        p[k] -= h / 2 * g[k];
      }
    }
    assertSame(state);
    assertThat(state.auxiliary()).containsExactly(p, within(1e-13));
  }

  @Test
  void hamiltonian_takes_off_the_noise_that_it_saw() {
    double gamma = 4;
    State state = run(new Hamiltonian(STEPS, gamma));
    double[] p = normals();
    double[] seen = new double[2];
    other.watch(true);
    for (int t = 0; t < 2; t++) {
      double h = STEPS.at(t);
      look();
      double[] eta = normals();
      for (int k = 0; k < 2; k++) {
        seen[k] = (t * seen[k] + other.last()[k]) / (t + 1);
        double variance = Math.max(0, 2 * gamma * h - h * h * seen[k]);
        p[k] = p[k] - h * g[k] - h * gamma * p[k] + Math.sqrt(variance) * eta[k];
        theta[k] += h * p[k];
      }
    }
    assertSame(state);
    assertThat(state.auxiliary())
        .containsExactly(new double[] {p[0], p[1], seen[0], seen[1]}, within(1e-12));
    assertThat(seen[0]).isPositive();
  }

  @Test
  void nose_hoover() {
    double a = 0.8;
    State state = run(new NoseHoover(STEPS, a));
    double[] p = normals();
    double xi = a;
    look();
    for (int t = 0; t < 2; t++) {
      double h = STEPS.at(t);
      double[] eta = normals();
      for (int k = 0; k < 2; k++) {
        p[k] -= h / 2 * g[k];
        theta[k] += h / 2 * p[k];
      }
      xi += h / 2 * ((p[0] * p[0] + p[1] * p[1]) / 2 - 1);
      double sd = Math.sqrt(a * (1 - Math.exp(-2 * xi * h)) / xi);
      for (int k = 0; k < 2; k++) {
        p[k] = Math.exp(-xi * h) * p[k] + sd * eta[k];
        theta[k] += h / 2 * p[k];
      }
      xi += h / 2 * ((p[0] * p[0] + p[1] * p[1]) / 2 - 1);
      look();
      for (int k = 0; k < 2; k++) {
        p[k] -= h / 2 * g[k];
      }
    }
    assertSame(state);
    assertThat(state.auxiliary()).containsExactly(new double[] {p[0], p[1], xi}, within(1e-12));
  }

  /** With Γ and without. */
  @Test
  void preconditioned() {
    double[] c = {2, 7};
    for (boolean gamma : new boolean[] {true, false}) {
      var dynamics = new Preconditioned(STEPS, 0.9, 0.4, c, gamma);
      theta = START.clone();
      State state = run(dynamics);
      double[] v = c.clone();
      for (int t = 0; t < 2; t++) {
        double e = STEPS.at(t);
        look();
        double[] eta = normals();
        for (int k = 0; k < 2; k++) {
          v[k] = 0.9 * v[k] + 0.1 * g[k] * g[k];
          double metric = 1 / (0.4 + Math.sqrt(v[k]));
          double turn = gamma ? -0.1 * metric * metric * g[k] * c[k] / Math.sqrt(v[k]) : 0;
          theta[k] += -e / 2 * (metric * g[k] - turn) + Math.sqrt(e * metric) * eta[k];
        }
      }
      assertSame(state);
      assertThat(state.auxiliary()).containsExactly(v, within(1e-12));
    }
  }

  @Test
  void cycles_begin_large_and_quiet() {
    var cycle = new StepSize.Cyclical(0.4, 10, 0.3);
    assertThat(cycle.at(0)).isEqualTo(0.4);
    assertThat(cycle.at(25)).isCloseTo(0.2, within(1e-15));
    assertThat(cycle.at(19)).isCloseTo(0.2 * (1 + Math.cos(0.9 * Math.PI)), within(1e-15));
    assertThat(new double[] {cycle.noise(0), cycle.noise(12), cycle.noise(3), cycle.noise(19)})
        .containsExactly(0, 0, 1, 1);
    assertThat(new StepSize.Constant(2).noise(7)).isEqualTo(1);
    State state = new State(START, 0);
    new Langevin(cycle).step(state, gradient, random, workspace);
    look();
    assertThat(state.position()[0]).isCloseTo(START[0] - 0.2 * g[0], within(1e-14));
  }

  @Test
  void bad_settings_are_named() {
    for (double bad : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThatThrownBy(() -> new StepSize.Constant(bad)).hasMessageEndingWith("not " + bad);
      assertThatThrownBy(() -> new Mala(bad)).hasMessageEndingWith("not " + bad);
      assertThatThrownBy(() -> new Nuts(bad)).hasMessageEndingWith("not " + bad);
      assertThatThrownBy(() -> new Underdamped(STEPS, bad)).hasMessageEndingWith("not " + bad);
      assertThatThrownBy(() -> new Hamiltonian(STEPS, bad)).hasMessageEndingWith("not " + bad);
      assertThatThrownBy(() -> new NoseHoover(STEPS, bad)).hasMessageEndingWith("not " + bad);
      assertThatThrownBy(
              () -> new Preconditioned(STEPS, 0.9, bad == 1 / 0.0 ? 0 : bad, START, true))
          .hasMessageContaining("the floor positive");
      assertThatThrownBy(() -> new StepSize.Cyclical(bad, 5, 0)).hasMessageEndingWith("not " + bad);
      assertThatThrownBy(() -> new StepSize.Polynomial(bad, 1, 1))
          .hasMessageEndingWith("not " + bad);
      assertThatThrownBy(() -> new StepSize.Polynomial(1, bad, 1))
          .hasMessageEndingWith("not " + bad);
    }
    assertThatThrownBy(() -> new StepSize.Polynomial(1, 1, 1.1)).hasMessageEndingWith("not 1.1");
    assertThatThrownBy(() -> new StepSize.Polynomial(1, 1, -0.1)).hasMessageEndingWith("not -0.1");
    assertThatThrownBy(() -> new StepSize.Cyclical(1, 1, 0)).hasMessageContaining("not 1 and 0.0");
    assertThatThrownBy(() -> new StepSize.Cyclical(1, 2, 1)).hasMessageContaining("not 2 and 1.0");
    assertThatThrownBy(() -> new StepSize.Cyclical(1, 2, -1)).hasMessageContaining("not 2 and -1");
    assertThatThrownBy(() -> new Preconditioned(STEPS, 1, 1, START, true))
        .hasMessageContaining("not 1");
    assertThatThrownBy(() -> new Preconditioned(STEPS, -1, 1, START, true))
        .hasMessageContaining("-1");
    assertThatThrownBy(() -> new Nuts(1, 0)).hasMessageEndingWith("not 0");
    assertThatThrownBy(() -> new Nuts(1, 21)).hasMessageEndingWith("not 21");
    assertThat(new StepSize.Polynomial(1, 1, 0).at(9)).isEqualTo(1);
    assertThat(new StepSize.Polynomial(1, 1, 1).at(9)).isEqualTo(0.1);
    assertThat(new StepSize.Cyclical(1, 2, 0).noise(0)).isEqualTo(1);
    assertThat(new Preconditioned(STEPS, 0, 1, START, true).memory()).isZero();
    assertThat(new Nuts(1, 1).maxDepth() + new Nuts(1, 20).maxDepth()).isEqualTo(21);
    assertThat(new Langevin(1).auxiliary(3)).isZero();
    assertThat(new Langevin(1).refuse(gradient)).isNull();
  }
}
