package org.perrin.family;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.perrin.data.Dataset;
import org.perrin.mode.Newton;
import org.perrin.model.Glm;
import org.perrin.model.Independent;
import org.perrin.model.Priors;
import org.perrin.model.ScaledGlm;

/**
 * Modes under flat priors are the maximum likelihood estimates of statsmodels 0.15.0, lifelines
 * 0.30.3 and scipy, to six digits. The numbers are from Python, with the arrays below and
 *
 * <pre>
 * import numpy as np, statsmodels.api as sm, scipy.stats as st, scipy.optimize as so
 * F, L, X = sm.families, sm.families.links, np.column_stack([np.ones(12), x])
 * def glm(y, family, **more):
 *   return sm.GLM(y, X, family=family, **more).fit(tol=1e-14, tol_criterion="params").params
 * </pre>
 */
class MaximumLikelihoodTest {
  private static final double[] X = {
    -1.5, -1.2, -0.9, -0.6, -0.4, -0.1, 0.2, 0.4, 0.7, 1.0, 1.3, 1.6
  };
  private static final double[] AMOUNT = {
    0.7, 0.4, 1.1, 0.8, 1.9, 1.2, 1.0, 2.6, 1.7, 3.9, 2.8, 3.1
  };
  private static final double[] SHARE = {
    0.12, 0.25, 0.08, 0.31, 0.22, 0.45, 0.28, 0.52, 0.61, 0.39, 0.72, 0.66
  };
  private static final double[] BINARY = {0, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 1};
  private static final double[] COUNT = {0, 1, 0, 2, 1, 0, 3, 1, 5, 2, 4, 7};

  /** {@code event}: rows 2, 6 and 9 are censored. */
  private static final int[] EVENT = {1, 1, 0, 1, 1, 1, 0, 1, 1, 0, 1, 1};

  private static double[] times() {
    double[] y = AMOUNT.clone();
    Arrays.setAll(y, i -> EVENT[i] == 1 ? y[i] : -y[i]);
    return y;
  }

  private static double[] mode(Family family, double[] y) {
    double[][] x = Arrays.stream(X).mapToObj(v -> new double[] {1, v}).toArray(double[][]::new);
    Dataset data = Dataset.of(x, y);
    return switch (family) {
      case Likelihood l ->
          Newton.find(Glm.of(l, data, Independent.all(2, Priors.flat())), 1e-9).theta();
      case ScaledLikelihood l ->
          Newton.find(ScaledGlm.of(l, data, Independent.all(3, Priors.flat())), 1e-9).theta();
      default -> throw new AssertionError(family.name());
    };
  }

  private static void agree(Family family, double[] y, double... peer) {
    double[] mode = mode(family, y);
    assertThat(mode).hasSameSizeAs(peer);
    for (int k = 0; k < peer.length; k++) {
      assertThat(mode[k]).as(family.name()).isCloseTo(peer[k], within(2e-6));
    }
  }

  /**
   * {@code b = glm(amount, F.Gamma(L.Log())); m = np.exp(X @ b)}, then {@code
   * so.minimize_scalar(lambda s: -st.gamma.logpdf(amount, np.exp(s), scale=m/np.exp(s)).sum(),
   * bracket=(0, 2), tol=1e-12)}.
   */
  @Test
  void gamma() {
    agree(new GammaFamily(), AMOUNT, 0.402075822, 0.580147604, 2.19077676);
  }

  /**
   * {@code b = glm(amount, F.InverseGaussian(L.Log())); m = np.exp(X @ b)}, then {@code np.log(12 /
   * np.sum((amount - m)**2 / (m**2 * amount)))}.
   */
  @Test
  void inverse_gaussian() {
    agree(new InverseGaussian(), AMOUNT, 0.406615044, 0.602401931, 2.29291165);
  }

  /** {@code f = sm.OLS(np.log(amount), X).fit(); np.log(np.mean(f.resid**2)) / 2}. */
  @Test
  void lognormal() {
    agree(new LogNormal(), AMOUNT, 0.344609015, 0.592411994, -1.08186295);
  }

  /**
   * {@code statsmodels.othermod.betareg.BetaModel(share, X).fit(method="newton", tol=1e-14)}; its
   * link of the precision is the logarithm.
   */
  @Test
  void beta() {
    agree(new BetaFamily(), SHARE, -0.582950474, 0.841967992, 3.03349712);
  }

  /** {@code glm(count, F.NegativeBinomial(L.Log(), alpha=1))}. */
  @Test
  void geometric() {
    agree(new Geometric(), COUNT, 0.382215066, 0.914447998);
  }

  /** {@code glm(binary, F.Binomial(L.Probit()))}. */
  @Test
  void probit() {
    agree(new Probit(), BINARY, -0.030287064, 0.73474739);
  }

  /** {@code glm(binary, F.Binomial(L.CLogLog()))}. */
  @Test
  void cloglog() {
    agree(new Cloglog(), BINARY, -0.4812688, 0.835882784);
  }

  /** {@code -glm(event, F.Poisson(), offset=np.log(amount))}: events are Poisson given times. */
  @Test
  void exponential_times_some_of_them_censored() {
    agree(new ExponentialTimes(), times(), 0.689046212, 0.602426469);
  }

  /**
   * {@code lifelines.WeibullAFTFitter().fit(table, "t", "e").params_} of {@code t = amount}, {@code
   * e = event} and x, refined from its six digits by minimizing {@code -np.where(event,
   * st.weibull_min.logpdf(…), st.weibull_min.logsf(…)).sum()}.
   */
  @Test
  void weibull_times_some_of_them_censored() {
    agree(new WeibullTimes(), times(), 0.60017183, 0.578504086, 1.1283224);
  }

  /** Other units move the intercept, and λ of the inverse Gaussian, by their logarithm. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 1e-3, 1e3, 1e6})
  void units_are_found_from_afar(double unit) {
    for (Family family : new Family[] {new GammaFamily(), new InverseGaussian(), new LogNormal()}) {
      double[] one = mode(family, AMOUNT);
      double[] other = mode(family, Arrays.stream(AMOUNT).map(y -> unit * y).toArray());
      double shift = Math.log(unit);
      assertThat(other[0]).as(family.name()).isCloseTo(one[0] + shift, within(1e-6));
      assertThat(other[1]).as(family.name()).isCloseTo(one[1], within(1e-6));
      boolean inUnits = family.parameters().get(1).inUnits();
      assertThat(other[2]).isCloseTo(one[2] + (inUnits ? shift : 0), within(1e-6));
    }
    for (Family family : new Family[] {new ExponentialTimes(), new WeibullTimes()}) {
      double[] one = mode(family, times());
      double[] other = mode(family, Arrays.stream(times()).map(y -> unit * y).toArray());
      assertThat(other[0]).as(family.name()).isCloseTo(one[0] + Math.log(unit), within(1e-6));
      assertThat(other[1]).as(family.name()).isCloseTo(one[1], within(1e-6));
    }
  }
}
