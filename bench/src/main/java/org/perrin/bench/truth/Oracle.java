package org.perrin.bench.truth;

import org.perrin.model.Model;

/** Knows the posterior of a model, whatever it takes. */
interface Oracle {
  /** How, in a few words; another text makes kept answers void. */
  String source();

  /** What is known. */
  Answer of(Model model);
}
