package org.perrin.gradient;

import org.perrin.model.Model;
import org.perrin.model.QuadraticCentre;
import org.perrin.model.Remainder;
import org.perrin.subsampling.Batches;
import org.perrin.subsampling.LightRows;

/** A remote model that knows how a chain gets hold of the rows of its steps. */
public interface Fetching extends Remote {
  /** {@link ControlVariate} for rows that are fetched before they are needed. */
  Gradient controlVariate(Model.Centre centre, Batches batches);

  /** {@link QuadraticControlVariate} for such rows. */
  Gradient controlVariate(QuadraticCentre centre, Batches batches);

  /**
   * Light rows that are fetched before they are needed, about {@code rate} a step, and numbered as
   * {@link #near(Remainder)} knows them.
   */
  LightRows near(LightRows rows, double rate);

  /** What is left of rows that were fetched. */
  Remainder near(Remainder remainder);
}
