package org.perrin.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The regularised horseshoe (Piironen and Vehtari, 2017): a scale for all coefficients, one for
 * each, and a slab that holds those which escape. {@code e^{2gⱼ} = c²a²/(c² + a²)} with {@code a =
 * τλⱼ}, {@code τ ~ half_cauchy(scale)}, {@code λⱼ ~ half_cauchy(1)} and {@code c² ~ IG(ν/2, ν
 * s²/2)}. h is log τ, log c and then the log λⱼ.
 *
 * @param scale of τ
 * @param slabDf ν
 * @param slabScale s
 */
public record Horseshoe(double scale, double slabDf, double slabScale) implements Shrinkage {
  private static final int LOCAL = 2;

  /** Checks the scale. */
  public Horseshoe {
    if (!(scale > 0) || scale == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("horseshoe needs a positive finite scale, not " + scale);
    }
  }

  /** With a slab of 4 degrees of freedom and scale 2.5. */
  public Horseshoe(double scale) {
    this(scale, 4, 2.5);
  }

  @Override
  public List<String> names(List<String> coefficients) {
    List<String> names = new ArrayList<>(List.of("horseshoe(tau)", "horseshoe(slab)"));
    coefficients.forEach(name -> names.add("horseshoe(" + name + ")"));
    return names;
  }

  @Override
  public List<Density> scales(int coefficients) {
    List<Density> scales = new ArrayList<>();
    scales.add(Priors.halfCauchy(scale));
    scales.add(Priors.inverseChi(slabDf, slabScale));
    scales.addAll(Collections.nCopies(coefficients, Priors.halfCauchy(1)));
    return scales;
  }

  /** At {@code τλⱼ = 1}: from where all are shrunk, what is large would have no way out. */
  @Override
  public double[] start(double[] modes) {
    double[] start = modes.clone();
    Arrays.fill(start, LOCAL, start.length, Math.max(0, -Math.log(scale)));
    return start;
  }

  /**
   * With {@code r = a²/(c² + a²)}: ∂g is 1 − r by log a and r by log c, ∂²g is −2r(1 − r) by either
   * twice and 2r(1 − r) by both.
   */
  @Override
  public LogScale logScale(double[] theta, int from, int j) {
    double a = theta[from] + theta[from + LOCAL + j];
    double c = theta[from + 1];
    double r = 1 / (1 + Math.exp(2 * (c - a)));
    double value = a < c ? a - Math.log1p(Math.exp(2 * (a - c))) / 2 : c + Math.log(r) / 2;
    double bend = 2 * r * (1 - r);
    return new LogScale(
        value,
        new int[] {0, 1, LOCAL + j},
        new double[] {1 - r, r, 1 - r},
        new double[] {-bend, bend, -bend, bend, -bend, bend, -bend, bend, -bend});
  }

  @Override
  public boolean multimodal() {
    return true;
  }

  @Override
  public String toString() {
    return "horseshoe(" + scale + ")";
  }
}
