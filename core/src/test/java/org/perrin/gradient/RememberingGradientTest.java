package org.perrin.gradient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
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
import org.perrin.model.Model;
import org.perrin.model.Priors;
import org.perrin.model.RowMemory;
import org.perrin.model.ScaledGlm;
import org.perrin.random.RandomStream;
import org.perrin.subsampling.Bandit;
import org.perrin.subsampling.Subsampling;

/** Estimators and schemes with a memory: given any past, the next estimate is unbiased. */
class RememberingGradientTest {
  private static final int N = 12;
  private static final int D = 3;
  private final Curved model = Glm.logistic(Examples.binary(N, D), Priors.normal(0, 2));
  private final Mode mode = Examples.mode(model);

  static Stream<Arguments> cells() {
    return Stream.of(Estimator.values())
        .filter(e -> e != Estimator.FULL)
        .flatMap(e -> Stream.of(Scheme.values()).map(s -> Arguments.of(e, s)))
        .filter(
            a ->
                a.get()[0] == Estimator.SVRG
                    || a.get()[0] == Estimator.SAGA
                    || a.get()[1] == Scheme.BANDIT);
  }

  /** A scheme of one given row, with the memory of the real one. */
  private record OneRow(Subsampling scheme, int row) implements Subsampling {
    @Override
    public int rows() {
      return scheme.rows();
    }

    @Override
    public org.perrin.data.Memory memory() {
      return scheme.memory();
    }

    @Override
    public void draw(int n, double[] theta, RandomStream random, Batch batch) {
      batch.resize(1);
      batch.rows()[0] = row;
      batch.weights()[0] = 1 / chance(scheme, batch, row);
    }

    @Override
    public double probability(int i) {
      return scheme.probability(i);
    }
  }

  private static double chance(Subsampling scheme, Batch batch, int row) {
    return scheme instanceof Bandit bandit
        ? bandit.probability(batch, row)
        : scheme.probability(row);
  }

  private static byte[] save(Workspace workspace) throws IOException {
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    if (workspace.memory() != null) {
      workspace.memory().save(out);
    }
    if (workspace.batch().memory() != null) {
      workspace.batch().memory().save(out);
    }
    return bytes.toByteArray();
  }

  private static void restore(Workspace workspace, byte[] saved) throws IOException {
    var in = new DataInputStream(new ByteArrayInputStream(saved));
    if (workspace.memory() != null) {
      workspace.memory().restore(in);
    }
    if (workspace.batch().memory() != null) {
      workspace.batch().memory().restore(in);
    }
  }

  @ParameterizedTest
  @MethodSource("cells")
  void given_its_past_the_estimate_is_unbiased(Estimator estimator, Scheme kind)
      throws IOException {
    Subsampling scheme = kind.make(model, mode, 0.1);
    var past = new Workspace();
    Gradient gradient = make(estimator, scheme.size(3));
    gradient.start(Examples.point(D, 70, 1), past);
    var random = RandomStream.of(71);
    double[] g = new double[D];
    for (int t = 0; t < 25; t++) {
      gradient.estimate(Examples.point(D, 72 + t, 1), random, past, g);
    }
    byte[] saved = save(past);
    double[] theta = Examples.point(D, 73, 1.2);
    double[] expected = new double[D];
    for (int i = 0; i < N; i++) {
      var one = make(estimator, new OneRow(scheme, i).size(1));
      var workspace = new Workspace();
      one.start(new double[D], workspace);
      restore(workspace, saved);
      one.estimate(theta, null, workspace, g);
      double p = chance(scheme, past.batch(), i);
      for (int k = 0; k < D; k++) {
        expected[k] += p * g[k];
      }
    }
    assertThat(expected).containsExactly(model.gradient(theta), within(1e-9));
  }

