package org.perrin.autodiff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.perrin.Examples;
import org.perrin.Perrin;
import org.perrin.data.Synthetic;
import org.perrin.mode.Newton;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.posterior.Options;

/** A model of one's own is a model like any other. */
class OwnModelsTest {
  private static final class Logistic implements RowModel {
    private final Vec beta;

    Logistic(Parameters parameters, org.perrin.data.Dataset data) {
      beta = parameters.real("beta", data.names());
    }

    @Override
    public Num row(Row row) {
      Num eta = beta.dot(row.x());
      return eta.softplus().minus(eta.times(row.y()));
    }

    @Override
    public Num prior() {
      return Losses.normal(beta, 2);
    }
  }

  /** The same posterior and the same seed: the same weights and steps, so the same draws. */
  @Test
  void the_same_model_written_twice_gives_the_same_posterior() {
    var data = Synthetic.classification(5, 8_000, 4, 0.5, 0.3);
    var options = Options.standard().sampler("natural").draws(200);
    var own = Perrin.sample(Differentiated.of(data, Logistic::new), options).summary();
    var built = Perrin.sample(Glm.logistic(data, Priors.normal(0, 2)), options).summary();
    for (int k = 0; k < own.rows().size(); k++) {
      var a = own.rows().get(k);
      var b = built.rows().get(k);
      // 800 draws each: the means differ by 0.05 sd by chance, 6 times that once in 10⁹
      assertThat(Math.abs(a.mean() - b.mean()) / b.sd()).isLessThan(0.3);
      assertThat(a.sd() / b.sd()).isBetween(0.8, 1.25);
    }
  }

  @Test
  void lipschitz_constants_hold_where_the_posterior_lies() {
    var model = Differentiated.of(Examples.real(50, 4), OwnModels.Robust::new);
    double[] constants = new double[50];
    assertThatThrownBy(() -> model.lipschitz(0, 50, constants))
        .hasMessageContaining("around its mode only");
    var mode = Newton.find(model);
    model.around(mode.metric()).lipschitz(0, 50, constants);
    double closest = 0;
    for (int trial = 0; trial < 200; trial++) {
      double[] a = near(mode.metric(), 300 + trial);
      double[] b = near(mode.metric(), 600 + trial);
      double[] gap = new double[a.length];
      model.addRowGradient(a, trial % 50, 1, gap);
      model.addRowGradient(b, trial % 50, -1, gap);
      double distance = 0;
      for (int k = 0; k < a.length; k++) {
        distance += (a[k] - b[k]) * (a[k] - b[k]);
      }
      double slope = Math.sqrt(Arrays.stream(gap).map(v -> v * v).sum() / distance);
      closest = Math.max(closest, slope / constants[trial % 50]);
    }
    assertThat(closest).isBetween(0.2, 1.0);
  }

  private static double[] near(org.perrin.metric.Metric metric, long seed) {
    double[] theta = new double[metric.dimension()];
    metric.toTheta(Examples.point(theta.length, seed, 1), theta);
    return theta;
  }

  @Test
  void adaptive_sizes_work_by_the_estimate() {
    var data = Synthetic.classification(6, 3_000, 3, 0.5, 0.3);
    var model = Differentiated.of(data, Logistic::new);
    var options = Options.standard().sampler("asgld-cv-ps").draws(50).chains(2).stepSize(1e-4);
    var posterior = Perrin.sample(model, options);
    assertThat(posterior.draws().count()).isEqualTo(100);
    assertThat(posterior.account().remarks().toString()).contains("convexity");
  }
}
