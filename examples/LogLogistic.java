import java.util.List;
import org.perrin.data.Doubles;
import org.perrin.family.Distribution;
import org.perrin.family.Family;
import org.perrin.family.JointLikelihood;
import org.perrin.family.Link;
import org.perrin.family.Parameter;
import org.perrin.family.Support;
import org.perrin.math.Scalars;

/**
 * A family of your own in one file: positive numbers whose logarithm is logistic around eta, with a
 * scale e^s. Fit it by `perrin fit d.csv -t y --model LogLogistic.java`.
 */
public final class LogLogistic implements Family, JointLikelihood {
  public String name() {
    return "log-logistic";
  }

  public String about() {
    return "log y = eta + scale * logistic noise; for positive numbers with tails";
  }

  public Support support() {
    return Support.POSITIVE;
  }

  public List<Parameter> parameters() {
    return List.of(Parameter.first("mu", Link.LOG), Parameter.positive("scale", "exponential(1)"));
  }

  public int predictors() {
    return 2;
  }

  /** With z = (log y - eta) e^-s: l = s + log y - z + 2 log(1 + e^z). */
  public double loss(double[] eta, double y, double[] slope, double[] curvature) {
    double scale = Math.exp(eta[1]);
    double z = (Math.log(y) - eta[0]) / scale;
    double first = 2 * Scalars.expit(z) - 1;
    double second = 2 * Scalars.expit(z) * Scalars.expit(-z);
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
    return eta[1] + Math.log(y) - z + 2 * Scalars.log1pExp(z);
  }

  public double[] start(Doubles y) {
    return new double[2];
  }

  public String refuse(double y) {
    return support().refuse(y);
  }

  public Distribution at(double... eta) {
    double scale = Math.exp(eta[1]);
    return new Distribution() {
      public double mean() {
        double bend = Math.PI * scale;
        return scale < 1 ? Math.exp(eta[0]) * bend / Math.sin(bend) : Double.POSITIVE_INFINITY;
      }

      public double sd() {
        double bend = 2 * Math.PI * scale;
        double square = Math.exp(2 * eta[0]) * bend / Math.sin(bend);
        return scale < 0.5
            ? Math.sqrt(square - mean() * mean())
            : Double.POSITIVE_INFINITY;
      }

      public double logDensity(double y) {
        return -loss(eta, y, null, null);
      }

      public double cumulative(double y) {
        return y > 0 ? Scalars.expit((Math.log(y) - eta[0]) / scale) : 0;
      }

      public double least() {
        return 0;
      }

      public double quantile(double p) {
        return Math.exp(eta[0] + scale * Link.LOGIT.of(p));
      }
    };
  }
}
