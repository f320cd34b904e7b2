package org.perrin.regression.judge;

import java.util.Arrays;
import java.util.List;
import org.perrin.draws.Draws;

/**
 * A few draws with their reflections in the mean, so that functions linear in the parameters have
 * exactly their mean. Parameters that are positive in all draws are reflected in their logarithms.
 */
final class ReflectedDraws {
  private ReflectedDraws() {}

  static Draws of(Draws draws, int pairs) {
    int d = draws.dimension();
    int count = Math.min(pairs, draws.count());
    double[] mean = new double[d];
    double[] logs = new double[d];
    boolean[] positive = new boolean[d];
    Arrays.fill(positive, true);
    for (int s = 0; s < draws.count(); s++) {
      double[] draw = draws.draw(s);
      for (int k = 0; k < d; k++) {
        mean[k] += draw[k] / draws.count();
        positive[k] &= draw[k] > 0;
        logs[k] += positive[k] ? Math.log(draw[k]) / draws.count() : 0;
      }
    }
    double[] values = new double[2 * count * d];
    for (int p = 0; p < count; p++) {
      double[] draw = draws.draw((int) ((long) p * draws.count() / count));
      for (int k = 0; k < d; k++) {
        values[2 * p * d + k] = draw[k];
        values[(2 * p + 1) * d + k] =
            positive[k] ? Math.exp(2 * logs[k]) / draw[k] : 2 * mean[k] - draw[k];
      }
    }
    return new Draws(draws.names(), List.of(Draws.Chain.of(d, values)));
  }
}
