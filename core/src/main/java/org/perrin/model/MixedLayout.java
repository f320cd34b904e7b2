package org.perrin.model;

import java.util.List;

/**
 * Where the parameters of a {@link MixedModel} lie in θ: first those that all rows share, the last
 * of them a log scale h for each smooth; then for each term its k log standard deviations t and its
 * {@code k(k−1)/2} unconstrained correlations w, and behind all of these, for each term, the
 * non-centred effects z, level after level. Coefficients of a smooth are not centred either: in
 * their places θ has {@code zⱼ = βⱼ/(uⱼ e^h)}, u their units.
 */
public final class MixedLayout {
  private final int shared;
  private final List<ShrunkCoefficients> smooths;
  private final List<Varying> terms;
  private final int[] scales;
  private final int[] effects;
  private final int dimension;

  private MixedLayout(int shared, List<ShrunkCoefficients> smooths, List<Varying> terms) {
    this.shared = shared + smooths.size();
    this.smooths = List.copyOf(smooths);
    this.terms = List.copyOf(terms);
    this.scales = new int[terms.size()];
    this.effects = new int[terms.size()];
    int at = this.shared;
    for (int g = 0; g < scales.length; g++) {
      scales[g] = at;
      at += terms.get(g).width() + terms.get(g).correlations();
    }
    for (int g = 0; g < scales.length; g++) {
      effects[g] = at;
      at = Math.addExact(at, Math.multiplyExact(terms.get(g).levels(), terms.get(g).width()));
    }
    this.dimension = at;
  }

  /** The places of some terms behind {@code shared} parameters. */
  public static MixedLayout of(int shared, List<Varying> terms) {
    return new MixedLayout(shared, List.of(), terms);
  }

  /**
   * The same with smooths.
   *
   * @param shared without their scales
   */
  public static MixedLayout of(int shared, List<ShrunkCoefficients> smooths, List<Varying> terms) {
    if (!smooths.stream().allMatch(smooth -> smooth.by() instanceof CommonScale)) {
      throw new IllegalArgumentException(
          "together with levels, coefficients share one scale or none");
    }
    return new MixedLayout(shared, smooths, terms);
  }

  /** Coefficients that share a scale. */
  public List<ShrunkCoefficients> smooths() {
    return smooths;
  }

  /** The place of the log scale h of a smooth. */
  public int smoothScale(int smooth) {
    return shared - smooths.size() + smooth;
  }

  /** Coefficients of smooths in place of their z, in an array that begins as θ does. */
  public void stretch(double[] values) {
    for (int b = 0; b < smooths.size(); b++) {
      double scale = sd(values[smoothScale(b)]);
      int[] columns = smooths.get(b).columns();
      for (int j = 0; j < columns.length; j++) {
        values[columns[j]] *= scale * smooths.get(b).units()[j];
      }
    }
  }

  /** {@link #stretch} backwards. */
  public void relax(double[] values) {
    for (int b = 0; b < smooths.size(); b++) {
      double scale = sd(values[smoothScale(b)]);
      int[] columns = smooths.get(b).columns();
      for (int j = 0; j < columns.length; j++) {
        values[columns[j]] /= scale * smooths.get(b).units()[j];
      }
    }
  }

  /** The terms. */
  public List<Varying> terms() {
    return terms;
  }

  /** How many parameters all rows share. */
  public int shared() {
    return shared;
  }

  /** How many parameters are no effects: shared, scales and correlations. */
  public int head() {
    return effects.length == 0 ? shared : effects[0];
  }

  /** d. */
  public int dimension() {
    return dimension;
  }

  /** Where the log standard deviations of a term begin. */
  public int scales(int term) {
    return scales[term];
  }

  /**
   * Where the unconstrained correlations of a term begin: those of column 1 with 0, of 2 with 0 and
   * 1, and so on.
   */
  public int correlations(int term) {
    return scales[term] + terms.get(term).width();
  }

  /** Where the effects of a term begin. */
  public int effects(int term) {
    return effects[term];
  }

  /** The place of one effect. */
  public int effect(int term, int level, int column) {
    return effects[term] + level * terms.get(term).width() + column;
  }

  /**
   * {@code D L} of a term, k × k and lower triangular: {@code b = D L z} has the covariance {@code
   * D R D}.
   */
  public void factor(double[] theta, int term, double[] out) {
    Varying varying = terms.get(term);
    Correlation.factor(varying, theta, correlations(term), out);
    int k = varying.width();
    for (int c = 0; c < k; c++) {
      double sd = sd(theta[scales[term] + c]);
      for (int j = 0; j <= c; j++) {
        out[c * k + j] *= sd;
      }
    }
  }

  static double sd(double t) {
    return Math.exp(Math.min(300, t));
  }

  /** The effects b of a term, level after level, k each. */
  public void effects(double[] theta, int term, double[] out) {
    int k = terms.get(term).width();
    double[] factor = new double[k * k];
    factor(theta, term, factor);
    for (int j = 0; j < terms.get(term).levels(); j++) {
      for (int c = 0; c < k; c++) {
        double sum = 0;
        for (int l = 0; l <= c; l++) {
          sum = Math.fma(factor[c * k + l], theta[effects[term] + j * k + l], sum);
        }
        out[j * k + c] = sum;
      }
    }
  }

  /** Writes the z of a term into θ, whose scales and correlations are there, from its effects b. */
  public void toZ(double[] b, int term, double[] theta) {
    int k = terms.get(term).width();
    double[] factor = new double[k * k];
    factor(theta, term, factor);
    for (int j = 0; j < terms.get(term).levels(); j++) {
      int at = effects[term] + j * k;
      for (int c = 0; c < k; c++) {
        double rest = b[j * k + c];
        for (int l = 0; l < c; l++) {
          rest = Math.fma(-factor[c * k + l], theta[at + l], rest);
        }
        theta[at + c] = rest / factor[c * k + c];
      }
    }
  }
}
