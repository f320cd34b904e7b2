package org.perrin.model;

import java.util.List;

/**
 * One scale τ for all coefficients of a block, as a penalised spline has: {@code g = log τ}.
 *
 * @param name of τ
 * @param prior of log τ
 */
public record CommonScale(String name, Density prior) implements Shrinkage {
  /** With coefficients so many standard deviations from 0 the scale never goes there. */
  private static final double CERTAIN = 4;

  /** With coefficients so few it may. */
  private static final double UNCERTAIN = 2;

  private static final int[] FIRST = {0};
  private static final double[] ONE = {1};
  private static final double[] NONE = {0};

  @Override
  public List<String> names(List<String> coefficients) {
    return List.of(name);
  }

  @Override
  public List<Density> scales(int coefficients) {
    return List.of(prior);
  }

  @Override
  public LogScale logScale(double[] theta, int from, int j) {
    return new LogScale(theta[from], FIRST, ONE, NONE);
  }

  /**
   * What the scale of many lets vary is little: the share itself is best. But where the data do not
   * tell them from 0 the scale may be 0, towards which centred coordinates form a funnel.
   */
  @Override
  public double uncentred(double prior, double size, double together) {
    double doubt = Math.clamp((CERTAIN - together) / (CERTAIN - UNCERTAIN), 0, 1);
    return Math.min(1, prior + (1 - prior) * doubt);
  }

  @Override
  public boolean multimodal() {
    return false;
  }
}
