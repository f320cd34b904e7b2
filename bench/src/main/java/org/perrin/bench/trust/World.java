package org.perrin.bench.trust;

import org.perrin.random.RandomStream;

/** A joint distribution of parameters and data, and the model that claims to be it. */
interface World {
  /** As in tables. */
  String name();

  /** Whether its users get {@code natural} only if they ask for it. */
  default boolean onlyAuto() {
    return false;
  }

  /** Whether only the long form has time for it. */
  default boolean onlyLong() {
    return false;
  }

  /** Steps of an exact sampler from which draws are independent. */
  default int apart() {
    return 3;
  }

  /** Parameters, then data given them. */
  Trial draw(RandomStream random, int rows);
}
