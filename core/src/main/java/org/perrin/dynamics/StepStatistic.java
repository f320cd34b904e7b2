package org.perrin.dynamics;

/**
 * What an exact dynamics knows of a step beside where it led. Each has a column of its own in the
 * files of draws, under the name that CmdStan gives it.
 */
public enum StepStatistic {
  /** {@code −f} at the draw, in the coordinates of the sampler: a log density up to a constant. */
  LOG_DENSITY("lp__", false),
  /** The acceptance probability; of a trajectory, its mean. */
  ACCEPTANCE("accept_stat__", false),
  /** ε. */
  STEP_SIZE("stepsize__", false),
  /** Doublings of the trajectory, without one that it could not finish. */
  TREE_DEPTH("treedepth__", true),
  /** Leapfrog steps, each a pass over the data. */
  LEAPFROGS("n_leapfrog__", true),
  /** 1 if the trajectory ended because its energy was lost: curvature too strong for ε. */
  DIVERGENT("divergent__", true),
  /** f and kinetic energy at the draw. */
  ENERGY("energy__", false),
  /** 1 if the tree has the largest depth: counted over all steps, while draws keep the depth. */
  FULL_TREE("full_tree__", true);

  private final String column;
  private final boolean whole;

  StepStatistic(String column, boolean whole) {
    this.column = column;
    this.whole = whole;
  }

  /** The name of its column. */
  public String column() {
    return column;
  }

  /** Whether its values are whole numbers. */
  public boolean whole() {
    return whole;
  }
}
