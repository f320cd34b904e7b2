package org.perrin.draws;

import java.util.List;
import java.util.OptionalDouble;
import org.perrin.data.Doubles;
import org.perrin.dynamics.StepStatistic;

/**
 * What the sampler says of the steps of a chain: statistics beside each draw, and how many of all
 * steps after burn-in (of which draws may be a part) went wrong. Samplers that know nothing of the
 * kind leave it empty.
 *
 * @param columns which statistics there are
 * @param values draw after draw, a number for each column
 * @param divergent steps whose trajectory lost its energy
 * @param fullTrees steps whose trajectory reached the largest depth
 */
public record Transitions(
    List<StepStatistic> columns, Doubles values, long divergent, long fullTrees) {
  private static final Transitions NONE =
      new Transitions(List.of(), Doubles.of(new double[0]), 0, 0);

  /** Copies the list. */
  public Transitions {
    columns = List.copyOf(columns);
  }

  /** Of a sampler that says nothing. */
  public static Transitions none() {
    return NONE;
  }

  /** Whether there is such a statistic. */
  public boolean has(StepStatistic statistic) {
    return columns.contains(statistic);
  }

  /** One statistic of one draw; empty if the sampler does not know it. */
  public OptionalDouble get(int draw, StepStatistic statistic) {
    int at = columns.indexOf(statistic);
    return at < 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(values.get((long) draw * columns.size() + at));
  }
}
