package org.perrin.io;

import java.util.OptionalDouble;
import tools.jackson.databind.node.ObjectNode;

/** Numbers in JSON, which knows no NaN and no infinity: null stands for them. */
public final class JsonNumbers {
  private JsonNumbers() {}

  /** A number, or null if it is not finite. */
  public static void put(ObjectNode node, String name, double value) {
    if (Double.isFinite(value)) {
      node.put(name, value);
    } else {
      node.putNull(name);
    }
  }

  /** A number, or null if there is none. */
  public static void put(ObjectNode node, String name, OptionalDouble value) {
    put(node, name, value.orElse(Double.NaN));
  }
}
