package org.perrin.dynamics;

/**
 * Where a chain is: its position and what else the next step needs. The arrays are the chain's own
 * and are overwritten by every step.
 */
public final class State {
  private final double[] position;
  private final double[] gradient;
  private final double[] auxiliary;
  private final double[] scratch;
  private final double[] statistics = new double[StepStatistic.values().length];
  private double potential = Double.NaN;
  private double acceptance = 1;
  private long iteration;
  private int rows;
  private boolean adapting;

  /** A state at {@code start} for a dynamics that carries {@code auxiliary} numbers. */
  public State(double[] start, int auxiliary) {
    this.position = start.clone();
    this.gradient = new double[start.length];
    this.scratch = new double[start.length];
    this.auxiliary = new double[auxiliary];
  }

  /** θ. */
  public double[] position() {
    return position;
  }

  /** The gradient of the last step. */
  public double[] gradient() {
    return gradient;
  }

  /** What the dynamics carries from step to step. */
  public double[] auxiliary() {
    return auxiliary;
  }

  /** d numbers of no meaning between steps. */
  public double[] scratch() {
    return scratch;
  }

  /** Writes what the last step was like; not needed by the next. */
  void report(StepStatistic statistic, double value) {
    statistics[statistic.ordinal()] = value;
  }

  /** What the last step was like, of what {@link Dynamics#statistics} names. */
  public double statistic(StepStatistic statistic) {
    return statistics[statistic.ordinal()];
  }

  /** f at the position, where the dynamics knows it. */
  public double potential() {
    return potential;
  }

  /** Sets f at the position. */
  public void potential(double value) {
    potential = value;
  }

  /** The acceptance probability of the last step; 1 where nothing is rejected. */
  public double acceptance() {
    return acceptance;
  }

  /** Sets the acceptance probability. */
  public void acceptance(double value) {
    acceptance = value;
  }

  /** Steps made. */
  public long iteration() {
    return iteration;
  }

  /** Sets the number of steps made. */
  public void iteration(long value) {
    iteration = value;
  }

  /** Rows that the last step looked at. */
  public int rows() {
    return rows;
  }

  /** Sets the rows that the last step looked at. */
  public void rows(int value) {
    rows = value;
  }

  /** Whether the chain is in its burn-in, where a dynamics may tune itself. */
  public boolean adapting() {
    return adapting;
  }

  /** Sets whether the chain is in its burn-in. */
  public void adapting(boolean value) {
    adapting = value;
  }
}
