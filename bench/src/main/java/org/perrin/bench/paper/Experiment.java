package org.perrin.bench.paper;

import java.util.List;

/** A figure of the paper, from data to curves. */
interface Experiment {
  /** Its name on the command line. */
  String id();

  /** About how much work it is, in rows read at random: for the estimate of the time left. */
  double work(ReproductionSettings settings);

  /** Figures whose files it reads. */
  default List<String> needs() {
    return List.of();
  }

  /** Whether it is made again every time, because it takes no time. */
  default boolean brief() {
    return false;
  }

  /** Does it. */
  Figure run(Lab lab);
}
