package org.perrin.model;

import java.util.List;

/**
 * One scale τ for all coefficients of a block, as a penalised spline has: {@code g = log τ}.
 *
 * @param name of τ
 * @param prior of log τ
 */
public record CommonScale(String name, Density prior) implements Shrinkage {
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

  @Override
  public boolean multimodal() {
    return false;
  }
}
