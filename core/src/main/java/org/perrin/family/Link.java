package org.perrin.family;

import org.perrin.math.Scalars;
import org.perrin.math.Special;

/** Between a parameter of a distribution and its predictor η, which may be any number. */
public enum Link {
  /** The parameter itself. */
  IDENTITY {
    @Override
    public double inverse(double eta) {
      return eta;
    }

    @Override
    public double slope(double eta) {
      return 1;
    }

    @Override
    public double of(double value) {
      return value;
    }
  },
  /** Its logarithm. */
  LOG {
    @Override
    public double inverse(double eta) {
      return Math.exp(eta);
    }

    @Override
    public double slope(double eta) {
      return Math.exp(eta);
    }

    @Override
    public double of(double value) {
      return Math.log(value);
    }
  },
  /** Its log odds. */
  LOGIT {
    @Override
    public double inverse(double eta) {
      return Scalars.expit(eta);
    }

    @Override
    public double slope(double eta) {
      return Scalars.expit(eta) * Scalars.expit(-eta);
    }

    @Override
    public double of(double value) {
      return Math.log(value) - Math.log1p(-value);
    }
  },
  /** The normal quantile of a probability. */
  PROBIT {
    @Override
    public double inverse(double eta) {
      return Special.normal(eta);
    }

    @Override
    public double slope(double eta) {
      return Math.exp(-eta * eta / 2) / Math.sqrt(2 * Math.PI);
    }

    @Override
    public double of(double value) {
      return Special.normalQuantile(value);
    }
  },
  /** The logarithm of a cumulative hazard. */
  CLOGLOG {
    @Override
    public double inverse(double eta) {
      return -Math.expm1(-Math.exp(eta));
    }

    @Override
    public double slope(double eta) {
      return Math.exp(eta - Math.exp(eta));
    }

    @Override
    public double of(double value) {
      return Math.log(-Math.log1p(-value));
    }
  };

  /** The parameter at a predictor. */
  public abstract double inverse(double eta);

  /** The predictor of a parameter. */
  public abstract double of(double value);

  /** The derivative of {@link #inverse}. */
  public abstract double slope(double eta);

  /** In lower case. */
  public String word() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
