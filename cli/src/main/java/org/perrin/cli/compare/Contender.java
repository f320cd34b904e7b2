package org.perrin.cli.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.perrin.Perrin;
import org.perrin.data.Dataset;
import org.perrin.diagnostics.KernelStein;
import org.perrin.diagnostics.Summary;
import org.perrin.draws.Draws;
import org.perrin.mode.Mode;
import org.perrin.posterior.Options;
import org.perrin.posterior.Posterior;
import org.perrin.regression.PreparedFit;
import org.perrin.regression.predict.DrawPredictor;
import org.perrin.regression.predict.PredictiveDistributions;
import org.perrin.regression.predict.Targets;

/**
 * What a sampler made of its budget.
 *
 * @param name of the sampler
 * @param stepSize h or ε
 * @param subsample rows of a step
 * @param draws in all chains
 * @param passes of sampling
 * @param seconds of sampling
 * @param ksd kernel Stein discrepancy in the metric of the posterior, where scales do not matter
 * @param ksdRaw the same in standardised columns
 * @param logLoss minus the mean log predictive density of rows held out
 * @param distance to the exact run
 * @param curve the distance along the way
 * @param trouble what went wrong, or null
 */
public record Contender(
    String name,
    double stepSize,
    int subsample,
    int draws,
    double passes,
    double seconds,
    double ksd,
    double ksdRaw,
    double logLoss,
    Distance distance,
    List<Point> curve,
    String trouble) {
  private static final int STEIN_DRAWS = 500;
  private static final int PREDICTIVE_DRAWS = 500;
  private static final int LEAST_DRAWS = 4;

  /** The distance after so much has been spent. */
  public record Point(double passes, double seconds, int draws, Distance distance) {}

  /** Runs a sampler until the budget is spent. */
  static Contender run(
      PreparedFit prepared,
      Dataset test,
      Summary exact,
      Options options,
      Budget budget,
      BooleanSupplier stop) {
    int rows = prepared.model().rows();
    var meter = new Meter(budget, rows, stop);
    Posterior posterior = Perrin.sample(prepared.model(), options, meter);
    var account = posterior.account();
    Draws draws = posterior.draws();
    var moments = new RunningMoments(draws.dimension());
    List<Point> curve = new ArrayList<>();
    int done = 0;
    for (Meter.Mark mark : meter.marks()) {
      int to = (int) Math.max(0, (mark.steps() - account.burnIn()) / account.thin());
      moments.add(draws, done, to);
      done = to;
      if (to >= LEAST_DRAWS) {
        Distance distance = Distance.of(moments, exact);
        curve.add(new Point(mark.passes(), mark.seconds(), moments.count(), distance));
      }
    }
    moments.add(draws, done, Integer.MAX_VALUE);
    boolean enough = least(draws) >= LEAST_DRAWS;
    double[] ksd = enough ? stein(posterior) : new double[] {Double.NaN, Double.NaN};
    return new Contender(
        account.sampler(),
        account.stepSize().orElse(Double.NaN),
        account.subsample(),
        draws.count(),
        (double) account.rowsRead() / rows,
        account.seconds().get("sampling"),
        ksd[0],
        ksd[1],
        enough ? logLoss(prepared, draws, test) : Double.NaN,
        enough ? Distance.of(moments, exact) : new Distance(Double.NaN, Double.NaN),
        List.copyOf(curve),
        trouble(draws, enough));
  }

  private static String trouble(Draws draws, boolean enough) {
    return draws.chains().stream()
        .map(Draws.Chain::divergence)
        .filter(d -> d != null)
        .findFirst()
        .orElse(enough ? null : "too few draws within the budget");
  }

  private static int least(Draws draws) {
    return draws.chains().stream().mapToInt(Draws.Chain::count).min().orElse(0);
  }

  /** In u and in θ, from full gradients at some draws. */
  private static double[] stein(Posterior posterior) {
    Draws draws = posterior.draws();
    Mode mode = posterior.mode();
    int d = draws.dimension();
    int count = Math.min(STEIN_DRAWS, draws.count());
    double[] u = new double[count * d];
    double[] theta = new double[count * d];
    double[] pulled = new double[count * d];
    double[] gradient = new double[count * d];
    double[] one = new double[d];
    for (int j = 0; j < count; j++) {
      double[] draw = draws.draw((int) ((long) j * draws.count() / count));
      double[] g = posterior.model().gradient(draw);
      System.arraycopy(draw, 0, theta, j * d, d);
      System.arraycopy(g, 0, gradient, j * d, d);
      mode.metric().toU(draw, one);
      System.arraycopy(one, 0, u, j * d, d);
      mode.metric().pull(g, one);
      System.arraycopy(one, 0, pulled, j * d, d);
    }
    var kernel = KernelStein.imq(1, -0.5);
    return new double[] {
      kernel.of(u, pulled, d).joint(count), kernel.of(theta, gradient, d).joint(count)
    };
  }

  private static double logLoss(PreparedFit prepared, Draws draws, Dataset test) {
    Draws user = new Draws(prepared.names(), draws.map(prepared::toUser).chains());
    var predictive =
        DrawPredictor.of(prepared.regression(), test.x().width(), user, PREDICTIVE_DRAWS, 0.9);
    PredictiveDistributions outlook = predictive.predict(test, null, 0, test.count()).getFirst();
    var targets = new Targets(prepared.regression(), test);
    double sum = 0;
    double weights = 0;
    for (int i = 0; i < test.count(); i++) {
      double weight = targets.weight(i);
      sum -= weight * outlook.logDensity()[i];
      weights += weight;
    }
    return sum / weights;
  }
}
