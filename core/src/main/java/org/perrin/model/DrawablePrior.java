package org.perrin.model;

import java.util.OptionalInt;
import org.perrin.random.RandomStream;

/** A prior that can be drawn from. */
public interface DrawablePrior extends Prior {
  /** Independent draws of all coordinates into θ; the prior is proper. */
  void draw(RandomStream random, double[] theta);

  /** The first coordinate that nothing holds; empty if the prior is proper. */
  OptionalInt improper();
}
