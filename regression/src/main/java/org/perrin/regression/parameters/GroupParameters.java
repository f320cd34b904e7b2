package org.perrin.regression.parameters;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.perrin.io.design.Encoding;
import org.perrin.model.Correlation;
import org.perrin.model.MixedLayout;
import org.perrin.model.Varying;

/**
 * Coefficients, scales of smooths, and behind them what varies by groups: of each term its scales
 * and correlations, then the effects of all. The sampler has the logarithms of scales in units of
 * its columns, unconstrained correlations, and effects and coefficients of smooths that are not
 * centred, at the same places: with {@code x = s x'}, {@code sd = sd'/s} and {@code b = b'/s},
 * correlations being the same.
 *
 * @param shared coefficients and parameters that all rows share
 * @param layout of both
 * @param spread s, for each column of each term
 * @param names of all
 */
public record GroupParameters(
    CoefficientParameters shared, MixedLayout layout, List<double[]> spread, List<String> names)
    implements UserParameters {
  /** The closest to 1 that the sampler's correlations come. */
  private static final double MOST = 1 - 1e-15;

  private static final double LEAST = 1e-150;

  /** A smooth's column that is centred already leaves the intercept alone, but for rounding. */
  private static final double LEAST_SHARE = 1e-9;

  /**
   * Of the terms of an encoding.
   *
   * @param first names of what comes before them: those of {@code shared} and scales of smooths
   */
  public static GroupParameters of(
      CoefficientParameters shared,
      List<String> first,
      Encoding encoding,
      MixedLayout layout,
      List<double[]> spread) {
    List<String> names = new ArrayList<>(first);
    for (Encoding.Placed placed : encoding.allGroups()) {
      placed.term().scaleNames().forEach(name -> names.add(placed.prefix() + name));
      placed.term().correlationNames().forEach(name -> names.add(placed.prefix() + name));
    }
    names.addAll(encoding.effectNames());
    return new GroupParameters(shared, layout, spread, names);
  }

  private double[] first(double[] values) {
    return Arrays.copyOf(values, layout.shared());
  }

  @Override
  public void toUser(double[] inner, double[] out) {
    double[] part = new double[layout.shared()];
    double[] first = first(inner);
    layout.stretch(first);
    shared.toUser(first, part);
    System.arraycopy(part, 0, out, 0, part.length);
    for (int s = 0; s < layout.smooths().size(); s++) {
      out[layout.smoothScale(s)] = Math.exp(inner[layout.smoothScale(s)]);
    }
    for (int g = 0; g < spread.size(); g++) {
      Varying term = layout.terms().get(g);
      int k = term.width();
      for (int c = 0; c < k; c++) {
        out[layout.scales(g) + c] = Math.exp(inner[layout.scales(g) + c]) / spread.get(g)[c];
      }
      if (term.correlated()) {
        double[] r = Correlation.matrix(k, inner, layout.correlations(g));
        int at = layout.correlations(g);
        for (int i = 1; i < k; i++) {
          for (int j = 0; j < i; j++) {
            out[at++] = r[i * k + j];
          }
        }
      }
      double[] b = new double[term.levels() * k];
      layout.effects(inner, g, b);
      for (int e = 0; e < b.length; e++) {
        out[layout.effects(g) + e] = b[e] / spread.get(g)[e % k];
      }
    }
  }

  @Override
  public void toInner(double[] user, double[] out) {
    double[] part = new double[layout.shared()];
    shared.toInner(first(user), part);
    for (int s = 0; s < layout.smooths().size(); s++) {
      part[layout.smoothScale(s)] = Math.log(user[layout.smoothScale(s)]);
    }
    layout.relax(part);
    System.arraycopy(part, 0, out, 0, part.length);
    for (int g = 0; g < spread.size(); g++) {
      Varying term = layout.terms().get(g);
      int k = term.width();
      for (int c = 0; c < k; c++) {
        out[layout.scales(g) + c] = Math.log(user[layout.scales(g) + c] * spread.get(g)[c]);
      }
      if (term.correlated()) {
        release(k, user, layout.correlations(g), out);
      }
      double[] b = new double[term.levels() * k];
      for (int e = 0; e < b.length; e++) {
        b[e] = user[layout.effects(g) + e] * spread.get(g)[e % k];
      }
      layout.toZ(b, g, out);
    }
  }

  /** Unconstrained correlations: {@link Correlation#factor} backwards, from {@code R = LLᵀ}. */
  private static void release(int k, double[] user, int at, double[] out) {
    double[] factor = CorrelationFactor.of(k, user, at);
    int to = at;
    for (int i = 1; i < k; i++) {
      double left = 1;
      for (int j = 0; j < i; j++) {
        double t = Math.clamp(factor[i * k + j] / Math.max(LEAST, left), -MOST, MOST);
        out[to++] = 0.5 * Math.log((1 + t) / (1 - t));
        left *= Math.sqrt((1 - t) * (1 + t));
      }
    }
  }

  @Override
  public double @Nullable [] combination(int k, int d) {
    double[] row = shared.combination(k, d);
    boolean bent =
        row != null
            && layout.smooths().stream()
                .flatMapToInt(smooth -> IntStream.of(smooth.columns()))
                .anyMatch(column -> Math.abs(row[column]) > LEAST_SHARE);
    return bent ? null : row;
  }

  /** There are too many for a covariance. */
  @Override
  public double @Nullable [] sd(double[] inner, double[] covariance) {
    return null;
  }
}
