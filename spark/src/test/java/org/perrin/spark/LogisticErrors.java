package org.perrin.spark;

import java.util.List;
import org.perrin.family.Distribution;
import org.perrin.family.Family;
import org.perrin.family.Likelihood;
import org.perrin.family.Link;
import org.perrin.family.Parameter;
import org.perrin.family.Support;
import org.perrin.math.Scalars;

/**
 * {@code y = η +} standard logistic noise, {@code ℓ = 2 log(1 + e^z) − z} with {@code z = y − η}: a
 * family that no other file knows.
 */
public class LogisticErrors implements Family, Likelihood {
  @Override
  public String name() {
    return "logistic-errors";
  }

  @Override
  public String about() {
    return "a number with standard logistic noise";
  }

  @Override
  public Support support() {
    return Support.REAL;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(Parameter.first("mu", Link.IDENTITY));
  }

  @Override
  public double loss(double eta, double y) {
    return 2 * Scalars.log1pExp(y - eta) - (y - eta);
  }

  @Override
  public double slope(double eta, double y) {
    return -Math.tanh((y - eta) / 2);
  }

  @Override
  public double curvature(double eta, double y) {
    double t = Math.tanh((y - eta) / 2);
    return (1 - t * t) / 2;
  }

  @Override
  public double maxCurvature() {
    return 0.5;
  }

  @Override
  public double mean(double eta) {
    return eta;
  }

  @Override
  public String refuse(double y) {
    return support().refuse(y);
  }

  @Override
  public Distribution at(double... eta) {
    return new Distribution() {
      @Override
      public double mean() {
        return eta[0];
      }

      @Override
      public double sd() {
        return Math.PI / Math.sqrt(3);
      }

      @Override
      public double logDensity(double y) {
        return -loss(eta[0], y);
      }

      @Override
      public double cumulative(double y) {
        return Scalars.expit(y - eta[0]);
      }

      @Override
      public double quantile(double p) {
        return eta[0] + Link.LOGIT.of(p);
      }
    };
  }
}
