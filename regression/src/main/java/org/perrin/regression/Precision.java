package org.perrin.regression;

/** How numbers of a table are kept; all arithmetic is in double. */
public enum Precision {
  /** Four bytes, some seven digits. */
  SINGLE,
  /** Eight bytes, some sixteen digits. */
  DOUBLE
}
