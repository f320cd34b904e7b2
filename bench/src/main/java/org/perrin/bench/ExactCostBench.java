package org.perrin.bench;

import java.io.PrintWriter;
import java.util.Locale;
import org.perrin.data.Storage;
import org.perrin.data.Synthetic;
import org.perrin.dynamics.Corrected;
import org.perrin.dynamics.Correction;
import org.perrin.dynamics.Trajectories;
import org.perrin.gradient.FullGradient;
import org.perrin.mode.Newton;
import org.perrin.model.Glm;
import org.perrin.model.Priors;
import org.perrin.model.Surrogate;
import org.perrin.sampler.RunningChain;
import org.perrin.sampler.Sampler;
import org.perrin.subsampling.LightRows;
import org.perrin.subsampling.Preferential;

/**
 * Light rows that a step of the exact sampler reads as rows and columns grow, beside what theory
 * says they are proportional to: {@code d³/√N} for quadratic polynomials, {@code d⁴/N} for cubic
 * ones. Logistic regression on correlated normal columns, no row heavy. Counts, not times.
 */
public final class ExactCostBench {
  private static final int[] ROWS = {10_000, 30_000, 100_000, 300_000, 1_000_000};
  private static final int[] COLUMNS = {5, 10, 20, 40};
  private static final int STEPS = 2000;
  private static final int BURN_IN = 40;
  private static final int KICKS = 4;

  /** By how much the least and the largest ratio to theory may differ. */
  private static final double MOST_SPREAD = 4;

  private final PrintWriter out;
  private double least = Double.POSITIVE_INFINITY;
  private double most;

  /** Prints to {@code out}. */
  public ExactCostBench(PrintWriter out) {
    this.out = out;
  }

  /** Runs all sizes up to so many rows; whether quadratic counts keep to theory. */
  public boolean run(int mostRows) {
    out.println(
        "        N    d  quadratic: rows  / (d³/√N)  accepted  cubic: rows  / (d⁴/N)  accepted");
    for (int d : COLUMNS) {
      for (int n : ROWS) {
        if (n <= mostRows) {
          line(n, d);
        }
      }
    }
    var limits = new MeasuredLimits(out);
    limits.check("rows / (d³/√N), largest over smallest", most / least, "≤", MOST_SPREAD);
    return limits.allHold();
  }

  private void line(int n, int d) {
    var model =
        Glm.logistic(
            Synthetic.classification(5, n, d - 1, 0.5, 0.3), Priors.normal(0, Math.sqrt(10)));
    Glm pulled = model.stored(Newton.find(model).metric());
    Corrected.Counts two = counts(pulled, 2);
    Corrected.Counts three = counts(pulled, 3);
    double quadratic = rows(two) / (Math.pow(d, 3) / Math.sqrt(n));
    least = Math.min(least, quadratic);
    most = Math.max(most, quadratic);
    out.printf(
        Locale.ROOT,
        "%,9d %4d %16.4g %11.3f %9.3f %12.4g %10.3f %9.3f%n",
        n,
        d,
        rows(two),
        quadratic,
        accepted(two),
        rows(three),
        rows(three) / (Math.pow(d, 4) / n),
        accepted(three));
    out.flush();
  }

  /** A row that rejects ends a step; to draw to the end takes as many as the bounds say. */
  private static double rows(Corrected.Counts counts) {
    return (double) counts.lightRows() / counts.proposed();
  }

  private static double accepted(Corrected.Counts counts) {
    return (double) counts.accepted() / counts.proposed();
  }

  private static Corrected.Counts counts(Glm pulled, int order) {
    int d = pulled.dimension();
    var remainder = pulled.remainder(order, Math.sqrt(d) + 6);
    var bounds = Preferential.scores(pulled.rows(), Storage.heap(), remainder::bounds);
    var correction = new Correction(remainder, LightRows.of(bounds, Storage.heap()), pulled);
    var surrogate = Surrogate.of(pulled, null, order, remainder.reach());
    var sampler =
        Sampler.of(new Corrected(new Trajectories(KICKS), correction), new FullGradient(surrogate));
    var chain = new RunningChain(sampler, new double[d], 17, 0);
    for (int t = 0; t < BURN_IN + STEPS; t++) {
      chain.state().adapting(t < BURN_IN);
      chain.step();
    }
    return Corrected.counts(chain.state());
  }
}
