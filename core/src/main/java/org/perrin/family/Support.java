package org.perrin.family;

import org.jspecify.annotations.Nullable;

/** What a response may be. */
public enum Support {
  /** 0 or 1. */
  BINARY("0 or 1", PredictiveCheck.CALIBRATION),
  /** 0, 1, 2 … */
  COUNT("a whole number from 0 on", PredictiveCheck.ROOTOGRAM),
  /** Any number. */
  REAL("a number", PredictiveCheck.DENSITY),
  /** Above 0. */
  POSITIVE("a number above 0", PredictiveCheck.DENSITY),
  /** Between 0 and 1, ends left out. */
  UNIT("a number between 0 and 1", PredictiveCheck.DENSITY),
  /** One of several classes, by its number from 0 on. */
  CLASS("one of several classes", PredictiveCheck.CATEGORIES),
  /** One of several classes that have an order. */
  ORDERED("one of several classes in order", PredictiveCheck.CATEGORIES),
  /** A time until an event, or minus a time at which it had not happened yet. */
  SURVIVAL("a time above 0, censored or not", PredictiveCheck.SURVIVAL),
  /** The share of successes in trials, whose number is the row's weight. */
  SHARE("successes in a number of trials", PredictiveCheck.ROOTOGRAM);

  private final String words;
  private final PredictiveCheck check;

  Support(String words, PredictiveCheck check) {
    this.words = words;
    this.check = check;
  }

  /** How such responses are compared with what a model expects. */
  public PredictiveCheck check() {
    return check;
  }

  /** In words. */
  public String words() {
    return words;
  }

  /** Whether responses are whole numbers that stand for amounts. */
  public boolean counts() {
    return this == COUNT;
  }

  /** Whether responses stand for classes. */
  public boolean classes() {
    return this == BINARY || this == CLASS || this == ORDERED;
  }

  /** What is wrong with y as a response, or null. */
  public @Nullable String refuse(double y) {
    boolean fits =
        switch (this) {
          case BINARY -> y == 0 || y == 1;
          case COUNT, CLASS, ORDERED -> y >= 0 && y == Math.rint(y);
          case REAL -> true;
          case POSITIVE -> y > 0;
          case UNIT -> y > 0 && y < 1;
          case SURVIVAL -> y != 0;
          case SHARE -> y >= 0 && y <= 1;
        };
    return fits && Double.isFinite(y) ? null : "a response must be " + words;
  }
}
