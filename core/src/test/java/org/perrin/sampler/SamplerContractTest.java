package org.perrin.sampler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.perrin.Examples;
import org.perrin.catalogue.Catalogue;
import org.perrin.catalogue.DynamicsKind;
import org.perrin.catalogue.Recipe;
import org.perrin.draws.Draws;
import org.perrin.dynamics.Langevin;
import org.perrin.dynamics.LeimkuhlerMatthews;
import org.perrin.dynamics.Mala;
import org.perrin.dynamics.StepSize;
import org.perrin.gradient.FullGradient;
import org.perrin.gradient.PlainGradient;
import org.perrin.math.Matrices;
import org.perrin.math.Parallel;
import org.perrin.mode.Mode;
import org.perrin.model.GaussianMean;
import org.perrin.model.NormalPrior;
import org.perrin.subsampling.Subsampling;
import org.perrin.subsampling.Uniform;

/**
 * Every sampler of the catalogue on a conjugate posterior with precision c I, where its stationary
 * distribution is known, bias included: {@code Cov = (s ε I + (ε²/4) V) / (1 − (1 − εc/2)²)} with V
 * the covariance of the gradient noise, s = 1 for Langevin and {@code 1 − εc/4} for
 * Leimkuhler–Matthews.
 *
 * <p>100,000 draws with autocorrelation 0.75 have an effective size above 14,000 for means and
 * 28,000 for variances: bounds of 5 standard errors are 0.043 sd and 4.3 %; some 60 checks of each
 * give a false alarm in 1 of 10,000 seeds.
 */
class SamplerContractTest {
  private static final int N = 2000;
  private static final double C = N + 0.1;
  private static final double EPSILON = 0.5 / C;

  private final GaussianMean model =
      GaussianMean.of(
          Examples.design(N, 2, 51)
              .map(
                  2,
                  (row, out) -> {
                    out[0] = row[1];
                    out[1] = 0.5 * row[1] * row[1];
                  }),
          Matrices.identity(2),
          NormalPrior.isotropic(2, 10));
  private final Mode mode = Examples.mode(model);

  static java.util.List<Recipe> recipes() {
    return Catalogue.samplers();
  }

  private Draws run(Sampler sampler) {
    return Chains.of(4).iterations(25_000).burnIn(100).seed(52).run(sampler, mode.theta());
  }

  @ParameterizedTest
  @MethodSource("recipes")
  void stationary_moments_are_as_predicted(Recipe recipe) {
    Sampler sampler = recipe.make(model, mode, Recipe.Settings.of(EPSILON, 400));
    double[] noise = new double[4];
    if (sampler.gradient() instanceof PlainGradient plain) {
      noise = noise(plain.batches().scheme(), 400, recipe.name().equals("sgld-wor"));
    }
    boolean exact =
        recipe.dynamics() == DynamicsKind.MALA || recipe.dynamics() == DynamicsKind.NUTS;
    double scale = 1 - Math.pow(1 - EPSILON * C / 2, 2);
    double[] predicted = new double[4];
    for (int k = 0; k < 4; k++) {
      double own = k % 3 == 0 ? EPSILON : 0;
      predicted[k] =
          exact
              ? model.posterior().covariance()[k]
              : (own + EPSILON * EPSILON / 4 * noise[k]) / scale;
    }
    assertMoments(run(sampler), predicted);
  }

  @Test
  void leimkuhler_matthews_has_the_exact_variance() {
    var sampler = Sampler.of(new LeimkuhlerMatthews(2 / C), new FullGradient(model));
    assertMoments(run(sampler), model.posterior().covariance());
  }

  private void assertMoments(Draws draws, double[] covariance) {
    int d = 2;
    double[] mean = new double[d];
    double[] product = new double[d * d];
    double[] target = model.posterior().mean();
    for (Draws.Chain chain : draws.chains()) {
      assertThat(chain.divergence()).isNull();
      for (int t = 0; t < chain.count(); t++) {
        for (int i = 0; i < d; i++) {
          mean[i] += chain.get(t, i) / draws.count();
          for (int k = 0; k < d; k++) {
            product[i * d + k] +=
                (chain.get(t, i) - target[i]) * (chain.get(t, k) - target[k]) / draws.count();
          }
        }
      }
    }
    for (int i = 0; i < d; i++) {
      double sd = Math.sqrt(covariance[i * d + i]);
      assertThat(mean[i]).isCloseTo(target[i], within(0.043 * sd));
      for (int k = 0; k < d; k++) {
        double size = Math.sqrt(covariance[i * d + i] * covariance[k * d + k]);
        assertThat(product[i * d + k]).isCloseTo(covariance[i * d + k], within(0.045 * size));
      }
    }
  }

  /** Covariance of the plain estimate at the mode; it hardly changes over the posterior. */
  private double[] noise(Subsampling scheme, int n, boolean without) {
    double[] sum = new double[2];
    double[] second = new double[4];
    for (int i = 0; i < N; i++) {
      double[] a = new double[2];
      model.addRowGradient(mode.theta(), i, 1, a);
      double inverse = without ? 1.0 * N : 1 / scheme.probability(i);
      for (int k = 0; k < 4; k++) {
        second[k] += inverse * a[k / 2] * a[k % 2];
      }
      sum[0] += a[0];
      sum[1] += a[1];
    }
    double[] v = new double[4];
    for (int k = 0; k < 4; k++) {
      v[k] = (second[k] - sum[k / 2] * sum[k % 2]) / n;
      v[k] *= without ? (1 - (double) n / N) * N / (N - 1) : 1;
    }
    return v;
  }

