package org.perrin.io;

/** An option's value makes no sense, which only shows when the command runs. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** One line. */
  public UsageException(String message) {
    super(message);
  }
}
