package org.perrin.dynamics;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.gradient.Gradient;
import org.perrin.gradient.Workspace;
import org.perrin.random.RandomStream;
import org.perrin.random.Streams;

/**
 * One step of a chain, given estimates of the gradient of f. A dynamics holds settings only; all
 * that changes lies in the {@link State}.
 */
public interface Dynamics {
  /** Numbers carried from step to step for a chain in d dimensions. */
  default int auxiliary(int d) {
    return 0;
  }

  /** What every step leaves in {@link State#statistic}; nothing for most. */
  default List<StepStatistic> statistics() {
    return List.of();
  }

  /** Prepares a new state. */
  default void start(State state, Gradient gradient, Streams random, Workspace workspace) {}

  /** Moves the state by one step. */
  void step(State state, Gradient gradient, Streams random, Workspace workspace);

  /** Called before chains move, as {@link Gradient#ahead} is: for rows that it reads itself. */
  default void ahead(List<RandomStream> streams, int steps, int after) {}

  /** Why this dynamics cannot run on {@code gradient}, or null. */
  default @Nullable String refuse(Gradient gradient) {
    return null;
  }
}