  /** As the catalogue has them, but SVRG with a centre that outlives the test. */
  private Gradient make(Estimator estimator, org.perrin.subsampling.Batches batches) {
    return estimator == Estimator.SVRG
        ? new Recentred(model, batches, 1000)
        : estimator.make(model, mode, batches, 3);
  }

  @Test
  void a_centre_moves_after_its_period_and_is_paid_for() {
    var gradient = new Recentred(model, Scheme.UNIFORM.make(model, mode, 0).size(2), 3);
    var workspace = new Workspace();
    gradient.start(new double[D], workspace);
    var random = RandomStream.of(74);
    double[] g = new double[D];
    int[] read = new int[7];
    for (int t = 0; t < 7; t++) {
      read[t] = gradient.estimate(Examples.point(D, t, 1), random, workspace, g);
      if (read[t] > 2) {
        assertThat(g).containsExactly(model.gradient(Examples.point(D, t, 1)), within(1e-10));
      }
    }
    assertThat(read).containsExactly(N + 2, 2, 2, N + 2, 2, 2, N + 2);
  }

  /** One number a row and d numbers a row are the same memory. */
  @Test
  void saga_keeps_one_number_a_row_of_a_glm() {
    RowMemory slopes = model.rowMemory(new double[D]);
    RowMemory gradients = plain(model).rowMemory(new double[D]);
    assertThat(model.rowMemoryWidth()).isEqualTo(1);
    var scheme = Scheme.CURVATURE.make(model, mode, 0.1);
    var random = RandomStream.of(75);
    var batch = new Batch();
    for (int t = 0; t < 40; t++) {
      double[] theta = Examples.point(D, 80 + t, 1);
      scheme.draw(5, theta, random, batch);
      double[] one = new double[D];
      double[] other = new double[D];
      slopes.addDifference(theta, batch, 0, 2, one);
      slopes.addDifference(theta, batch, 2, 5, one);
      slopes.renew(batch);
      gradients.addDifference(theta, batch, 0, 5, other);
      gradients.renew(batch);
      assertThat(one).containsExactly(other, within(1e-9));
      assertThat(slopes.sum()).containsExactly(gradients.sum(), within(1e-9));
    }
  }

  /** The same model without what a GLM knows of itself. */
  private static Model plain(Model model) {
    return new Model() {
      @Override
      public int dimension() {
        return model.dimension();
      }

      @Override
      public int rows() {
        return model.rows();
      }

      @Override
      public org.perrin.model.Prior prior() {
        return model.prior();
      }

      @Override
      public double rowLoss(double[] theta, int row) {
        return model.rowLoss(theta, row);
      }

      @Override
      public void addRowGradient(double[] theta, int row, double weight, double[] out) {
        model.addRowGradient(theta, row, weight, out);
      }
    };
  }

  @Test
  void models_with_more_than_a_predictor_keep_their_gradients() {
    var scaled = ScaledGlm.linear(Examples.real(50, 4), Priors.normal(0, 3), Priors.halfNormal(2));
    assertThat(scaled.rowMemoryWidth()).isEqualTo(scaled.dimension());
    double[] theta = Examples.point(scaled.dimension(), 76, 0.3);
    assertThat(scaled.rowMemory(theta).sum())
        .containsExactly(scaled.likelihoodGradient(theta), within(1e-8));
  }

  /**
   * The argument of Lemmas 3.1 and 3.2 for any centres φᵢ: given the memory, {@code p ∝ ‖∇fᵢ(θ) −
   * ∇fᵢ(φᵢ)‖} has the least variance.
   */
  @Test
  void weights_by_the_norm_of_a_term_are_best_for_saga_and_svrg() {
    for (boolean saga : new boolean[] {true, false}) {
      double[] norms = norms(saga);
      double total = Arrays.stream(norms).sum();
      double[] best = Arrays.stream(norms).map(v -> v / total).toArray();
      double least = variance(norms, best);
      assertThat(least).isCloseTo(total * total, within(1e-9 * total * total));
      var random = RandomStream.of(77);
      for (int trial = 0; trial < 300; trial++) {
        double size = Math.pow(10, -3 * random.nextDouble());
        double[] p =
            Arrays.stream(best).map(v -> v * Math.exp(size * random.nextGaussian())).toArray();
        double sum = Arrays.stream(p).sum();
        assertThat(variance(norms, Arrays.stream(p).map(v -> v / sum).toArray()))
            .isGreaterThan(least);
      }
    }
  }

