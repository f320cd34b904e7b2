package org.perrin.subsampling;

import org.perrin.data.Batch;
import org.perrin.random.RandomStream;

/** A scheme and a rule for the size: everything there is to know about the rows of a step. */
public record Batches(Subsampling scheme, SubsampleSize size) {
  /** Checks that the size suits the scheme. */
  public Batches {
    if (size instanceof SubsampleSize.Fixed fixed
        && scheme instanceof WithoutReplacement
        && fixed.n() > scheme.rows()) {
      throw new IllegalArgumentException(
          "n = %d rows cannot be drawn without replacement from N = %d"
              .formatted(fixed.n(), scheme.rows()));
    }
  }

  /** Prepares the batch of a chain that begins. */
  public void start(Batch batch) {
    batch.memory(scheme.memory());
  }

  /** Fills {@code batch} for a chain at {@code theta}. */
  public void draw(double[] theta, RandomStream random, Batch batch) {
    scheme.draw(size.at(theta), theta, random, batch);
  }
}
