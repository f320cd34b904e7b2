package org.perrin.spark;

import java.io.Serializable;

/**
 * A column that is used.
 *
 * @param name of it
 * @param place in a row of Spark's
 * @param type what it holds
 */
record Field(String name, int place, Type type) implements Serializable {
  /** What a regression makes of a column. */
  enum Type {
    NUMBER,
    FLAG,
    TEXT
  }
}
