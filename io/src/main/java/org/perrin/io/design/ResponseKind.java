package org.perrin.io.design;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.perrin.family.Families;
import org.perrin.family.Support;

/** What a response holds, and so which models can have it. */
public enum ResponseKind {
  /** One of two. */
  BINARY(Support.BINARY),
  /** 0, 1, 2, … */
  COUNT(Support.COUNT),
  /** Any number. */
  REAL(Support.REAL),
  /** One of several; numbered from 0 in the order of the levels. */
  CLASS(Support.CLASS),
  /** One of several that have an order. */
  ORDERED(Support.ORDERED),
  /** Successes in a number of trials. */
  SHARE(Support.SHARE),
  /** A time until an event, or one until which there was none. */
  TIME(Support.SURVIVAL),
  /** Whatever a model of one's own makes of it: numbers as they are, levels as classes. */
  ANY(null);

  private final @Nullable Support support;

  ResponseKind(@Nullable Support support) {
    this.support = support;
  }

  /** What responses of a family hold. */
  public static ResponseKind of(Support support) {
    for (ResponseKind kind : values()) {
      if (kind.support == support) {
        return kind;
      }
    }
    return REAL;
  }

  /** The name of the model that is taken if none is asked for. */
  public String model() {
    return Families.usual(Objects.requireNonNull(support)).name();
  }
}
