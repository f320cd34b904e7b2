package org.perrin.cli.predict;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.perrin.cli.fit.Regression;
import org.perrin.family.OverdispersedCounts;
import org.perrin.family.StudentNoise;
import org.perrin.math.Scalars;

/** The predictive distribution of one row: a mixture over draws of linear predictors. */
abstract class Mixture {
  /** The linear predictor of each draw. */
  protected double[] eta = new double[0];

  static Mixture of(Regression regression, double[] sigma, double[] places) {
    return switch (regression) {
      case LOGISTIC -> new Probabilities();
      case LINEAR -> new Normals(sigma, places);
      case POISSON -> new Counts(places);
      case ROBUST -> new Students(sigma, places);
      case NEGATIVE_BINOMIAL -> new Overdispersed(sigma, places);
      case MULTINOMIAL, OWN -> throw new IllegalStateException("told before");
    };
  }

  /** Looks at another row. */
  final void set(double[] predictors) {
    eta = predictors.clone();
    prepare();
  }

  void prepare() {}

  abstract double mean();

  abstract double sd();

  /** One value for each draw, whose quantiles are those of the mixture. */
  abstract void targets(double[] out);

  abstract double logDensity(double y);

  static double mean(double[] values) {
    double sum = 0;
    for (double v : values) {
      sum += v;
    }
    return sum / values.length;
  }

  static double variance(double[] values) {
    double mean = mean(values);
    double sum = 0;
    for (double v : values) {
      sum += (v - mean) * (v - mean);
    }
    return sum / Math.max(1, values.length - 1);
  }

  /** {@code log of the mean of exp(values)}. */
  static double logMeanExp(double[] values) {
    double most = Double.NEGATIVE_INFINITY;
    for (double v : values) {
      most = Math.max(most, v);
    }
    if (most == Double.NEGATIVE_INFINITY) {
      return most;
    }
    double sum = 0;
    for (double v : values) {
      sum += Scalars.exp(v - most);
    }
    return most + Math.log(sum / values.length);
  }

  /** Probabilities of class 1. */
  private static final class Probabilities extends Mixture {
    private double[] p = new double[0];

    @Override
    void prepare() {
      p = new double[eta.length];
      for (int s = 0; s < p.length; s++) {
        p[s] = Scalars.expit(eta[s]);
      }
    }

    @Override
    double mean() {
      return mean(p);
    }

    @Override
    double sd() {
      return Math.sqrt(variance(p));
    }

    @Override
    void targets(double[] out) {
      System.arraycopy(p, 0, out, 0, p.length);
    }

    @Override
    double logDensity(double y) {
      double[] logs = new double[eta.length];
      for (int s = 0; s < logs.length; s++) {
        logs[s] = -Scalars.log1pExp(y == 1 ? -eta[s] : eta[s]);
      }
      return logMeanExp(logs);
    }
  }

  /** Numbers with noise {@code σ · z}, z of one distribution. */
  private abstract static class Noisy extends Mixture {
    final double[] sigma;
    private final double[] z;
    private final double noise;

    /** {@code variance} is that of z, of which {@code quantile} gives the quantiles. */
    Noisy(double[] sigma, double[] places, DoubleUnaryOperator quantile, double variance) {
      this.sigma = sigma;
      this.z = Arrays.stream(places).map(quantile).toArray();
      double squares = 0;
      for (int s = 0; s < z.length; s++) {
        squares += variance * sigma[s] * sigma[s];
      }
      this.noise = squares / z.length;
    }

    @Override
    double mean() {
      return mean(eta);
    }

    @Override
    double sd() {
      return Math.sqrt(variance(eta) + noise);
    }

    @Override
    void targets(double[] out) {
      for (int s = 0; s < out.length; s++) {
        out[s] = eta[s] + sigma[s] * z[s];
      }
    }
  }

  /** Normal noise. */
  private static final class Normals extends Noisy {
    Normals(double[] sigma, double[] places) {
      super(sigma, places, Quantiles::normal, 1);
    }

    @Override
    double logDensity(double y) {
      double[] logs = new double[eta.length];
      for (int s = 0; s < logs.length; s++) {
        double r = (y - eta[s]) / sigma[s];
        logs[s] = -0.5 * r * r - Math.log(sigma[s]) - 0.5 * Math.log(2 * Math.PI);
      }
      return logMeanExp(logs);
    }
  }

  /** Noise of Student's t with 4 degrees of freedom, variance {@code 2σ²}. */
  private static final class Students extends Noisy {
    Students(double[] sigma, double[] places) {
      super(sigma, places, Quantiles::student4, 2);
    }

    @Override
    double logDensity(double y) {
      var family = new StudentNoise();
      double[] logs = new double[eta.length];
      for (int s = 0; s < logs.length; s++) {
        logs[s] = -family.loss(eta[s], Math.log(sigma[s]), y);
      }
      return logMeanExp(logs);
    }
  }

  /** Counts that vary more than Poisson's. */
  private static final class Overdispersed extends Mixture {
    private final double[] phi;
    private final double[] places;
    private double[] rate = new double[0];

    Overdispersed(double[] phi, double[] places) {
      this.phi = phi;
      this.places = places;
    }

    @Override
    void prepare() {
      rate = new double[eta.length];
      for (int s = 0; s < rate.length; s++) {
        rate[s] = Scalars.exp(eta[s]);
      }
    }

    @Override
    double mean() {
      return mean(rate);
    }

    @Override
    double sd() {
      double own = 0;
      for (int s = 0; s < rate.length; s++) {
        own += (rate[s] + rate[s] * rate[s] / phi[s]) / rate.length;
      }
      return Math.sqrt(variance(rate) + own);
    }

    @Override
    void targets(double[] out) {
      for (int s = 0; s < out.length; s++) {
        out[s] = Quantiles.negativeBinomial(places[s], rate[s], phi[s]);
      }
    }

    @Override
    double logDensity(double y) {
      var family = new OverdispersedCounts();
      double[] logs = new double[eta.length];
      for (int s = 0; s < logs.length; s++) {
        logs[s] = -family.loss(eta[s], Math.log(phi[s]), y);
      }
      return logMeanExp(logs);
    }
  }

  /** Counts. */
  private static final class Counts extends Mixture {
    private final double[] places;
    private double[] rate = new double[0];

    Counts(double[] places) {
      this.places = places;
    }

    @Override
    void prepare() {
      rate = new double[eta.length];
      for (int s = 0; s < rate.length; s++) {
        rate[s] = Scalars.exp(eta[s]);
      }
    }

    @Override
    double mean() {
      return mean(rate);
    }

    @Override
    double sd() {
      return Math.sqrt(variance(rate) + mean(rate));
    }

    @Override
    void targets(double[] out) {
      for (int s = 0; s < out.length; s++) {
        out[s] = Quantiles.poisson(places[s], rate[s]);
      }
    }

    @Override
    double logDensity(double y) {
      double[] logs = new double[eta.length];
      double factorial = Quantiles.logFactorial(y);
      for (int s = 0; s < logs.length; s++) {
        logs[s] = y * eta[s] - rate[s] - factorial;
      }
      return logMeanExp(logs);
    }
  }
}
