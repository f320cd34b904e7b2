package org.perrin.io.design;

/** What to do with rows in which a value is missing. */
public enum MissingPolicy {
  /** Refuse, with counts. */
  ERROR,
  /** Leave the rows out. */
  DROP
}
