package org.perrin.bench;

import java.io.PrintWriter;
import java.util.Locale;

/** A number beside the limit that it should keep, in a line. */
final class MeasuredLimit {
  private MeasuredLimit() {}

  /** Prints the line and returns whether the limit is kept; the relation is ≤ or ≥. */
  static boolean print(PrintWriter out, String what, double value, String relation, double bound) {
    boolean holds = relation.equals("≤") ? value <= bound : value >= bound;
    out.printf(
        Locale.ROOT,
        "  %-48s %10.4g  %s %-8.4g %s%n",
        what,
        value,
        relation,
        bound,
        holds ? "holds" : "FAILS");
    out.flush();
    return holds;
  }
}
