package org.perrin.bench.trust;

import org.perrin.random.RandomStream;

/** A joint distribution of parameters and data, and the model that claims to be it. */
interface World {
  /** As in tables. */
  String name();

  /** Parameters, then data given them. */
  Trial draw(RandomStream random, int rows);
}
