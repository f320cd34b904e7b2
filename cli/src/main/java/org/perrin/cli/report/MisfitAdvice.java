package org.perrin.cli.report;

import java.util.Arrays;
import org.perrin.family.Distribution;
import org.perrin.family.Misfit;
import org.perrin.io.MessageText;

/** What to try where a model does not describe its data. */
final class MisfitAdvice {
  private static final double SKEWED = 1;

  /** Variance over that of the model. */
  private static final double DISPERSED = 1.5;

  /** A target of so few values on a grid is rather a scale of grades than a number. */
  private static final int GRADES = 10;

  private MisfitAdvice() {}

  /** If no other family is known to be better; a design of one column has the intercept alone. */
  static String terms(int columns) {
    return columns > 1
        ? "add interactions or powers of columns by --formula"
        : "add columns by --formula";
  }

  static String of(InSamplePredictions p, String target, String terms) {
    Misfit misfit = misfit(p);
    boolean metric = p.regression().metric();
    if (metric && graded(p.y())) {
      return "the target has few values: try --model "
          + (Arrays.stream(p.y()).distinct().count() == 2 ? "logistic" : "ordinal");
    }
    if (metric && misfit.positive() && misfit.skewness() > SKEWED) {
      return "model its logarithm by --formula \"log(%s) ~ …\"".formatted(MessageText.line(target));
    }
    if (p.regression().trials() && dispersion(p) > DISPERSED) {
      return "shares vary more than trials make them: add columns, or a group with a level for each"
          + " row, by --formula";
    }
    String other = p.regression().family().instead(misfit);
    return other == null ? terms : "try --model " + other;
  }

  private static boolean graded(double... y) {
    return TargetGrid.step(y) > 0
        && Arrays.stream(y).distinct().limit(GRADES + 1).count() <= GRADES;
  }

  /** The mean of squared residuals over their variance. */
  private static double dispersion(InSamplePredictions p) {
    double sum = 0;
    for (int j = 0; j < p.rows(); j++) {
      Distribution given = p.at(0, j);
      double rest = (p.y()[j] - given.mean()) / given.sd();
      sum += rest * rest / p.rows();
    }
    return sum;
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
