package org.perrin.cli.report;

import org.perrin.io.Say;

/** What to try where a model does not describe its data. */
final class Remedy {
  static final String TERMS = "add interactions or powers of columns by --formula";

  /** Σ (y − μ)²/μ a row, 1 for Poisson's counts. */
  private static final double DISPERSED = 1.1;

  /** Excess kurtosis, 0 for a normal and 3 for a Laplace distribution. */
  private static final double HEAVY = 1;

  private static final double SKEWED = 1;

  private Remedy() {}

  static String of(Predictions p, String target) {
    return switch (p.regression()) {
      case POISSON -> dispersion(p) > DISPERSED ? "try --model negative-binomial" : TERMS;
      case LINEAR -> numbers(p, target, true);
      case ROBUST -> numbers(p, target, false);
      case LOGISTIC, NEGATIVE_BINOMIAL, MULTINOMIAL, OWN -> TERMS;
    };
  }

  private static double dispersion(Predictions p) {
    double sum = 0;
    for (int j = 0; j < p.rows(); j++) {
      double mean = p.mean()[j];
      sum += (p.y()[j] - mean) * (p.y()[j] - mean) / Math.max(mean, 1e-300);
    }
    return sum / p.rows();
  }

  private static String numbers(Predictions p, String target, boolean normal) {
    double[] moments = new double[5];
    double least = Double.POSITIVE_INFINITY;
    for (int j = 0; j < p.rows(); j++) {
      double rest = p.y()[j] - p.mean()[j];
      least = Math.min(least, p.y()[j]);
      for (int m = 2; m < moments.length; m++) {
        moments[m] += Math.pow(rest, m) / p.rows();
      }
    }
    double skewness = moments[3] / Math.pow(moments[2], 1.5);
    double excess = moments[4] / (moments[2] * moments[2]) - 3;
    if (least > 0 && skewness > SKEWED) {
      return "model its logarithm by --formula \"log(%s) ~ …\"".formatted(Say.line(target));
    }
    return normal && excess > HEAVY ? "try --model robust" : TERMS;
  }
}
