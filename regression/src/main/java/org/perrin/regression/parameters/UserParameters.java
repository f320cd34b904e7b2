package org.perrin.regression.parameters;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parameters as users see them, beside the sampler's own. */
public interface UserParameters {
  /** Their names. */
  List<String> names();

  /** From the sampler's. */
  void toUser(double[] inner, double[] out);

  /** To the sampler's. */
  void toInner(double[] user, double[] out);

  /**
   * The k-th of them as a linear combination of the sampler's, or null where it is none: a scale in
   * place of its logarithm, say.
   */
  default double @Nullable [] combination(int k, int d) {
    return null;
  }

  /** Standard deviations under a Gaussian of the sampler's parameters, to first order. */
  double[] sd(double[] inner, double[] covariance);
}
