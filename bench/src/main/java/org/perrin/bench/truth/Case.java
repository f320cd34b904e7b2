package org.perrin.bench.truth;

import java.util.function.Supplier;

/**
 * A problem with a name, made when it is needed.
 *
 * @param name as in tables
 * @param quick whether the posterior, and the answer, take a second or two
 */
record Case(String name, boolean quick, Supplier<Problem> problem) {
  static Case of(String name, Supplier<Problem> problem) {
    return new Case(name, false, problem);
  }

  static Case quick(String name, Supplier<Problem> problem) {
    return new Case(name, true, problem);
  }
}
