package org.perrin.regression.judge;

/**
 * Rows predicted by fits to other rows.
 *
 * @param found log predictive density of each row
 * @param complexity by how much their sum is less than with all rows
 * @param monteCarlo standard error of the sum from having so many draws and no more
 * @param folds how many fits
 */
public record KFold(double[] found, double complexity, double monteCarlo, int folds)
    implements HeldOut {
  @Override
  public int rows() {
    return found.length;
  }

  @Override
  public RowSample sample() {
    return RowSample.all(found.length);
  }

  @Override
  public double guess(int row) {
    return 0;
  }

  private EstimatedSum total() {
    return EstimatedSum.of(sample(), found.length, found, i -> 0);
  }

  @Override
  public double elpd() {
    return total().sum();
  }

  @Override
  public double se() {
    return total().se();
  }

  @Override
  public double sampling() {
    return 0;
  }

  @Override
  public int unsure() {
    return 0;
  }
}
