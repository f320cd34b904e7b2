package org.perrin.bench.paper;

/** A figure of the paper, from data to curves. */
interface Experiment {
  /** Its name on the command line. */
  String id();

  /** About how much work it is, in rows read at random: for the estimate of the time left. */
  double work(Settings settings);

  /** Does it. */
  Figure run(Lab lab);
}