  private static double variance(double[] norms, double[] p) {
    double sum = 0;
    for (int i = 0; i < N; i++) {
      sum += norms[i] * norms[i] / p[i];
    }
    return sum;
  }

  /** Norms of the terms after some steps. */
  private double[] norms(boolean saga) {
    double[] theta = Examples.point(D, 78, 1);
    RowMemory memory = model.rowMemory(Examples.point(D, 79, 1));
    var batch = new Batch();
    var scheme = Scheme.UNIFORM.make(model, mode, 0);
    var random = RandomStream.of(79);
    for (int t = 0; saga && t < 6; t++) {
      scheme.draw(2, theta, random, batch);
      memory.addDifference(Examples.point(D, 90 + t, 1), batch, 0, 2, new double[D]);
      memory.renew(batch);
    }
    double[] norms = new double[N];
    batch.resize(1);
    batch.weights()[0] = 1;
    for (int i = 0; i < N; i++) {
      batch.rows()[0] = i;
      double[] term = new double[D];
      memory.addDifference(theta, batch, 0, 1, term);
      norms[i] = Math.sqrt(Arrays.stream(term).map(v -> v * v).sum());
    }
    return norms;
  }

  /**
   * What a stationary SAGA chain needs: with a chain that forgets at a rate κ a step and row i
   * drawn with chance q, {@code E‖aᵢ‖² = 2 κ/(κ + q − κq) tr(HᵢΣHᵢ)}. Here one coordinate, H = 1, Σ
   * = 1; the mean of 200,000 steps is good to 3 % (five errors).
   */
  @Test
  void a_rows_term_is_as_large_as_its_age_says() {
    var random = RandomStream.of(91);
    for (double q : new double[] {0.01, 0.1, 0.5}) {
      double kappa = 0.25;
      double x = 0;
      double phi = 0;
      double sum = 0;
      int steps = 400_000;
      for (int t = 0; t < steps; t++) {
        double seen = x;
        x = (1 - kappa) * x + Math.sqrt(1 - (1 - kappa) * (1 - kappa)) * random.nextGaussian();
        phi = random.nextDouble() < q ? seen : phi;
        sum += (x - phi) * (x - phi) / steps;
      }
      double predicted = 2 * kappa / (kappa + q - kappa * q);
      assertThat(sum).isCloseTo(predicted, within(0.05 * predicted));
    }
  }

  @Test
  void strata_of_like_rows_lower_the_variance() {
    var data = Examples.binary(2000, 4);
    var larger = Glm.logistic(data, Priors.normal(0, 2));
    var centre = Examples.mode(larger);
    double[] theta = Examples.point(4, 92, 1);
    double drawn = noise(larger, centre, Scheme.GRADIENT, theta);
    double strata = noise(larger, centre, Scheme.STRATA_OF_GRADIENTS, theta);
    assertThat(strata).isLessThan(0.6 * drawn);
  }

  private static double noise(Glm model, Mode mode, Scheme kind, double[] theta) {
    var gradient = PlainGradient.of(model, kind.make(model, mode, 0.1).size(100));
    double[] full = model.gradient(theta);
    var random = RandomStream.of(93);
    var workspace = new Workspace();
    double[] g = new double[4];
    double sum = 0;
    for (int t = 0; t < 2000; t++) {
      gradient.estimate(theta, random, workspace, g);
      for (int k = 0; k < 4; k++) {
        sum += (g[k] - full[k]) * (g[k] - full[k]);
      }
    }
    return sum;
  }
}
