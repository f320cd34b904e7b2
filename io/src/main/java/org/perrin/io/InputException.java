package org.perrin.io;

/**
 * Something is wrong with what the user gave. The message is one line that says where, what, and
 * what to do about it; it is meant to be shown as it stands, without a stack trace.
 */
public final class InputException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** One line; control characters in it are escaped. */
  public InputException(String message) {
    super(MessageText.line(message));
  }

  /** As {@link #InputException(String)}, keeping the cause for those who debug. */
  public InputException(String message, Throwable cause) {
    super(MessageText.line(message), cause);
  }

  /** {@code source: problem}. */
  public static InputException of(String source, String problem) {
    return new InputException(source + ": " + problem);
  }

  /** {@code source, line n: problem}. */
  public static InputException of(String source, long line, String problem) {
    return new InputException("%s, line %d: %s".formatted(source, line, problem));
  }

  /** {@code source, line n, column "name": problem}. */
  public static InputException of(String source, long line, String column, String problem) {
    return new InputException(
        "%s, line %d, column %s: %s".formatted(source, line, MessageText.quoted(column), problem));
  }
}
