package org.perrin.bench;

import java.io.PrintWriter;
import java.util.Locale;

/** Limits of what is measured, printed with what was found, and whether all of them hold. */
final class MeasuredLimits {
  private final PrintWriter out;
  private boolean allHold = true;

  MeasuredLimits(PrintWriter out) {
    this.out = out;
  }

  /** Prints a line of a limit; the relation is ≤ or ≥. */
  void check(String what, double value, String relation, double bound) {
    boolean holds = relation.equals("≤") ? value <= bound : value >= bound;
    allHold &= holds;
    out.printf(
        Locale.ROOT,
        "  %-48s %10.4g  %s %-8.4g %s%n",
        what,
        value,
        relation,
        bound,
        holds ? "holds" : "FAILS");
    out.flush();
  }

  boolean allHold() {
    return allHold;
  }
}
