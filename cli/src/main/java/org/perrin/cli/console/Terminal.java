package org.perrin.cli.console;

import picocli.CommandLine.Help;

/** What is known of the terminal; the launcher looks, because Java cannot see all of it. */
public final class Terminal {
  private static final String SEEN = System.getProperty("perrin.terminal", "");

  private static final int USUAL_WIDTH = 80;
  private static final int LEAST_WIDTH = 40;

  private Terminal() {}

  /**
   * Columns that text on stdout may take: those of the terminal, as the variable COLUMNS or the
   * launcher says, and 80 where it goes elsewhere, so that a file does not depend on a window.
   */
  public static int width() {
    return width(System.getenv("COLUMNS"), out() ? seenWidth() : null);
  }

  /** The same of stderr. */
  public static int errWidth() {
    return width(System.getenv("COLUMNS"), err() ? seenWidth() : null);
  }

  private static String seenWidth() {
    return System.getProperty("perrin.columns");
  }

  /** The first of these that is a number. */
  public static int width(String... texts) {
    for (String text : texts) {
      if (text != null && text.matches("[1-9][0-9]{0,4}")) {
        return Math.max(LEAST_WIDTH, Integer.parseInt(text));
      }
    }
    return USUAL_WIDTH;
  }

  /** Whether people read what goes to stdout. */
  public static boolean out() {
    return SEEN.contains("out");
  }

  /** Whether people read what goes to stderr. */
  public static boolean err() {
    return SEEN.contains("err");
  }

  /** Whether stdout may be coloured; see no-color.org. */
  public static boolean coloured() {
    return out() && plainEnvironment();
  }

  private static boolean plainEnvironment() {
    String refused = System.getenv("NO_COLOR");
    return (refused == null || refused.isEmpty()) && !"dumb".equals(System.getenv("TERM"));
  }

  /** Colours of help texts. */
  public static Help.ColorScheme colours() {
    return Help.defaultColorScheme(coloured() ? Help.Ansi.ON : Help.Ansi.OFF);
  }

  /** Bold, on a terminal. */
  public static String bold(String text) {
    return coloured() ? "\u001b[1m" + text + "\u001b[0m" : text;
  }
}
