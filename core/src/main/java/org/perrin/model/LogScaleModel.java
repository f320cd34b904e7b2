package org.perrin.model;

import java.util.OptionalInt;

/**
 * A model with a log scale among its parameters. The mode of all parameters together may not exist
 * (with as many columns as rows the residuals vanish and the scale goes to 0) or lie far from the
 * posterior; that of the scale's own marginal does not.
 */
public interface LogScaleModel extends Curved {
  /** The coordinate of the scale; empty if it is none by itself, as in a metric. */
  OptionalInt scale();
}
