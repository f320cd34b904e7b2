package org.perrin.bench.paper;

import java.util.Locale;

/**
 * A statement of the paper as an inequality.
 *
 * @param figure where it belongs
 * @param text what is claimed
 * @param measured the number
 * @param least it must not be below
 * @param most it must not be above
 * @param timed whether it is about seconds, which no two runs have alike
 */
record PaperClaim(
    String figure, String text, double measured, double least, double most, boolean timed) {
  static PaperClaim atMost(String figure, String text, double measured, double most) {
    return new PaperClaim(figure, text, measured, Double.NEGATIVE_INFINITY, most, false);
  }

  static PaperClaim atLeast(String figure, String text, double measured, double least) {
    return new PaperClaim(figure, text, measured, least, Double.POSITIVE_INFINITY, false);
  }

  static PaperClaim between(
      String figure, String text, double measured, double least, double most) {
    return new PaperClaim(figure, text, measured, least, most, false);
  }

  /** The same, marked as one about seconds. */
  PaperClaim onTheClock() {
    return new PaperClaim(figure, text, measured, least, most, true);
  }

  boolean holds() {
    return measured >= least && measured <= most;
  }

  /** The bounds in words. */
  String threshold() {
    if (least == Double.NEGATIVE_INFINITY) {
      return "≤ " + number(most);
    }
    return most == Double.POSITIVE_INFINITY
        ? "≥ " + number(least)
        : number(least) + " … " + number(most);
  }

  /** Six digits. */
  static String number(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e6) {
      return Long.toString((long) value);
    }
    return String.format(Locale.ROOT, "%.6g", value)
        .replaceAll("(\\.\\d*?)0+($|e)", "$1$2")
        .replaceAll("\\.($|e)", "$1");
  }
}
