package org.perrin.posterior;

/** The posterior is not of the kind that a sampler is for: {@code auto} takes another one. */
final class Unfit extends RuntimeException {
  private static final long serialVersionUID = 1;

  Unfit(String message) {
    super(message);
  }
}
