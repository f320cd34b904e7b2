package org.perrin.draws;

/**
 * Names from strangers as fields of a CSV file. Besides the usual quoting, a name that a
 * spreadsheet would take for a formula (one that begins with {@code = + - @}, a tab or a line
 * break) gets an apostrophe in front, which spreadsheets show as plain text.
 */
public final class CsvText {
  private CsvText() {}

  /** The name as a field. */
  public static String field(String name) {
    String safe = isFormula(name) ? "'" + name : name;
    boolean plain = safe.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? safe : '"' + safe.replace("\"", "\"\"") + '"';
  }

  private static boolean isFormula(String name) {
    return !name.isEmpty() && "=+-@\t\r\n".indexOf(name.charAt(0)) >= 0;
  }
}