  @Test
  void mala_agrees_with_a_correlated_posterior() {
    var correlated = Examples.gaussianMean(50, 3);
    double[] covariance = correlated.posterior().covariance();
    var draws =
        Chains.of(4)
            .iterations(25_000)
            .burnIn(500)
            .seed(53)
            .run(
                Sampler.of(new Mala(0.03), new FullGradient(correlated)),
                correlated.posterior().mean());
    for (int k = 0; k < 3; k++) {
      double sd = Math.sqrt(covariance[k * 3 + k]);
      double mean = 0;
      double square = 0;
      for (double[] chain : draws.coordinate(k)) {
        mean += Arrays.stream(chain).average().orElseThrow() / 4;
      }
      for (double[] chain : draws.coordinate(k)) {
        double m = mean;
        square += Arrays.stream(chain).map(v -> (v - m) * (v - m)).average().orElseThrow() / 4;
      }
      assertThat(mean).isCloseTo(correlated.posterior().mean()[k], within(0.06 * sd));
      assertThat(square).isCloseTo(sd * sd, within(0.07 * sd * sd));
    }
  }

  @Test
  void one_seed_gives_the_same_bits_on_any_number_of_threads() {
    var sampler =
        Catalogue.sampler("sgld-cv-ps").make(model, mode, Recipe.Settings.of(EPSILON, 20));
    var plan = Chains.of(5).iterations(200).seed(54).keepingGradients();
    Draws alone = Parallel.with(1, () -> plan.run(sampler, mode.theta()));
    Draws three = Parallel.with(3, () -> plan.run(sampler, mode.theta()));
    for (int c = 0; c < 5; c++) {
      assertThat(three.chains().get(c).values()).isEqualTo(alone.chains().get(c).values());
      assertThat(three.chains().get(c).gradients()).isEqualTo(alone.chains().get(c).gradients());
    }
    assertThat(alone.chains().get(0).values()).isNotEqualTo(alone.chains().get(1).values());
  }

  @ParameterizedTest
  @MethodSource("recipes")
  void a_saved_chain_goes_on_to_the_bit(Recipe recipe) {
    var sampler = recipe.make(model, mode, Recipe.Settings.of(EPSILON, 20));
    var chain = new RunningChain(sampler, mode.theta(), 55, 1);
    for (int t = 0; t < 50; t++) {
      chain.step();
    }
    byte[] saved = chain.save();
    for (int t = 0; t < 50; t++) {
      chain.step();
    }
    var other = new RunningChain(sampler, new double[2], 99, 7);
    other.restore(saved);
    for (int t = 0; t < 50; t++) {
      other.step();
    }
    assertThat(other.state().position()).isEqualTo(chain.state().position());
    assertThat(other.rowsRead()).isEqualTo(chain.rowsRead());
  }

  @Test
  void sizes_passes_and_thinning_are_recorded() {
    var sampler = Catalogue.sampler("sgld").make(model, mode, Recipe.Settings.of(EPSILON, 30));
    var draws = Chains.of(2).iterations(100).burnIn(10).thin(7).run(sampler, mode.theta());
    var chain = draws.chains().get(1);
    assertThat(chain.count()).isEqualTo(14);
    assertThat(chain.sizes()).hasSize(100).containsOnly(30);
    assertThat(chain.rowsRead()).isEqualTo(110 * 30);
  }

  @Test
  void a_divergence_ends_the_chain_with_advice() {
    var sampler = Sampler.of(new Langevin(1e3), PlainGradient.of(model, new Uniform(N).size(10)));
    var chain = Chains.of(1).iterations(1000).run(sampler, mode.theta()).chains().get(0);
    assertThat(chain.divergence())
        .startsWith("chain 1 left the finite numbers at iteration ")
        .contains("try a tenth of the step-size");
    assertThat(Arrays.stream(chain.values()).allMatch(Double::isFinite)).isTrue();
  }

  @Test
  void decreasing_steps_follow_their_formula() {
    var schedule = new StepSize.Polynomial(0.5, 10, 0.55);
    assertThat(schedule.at(0)).isCloseTo(0.5 * Math.pow(10, -0.55), within(1e-15));
    assertThat(schedule.at(90)).isCloseTo(0.5 * Math.pow(100, -0.55), within(1e-15));
  }

  @Test
  void bad_input_is_named() {
    assertThatThrownBy(() -> new Langevin(0)).hasMessageContaining("not 0.0");
    assertThatThrownBy(() -> new Langevin(-1e-3)).hasMessageContaining("not -0.001");
    assertThatThrownBy(
            () -> Sampler.of(new Mala(1), PlainGradient.of(model, new Uniform(N).size(5))))
        .hasMessage("MALA accepts or rejects by f itself: it needs the full gradient");
    assertThatThrownBy(() -> Chains.of(0)).hasMessageContaining("not 0");
    assertThatThrownBy(() -> PlainGradient.of(model, new Uniform(3).size(1)))
        .hasMessage("a scheme for 3 rows does not fit a model of 2000");
    assertThatThrownBy(() -> Catalogue.sampler("sgldd"))
        .hasMessageStartingWith("there is no sampler 'sgldd'; there are sgld, ");
    assertThatThrownBy(
            () ->
                Chains.of(1)
                    .run(Sampler.of(new Langevin(1), new FullGradient(model)), new double[3]))
        .hasMessage("a start of 3 numbers for 2 parameters");
  }
}
