package org.perrin.gradient;

import org.perrin.model.Model;
import org.perrin.subsampling.Batches;

/** A model whose rows lie elsewhere: it knows how a chain gets hold of the rows of its steps. */
public interface Remote extends Model {
  /** {@link ControlVariate} for rows that are fetched before they are needed. */
  Gradient controlVariate(Model.Centre centre, Batches batches);
}
