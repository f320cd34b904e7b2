package org.perrin.posterior;

import org.perrin.model.Model;

/** From a model and options to a posterior. */
public final class Sampling {
  private Sampling() {}

  /** Runs the sampler that the options name, or the one that suits the model. */
  public static Posterior run(Model model, Options options, Watcher watcher) {
    throw new IllegalArgumentException("there is no sampler '%s'".formatted(options.sampler()));
  }
}
