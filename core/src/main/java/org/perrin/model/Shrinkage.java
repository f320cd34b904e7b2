package org.perrin.model;

import java.util.List;

/**
 * A prior of coefficients that are normal around 0 with scales that are not known either: {@code βⱼ
 * ~ N(0, e^{2gⱼ(h)})}, where h are logarithms of scales with priors of their own.
 */
public sealed interface Shrinkage permits CommonScale, Horseshoe {
  /** Names of e^h for coefficients of these names. */
  List<String> names(List<String> coefficients);

  /** Priors of h for so many coefficients. */
  List<Density> scales(int coefficients);

  /** Where the search for a centre of h begins, near {@code modes} of their priors. */
  default double[] start(double[] modes) {
    return modes;
  }

  /** The j-th log scale and its derivatives; h begins at {@code from}. */
  LogScale logScale(double[] theta, int from, int j);

  /** Whether h may have several modes. */
  boolean multimodal();

  /**
   * {@code gⱼ} and its derivatives by those of h on which it depends.
   *
   * @param value gⱼ
   * @param by places in h
   * @param slope first derivatives
   * @param bend second derivatives, row by row
   */
  record LogScale(double value, int[] by, double[] slope, double[] bend) {}
}
