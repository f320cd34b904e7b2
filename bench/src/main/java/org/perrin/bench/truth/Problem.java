package org.perrin.bench.truth;

import org.perrin.model.Model;

/** A posterior, who knows it, and by what draws are compared with it. */
record Problem(Model model, Oracle oracle, Measure measure) {
  /** Compared by mean and standard deviation. */
  static Problem of(Model model, Oracle oracle) {
    return new Problem(model, oracle, Measure.MOMENTS);
  }

  /** Only long runs of NUTS know it. */
  static Problem of(Model model) {
    return of(model, LongNuts.PLAIN);
  }

  /** As {@link #of(Model)}, where the metric of the mode is poor or steps must be short. */
  static Problem hard(Model model) {
    return of(model, LongNuts.CAREFUL);
  }

  /** Compared by quartiles. */
  Problem byQuartiles() {
    return new Problem(model, oracle, Measure.QUARTILES);
  }
}
