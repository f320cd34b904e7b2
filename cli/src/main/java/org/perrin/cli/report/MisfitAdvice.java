package org.perrin.cli.report;

import org.perrin.family.Misfit;
import org.perrin.io.MessageText;

/** What to try where a model does not describe its data. */
final class MisfitAdvice {
  static final String TERMS = "add interactions or powers of columns by --formula";

  private static final double SKEWED = 1;

  private MisfitAdvice() {}

  static String of(InSamplePredictions p, String target) {
    Misfit misfit = misfit(p);
    if (p.regression().metric() && misfit.positive() && misfit.skewness() > SKEWED) {
      return "model its logarithm by --formula \"log(%s) ~ …\"".formatted(MessageText.line(target));
    }
    String other = p.regression().family().instead(misfit);
    return other == null ? TERMS : "try --model " + other;
  }

  private static Misfit misfit(InSamplePredictions p) {
    double[] moments = new double[5];
    double least = Double.POSITIVE_INFINITY;
    double dispersion = 0;
    for (int j = 0; j < p.rows(); j++) {
      double rest = p.y()[j] - p.mean()[j];
      dispersion += rest * rest / Math.max(p.mean()[j], 1e-300) / p.rows();
      least = Math.min(least, p.y()[j]);
      for (int m = 2; m < moments.length; m++) {
        moments[m] += Math.pow(rest, m) / p.rows();
      }
    }
    double skewness = moments[3] / Math.pow(moments[2], 1.5);
    double excess = moments[4] / (moments[2] * moments[2]) - 3;
    return new Misfit(dispersion, skewness, excess, least > 0);
  }
}
