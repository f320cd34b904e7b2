package org.perrin.bench;

import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.family.Families;
import org.perrin.family.Family;
import org.perrin.family.Likelihood;
import org.perrin.family.Support;
import org.perrin.model.FamilyModels;
import org.perrin.model.Independent;
import org.perrin.model.Model;
import org.perrin.model.Priors;
import org.perrin.random.RandomStream;

/**
 * What a row of every family costs beside one of logistic regression: the gradient of {@value
 * #ROWS} rows of {@value #COLUMNS} columns, on one thread. Times are those of the thread's CPU,
 * taken in turns; the median of the ratios counts.
 */
public final class FamilyBench {
  private static final int ROWS = 4_000;
  private static final int COLUMNS = 20;
  private static final int WARM_UP = 40;
  private static final int ROUNDS = 40;

  /** For families of one predictor. */
  private static final double MOST = 1.5;

  private final PrintWriter out;

  /** Prints to {@code out}. */
  public FamilyBench(PrintWriter out) {
    this.out = out;
  }

  /** A model and where its gradient is taken. */
  private record Case(Family family, Model model, double[] theta) {
    static Case of(Family family) {
      var random = RandomStream.of(17);
      boolean classes = family.support() == Support.CLASS;
      int shared = classes ? 0 : family.parameters().size() - 1;
      double[] theta = new double[classes ? 2 * COLUMNS : COLUMNS + shared];
      Arrays.setAll(theta, k -> 0.1 * random.nextGaussian());
      double[][] x = new double[ROWS][COLUMNS];
      double[] y = new double[ROWS];
      for (int i = 0; i < ROWS; i++) {
        Arrays.setAll(x[i], _ -> random.nextGaussian());
        x[i][0] = 1;
        y[i] = family.at(predictors(x[i], theta, classes ? 2 : 1, shared)).draw(random);
      }
      var data = Dataset.of(DenseRows.of(x), y);
      var prior = Independent.all(theta.length, Priors.normal(0, 1));
      return new Case(family, FamilyModels.of(family, data, prior), theta);
    }

    private static double[] predictors(double[] x, double[] theta, int several, int shared) {
      double[] eta = new double[several + shared];
      for (int k = 0; k < several * COLUMNS; k++) {
        eta[k / COLUMNS] += x[k % COLUMNS] * theta[k];
      }
      System.arraycopy(theta, several * COLUMNS, eta, several, shared);
      return eta;
    }

    /** Nanoseconds of a row's gradient. */
    double time(double[] sum) {
      var clock = ManagementFactory.getThreadMXBean();
      long start = clock.getCurrentThreadCpuTime();
      for (int repeat = 0; repeat < 5; repeat++) {
        model.addRangeGradient(theta, 0, ROWS, sum);
      }
      return (clock.getCurrentThreadCpuTime() - start) / (5.0 * ROWS);
    }

    int several() {
      return family instanceof Likelihood
          ? 1
          : family.support() == Support.CLASS ? 2 : 1 + shared();
    }

    private int shared() {
      return theta.length - COLUMNS;
    }
  }

  /** Prints a line for each family; whether all of one predictor keep the limit. */
  public boolean run() {
    List<Case> cases = Families.ours().stream().map(f -> Case.of(f.given(3))).toList();
    double[][] times = new double[cases.size()][ROUNDS];
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      for (int k = 0; k < cases.size(); k++) {
        double time = cases.get(k).time(new double[cases.get(k).theta().length]);
        times[k][Math.max(0, round)] = time;
      }
    }
    boolean all = true;
    out.println("family,predictors,ns_a_row,ratio_to_logistic");
    for (int k = 0; k < cases.size(); k++) {
      double ratio = SpeedBench.ratio(times[k], times[0]);
      Case one = cases.get(k);
      out.printf(
          Locale.ROOT,
          "%s,%d,%.1f,%.2f%n",
          one.family().name(),
          one.several(),
          SpeedBench.median(times[k]),
          ratio);
      all &= one.several() > 1 || ratio <= MOST;
    }
    out.flush();
    return all;
  }
}
