package org.perrin.bench.trust;

import java.util.Arrays;
import org.perrin.data.Dataset;
import org.perrin.math.Matrices;
import org.perrin.mode.Mode;
import org.perrin.mode.Search;
import org.perrin.model.Density;
import org.perrin.model.Model;

/** Posterior moments by numerical integration, for few dimensions. */
final class Integrated {
  private static final double REACH = 8;

  private Integrated() {}

  /**
   * Two parameters: the trapezoid rule in the metric of the mode, 8 standard deviations to every
   * side, 0.16 apart. For a smooth density that falls off at both ends its error falls faster than
   * any power of the distance; here it is below 10⁻⁹.
   */
  static KnownPosterior plane(String name, Model model) {
    Mode mode = Search.of(model).mode();
    double best = model.potential(mode.theta());
    int half = 50;
    double[] theta = new double[2];
    double[] u = new double[2];
    double[] sums = new double[5];
    for (int i = -half; i <= half; i++) {
      for (int j = -half; j <= half; j++) {
        u[0] = REACH * i / half;
        u[1] = REACH * j / half;
        mode.metric().toTheta(u, theta);
        double weight = Math.exp(best - model.potential(theta));
        sums[0] += weight;
        for (int k = 0; k < 2; k++) {
          double gap = theta[k] - mode.theta()[k];
          sums[1 + k] += weight * gap;
          sums[3 + k] += weight * gap * gap;
        }
      }
    }
    double[] mean = new double[2];
    double[] sd = new double[2];
    for (int k = 0; k < 2; k++) {
      double shift = sums[1 + k] / sums[0];
      mean[k] = mode.theta()[k] + shift;
      sd[k] = Math.sqrt(sums[3 + k] / sums[0] - shift * shift);
    }
    return KnownPosterior.of(name, "integral over the plane", model, mean, sd);
  }

  /**
   * A linear regression with coefficients N(0, v) and any prior for s = log σ. Given s the
   * posterior is normal, {@code A = I/v + XᵀX/σ²}, {@code m = A⁻¹Xᵀy/σ²}, and the evidence is
   * {@code p(y | s) ∝ σ^{−N} |A|^{−½} exp(−½(yᵀy/σ² − mᵀAm))}: one integral over s is left.
   */
  static KnownPosterior line(
      String name, Model model, Dataset data, double v, Density scale, double centre) {
    int d = data.x().width();
    double[] xx = new double[d * d];
    double[] xy = new double[d];
    double yy = products(data, xx, xy);
    int half = 400;
    double width = REACH / Math.sqrt(2.0 * data.count());
    double[][] mean = new double[2 * half + 1][];
    double[][] square = new double[2 * half + 1][];
    double[] log = new double[2 * half + 1];
    for (int j = 0; j < log.length; j++) {
      double s = centre + width * (j - half) / half;
      double precision = Math.exp(-2 * s);
      double[] a = Arrays.stream(xx).map(value -> value * precision).toArray();
      for (int k = 0; k < d; k++) {
        a[k * d + k] += 1 / v;
      }
      double[] factor = Matrices.cholesky(a, d);
      double[] right = Arrays.stream(xy).map(value -> value * precision).toArray();
      double[] m = Matrices.solve(factor, right, d);
      double[] covariance = Matrices.invert(a, d);
      log[j] = -data.count() * s - scale.value(s) - yy * precision / 2;
      mean[j] = Arrays.copyOf(m, d + 1);
      square[j] = new double[d + 1];
      for (int k = 0; k < d; k++) {
        log[j] += m[k] * right[k] / 2 - Math.log(factor[k * d + k]);
        square[j][k] = covariance[k * d + k] + m[k] * m[k];
      }
      mean[j][d] = s;
      square[j][d] = s * s;
    }
    return average(name, model, log, mean, square);
  }

  private static double products(Dataset data, double[] xx, double[] xy) {
    int d = data.x().width();
    double yy = 0;
    for (int i = 0; i < data.count(); i++) {
      double y = data.responses().get(i);
      yy += y * y;
      for (int k = 0; k < d; k++) {
        xy[k] += data.x().get(i, k) * y;
        for (int l = 0; l < d; l++) {
          xx[k * d + l] += data.x().get(i, k) * data.x().get(i, l);
        }
      }
    }
    return yy;
  }

  private static KnownPosterior average(
      String name, Model model, double[] log, double[][] mean, double[][] square) {
    double top = Arrays.stream(log).max().orElseThrow();
    int d = mean[0].length;
    double total = 0;
    double[] first = new double[d];
    double[] second = new double[d];
    for (int j = 0; j < log.length; j++) {
      double weight = Math.exp(log[j] - top);
      total += weight;
      for (int k = 0; k < d; k++) {
        first[k] += weight * mean[j][k];
        second[k] += weight * square[j][k];
      }
    }
    for (int k = 0; k < d; k++) {
      first[k] /= total;
      second[k] = Math.sqrt(second[k] / total - first[k] * first[k]);
    }
    return KnownPosterior.of(name, "integral over log σ", model, first, second);
  }
}
