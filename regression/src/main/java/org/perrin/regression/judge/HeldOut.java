package org.perrin.regression.judge;

/** How well a model predicts rows that it has not seen, by whatever way. */
public interface HeldOut {
  /** N. */
  int rows();

  /** The rows looked at. */
  RowSample sample();

  /** Log predictive density of each row looked at. */
  double[] found();

  /** What is thought of any row without looking at it; 0 if all were looked at. */
  double guess(int row);

  /** Σ over all rows. */
  double elpd();

  /** {@code √(N Var eᵢ)}. */
  double se();

  /** Standard error of elpd from not looking at all rows. */
  double sampling();

  /** Standard error of elpd from having so many draws and no more. */
  double monteCarlo();

  /** By how much elpd is less than with all rows: the effective number of parameters. */
  double complexity();

  /** Rows whose density is not to be trusted. */
  int unsure();
}
