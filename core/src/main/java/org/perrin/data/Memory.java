package org.perrin.data;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What a scheme or an estimator keeps for one chain from step to step. Schemes and estimators
 * themselves are shared by all chains and never change.
 */
public interface Memory {
  /** Writes all that the next steps depend on. */
  void save(DataOutput out) throws IOException;

  /** Goes on where {@link #save} was called, on a memory made with the same arguments. */
  void restore(DataInput in) throws IOException;
}
