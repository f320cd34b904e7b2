package org.perrin.regression;

import java.util.Arrays;
import java.util.List;
import org.perrin.diagnostics.PowerScaling;
import org.perrin.draws.Draws;
import org.perrin.io.InputException;
import org.perrin.math.Parallel;
import org.perrin.model.Density;
import org.perrin.regression.prior.PriorText;

/** What of a posterior is felt of its priors, by {@link PowerScaling}. O(draws) a parameter. */
final class PriorSensitivity {
  private PriorSensitivity() {}

  /** For each parameter; NaN where no prior is known. */
  static double[] of(Draws draws, List<String> priors) {
    double[] logPrior = new double[draws.count()];
    boolean any = false;
    for (int k = 0; k < Math.min(priors.size(), draws.dimension()); k++) {
      Density density = density(priors.get(k));
      if (density != null) {
        any = true;
        double[] values = all(draws, k);
        for (int s = 0; s < logPrior.length; s++) {
          logPrior[s] -= density.value(values[s]);
        }
      }
    }
    double[] out = new double[draws.dimension()];
    if (!any) {
      Arrays.fill(out, Double.NaN);
      return out;
    }
    var scaling = new PowerScaling(logPrior);
    Parallel.run(out.length, k -> out[k] = scaling.sensitivity(all(draws, k)));
    return out;
  }

  private static double[] all(Draws draws, int k) {
    return Arrays.stream(draws.coordinate(k)).flatMapToDouble(Arrays::stream).toArray();
  }

  /** Of a coefficient; null for what is none. */
  private static Density density(String text) {
    try {
      return PriorText.coefficient("--prior", text);
    } catch (InputException | org.perrin.io.UsageException e) {
      return null;
    }
  }
}
