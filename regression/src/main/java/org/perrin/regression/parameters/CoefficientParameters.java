package org.perrin.regression.parameters;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.family.Parameter;
import org.perrin.regression.standard.Scaling;

/**
 * Coefficients of the user's columns, and parameters that all rows share in place of their
 * predictors.
 *
 * @param scaling between the user's columns and the sampler's
 * @param names of all parameters
 * @param shared the last ones
 */
public record CoefficientParameters(Scaling scaling, List<String> names, List<Parameter> shared)
    implements UserParameters {
  /** Where the shared ones begin. */
  private int first() {
    return names.size() - shared.size();
  }

  @Override
  public void toUser(double[] inner, double[] out) {
    scaling.toUser(inner, out);
    for (int k = 0; k < shared.size(); k++) {
      out[first() + k] = shared.get(k).link().inverse(inner[first() + k]);
    }
  }

  @Override
  public void toInner(double[] user, double[] out) {
    scaling.toInner(user, out);
    for (int k = 0; k < shared.size(); k++) {
      out[first() + k] = shared.get(k).link().of(user[first() + k]);
    }
  }

  @Override
  public double @Nullable [] combination(int k, int d) {
    return k < scaling.scale().length ? scaling.combination(k, d) : null;
  }

  @Override
  public double[] sd(double[] inner, double[] covariance) {
    int d = inner.length;
    double[] sd = scaling.userSd(covariance, d);
    for (int k = 0; k < shared.size(); k++) {
      sd[first() + k] *= shared.get(k).link().slope(inner[first() + k]);
    }
    return sd;
  }

  /** Several such vectors one after the other, one for each class but the first. */
  public record Repeated(CoefficientParameters one, List<String> names) implements UserParameters {
    /** How many vectors there are. */
    public int times() {
      return names.size() / width();
    }

    private int width() {
      return one.names().size();
    }

    @Override
    public void toUser(double[] inner, double[] out) {
      each(inner, out, one::toUser);
    }

    @Override
    public void toInner(double[] user, double[] out) {
      each(user, out, one::toInner);
    }

    @Override
    public double[] combination(int k, int d) {
      double[] part = one.combination(k % width(), width());
      double[] all = new double[d];
      System.arraycopy(part, 0, all, k / width() * width(), part.length);
      return all;
    }

    private void each(
        double[] from, double[] to, java.util.function.BiConsumer<double[], double[]> f) {
      double[] part = new double[width()];
      for (int at = 0; at < from.length; at += part.length) {
        f.accept(Arrays.copyOfRange(from, at, at + part.length), part);
        System.arraycopy(part, 0, to, at, part.length);
      }
    }

    @Override
    public double[] sd(double[] inner, double[] covariance) {
      int d = inner.length;
      int w = width();
      double[] sd = new double[d];
      for (int at = 0; at < d; at += w) {
        double[] block = new double[w * w];
        for (int i = 0; i < w; i++) {
          System.arraycopy(covariance, (at + i) * d + at, block, i * w, w);
        }
        System.arraycopy(one.sd(Arrays.copyOfRange(inner, at, at + w), block), 0, sd, at, w);
      }
      return sd;
    }
  }
}
