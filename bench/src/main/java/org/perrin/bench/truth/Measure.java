package org.perrin.bench.truth;

import java.util.Locale;

/** By what two marginals are compared. */
enum Measure {
  /** Mean and standard deviation. */
  MOMENTS {
    @Override
    MarginalError between(Marginal truth, Marginal drawn) {
      return MarginalError.of(
          (drawn.mean() - truth.mean()) / truth.sd(),
          truth.meanError() / truth.sd(),
          drawn.sd() / truth.sd(),
          truth.sdError() / truth.sd());
    }
  },

  /** Median and distance of the quartiles, where tails leave moments without use. */
  QUARTILES {
    @Override
    MarginalError between(Marginal truth, Marginal drawn) {
      return MarginalError.of(
          (drawn.median() - truth.median()) / truth.width(),
          truth.medianError() / truth.width(),
          drawn.width() / truth.width(),
          truth.widthError() / truth.width());
    }
  };

  /** How far draws are from the truth. */
  abstract MarginalError between(Marginal truth, Marginal drawn);

  /** In lower case. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
