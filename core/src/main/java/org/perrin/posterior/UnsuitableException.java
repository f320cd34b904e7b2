package org.perrin.posterior;

/** The posterior is not of the kind that a sampler is for: {@code auto} takes another one. */
final class UnsuitableException extends RuntimeException {
  private static final long serialVersionUID = 1;

  UnsuitableException(String message) {
    super(message);
  }
}
