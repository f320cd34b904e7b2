package org.perrin.levels;

/**
 * One sweep over all blocks of a model with levels. Shared by chains; holds nothing that changes.
 */
public interface LevelBlocks {
  /** A point to begin from. */
  double[] start();

  /**
   * Whether that point is near where every level belongs: blocks that propose from an expansion
   * there do not move a level that is far away.
   */
  default boolean centred() {
    return true;
  }

  /** Moves a state by one sweep. */
  void sweep(LevelState state, org.perrin.random.RandomStream random);

  /** What a sweep costs, in numbers that are read. */
  long work();
}
