package org.perrin.cli;

import org.perrin.io.Remedy;
import org.perrin.io.design.ResponseKind;

/** What messages advise, as options of the command line. */
final class Advice {
  private Advice() {}

  /** The message with the option behind each remedy that it names. */
  static String in(String message) {
    String text = message.replace("use the sampler nuts", "use --sampler nuts");
    for (Remedy remedy : Remedy.values()) {
      text = text.replaceAll(remedy + "\\b", "%s (%s)".formatted(remedy, option(remedy)));
    }
    return text;
  }

  private static String option(Remedy remedy) {
    return switch (remedy) {
      case LEAVE_ROWS_OUT -> "--missing drop";
      case LEAVE_COLUMN_OUT, LEAVE_COLUMNS_OUT -> "--drop";
      case QUERY -> "--sql";
      case POSITIVE -> "--positive";
      case NUMBERS -> "--model " + ResponseKind.REAL.model();
      case TWO_LEVELS -> "--model " + ResponseKind.BINARY.model();
      case TARGET -> "--target";
      case DECIMAL -> "--decimal";
      case FILE -> "--out";
      case DOUBLE -> "--precision double";
    };
  }
}
