package org.perrin.cli;

import java.util.List;
import org.perrin.data.Doubles;
import org.perrin.family.Distribution;
import org.perrin.family.Family;
import org.perrin.family.JointLikelihood;
import org.perrin.family.Link;
import org.perrin.family.Parameter;
import org.perrin.family.Support;
import org.perrin.math.Scalars;

/** {@code y = η + e^s · logistic noise}: a family that no other file knows. */
public final class LogisticNoise implements Family, JointLikelihood {
  @Override
  public String name() {
    return "logistic-noise";
  }

  @Override
  public String about() {
    return "a number with logistic noise";
  }

  @Override
  public Support support() {
    return Support.REAL;
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(Parameter.first("mu", Link.IDENTITY), Parameter.scale("scale"));
  }

  @Override
  public int predictors() {
    return 2;
  }

  @Override
  public double loss(double[] eta, double y, double[] slope, double[] curvature) {
    double scale = Math.exp(eta[1]);
    double z = (y - eta[0]) / scale;
    double first = Math.tanh(z / 2);
    double second = (1 - first * first) / 2;
    if (slope != null) {
      slope[0] = -first / scale;
      slope[1] = 1 - first * z;
    }
    if (curvature != null) {
      curvature[0] = second / (scale * scale);
      curvature[1] = (first + second * z) / scale;
      curvature[2] = curvature[1];
      curvature[3] = first * z + second * z * z;
    }
    return eta[1] - z + 2 * Scalars.log1pExp(z);
  }

  @Override
  public double[] start(Doubles y) {
    return new double[2];
  }

  @Override
  public String refuse(double y) {
    return support().refuse(y);
  }

  @Override
  public Distribution at(double... eta) {
    double scale = Math.exp(eta[1]);
    return new Distribution() {
      @Override
      public double mean() {
        return eta[0];
      }

      @Override
      public double sd() {
        return scale * Math.PI / Math.sqrt(3);
      }

      @Override
      public double logDensity(double y) {
        return -loss(eta, y, null, null);
      }

      @Override
      public double cumulative(double y) {
        return Scalars.expit((y - eta[0]) / scale);
      }

      @Override
      public double quantile(double p) {
        return eta[0] + scale * Link.LOGIT.of(p);
      }
    };
  }
}
