package org.perrin.posterior;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.perrin.diagnostics.KernelStein;
import org.perrin.draws.Draws;
import org.perrin.mode.Mode;
import org.perrin.model.Model;

/**
 * Whether the draws are those of the model. A biased sampler looks converged to R-hat, which
 * compares chains with each other; this compares them with f. For the true posterior, integration
 * by parts gives {@code E[∇f] = 0} and {@code E[u·∇f] = 1} for each coordinate u (Stein's
 * identities). With {@code t} a parameter in units of its Gaussian standard deviation and {@code s}
 * the derivative of f along it,
 *
 * <ul>
 *   <li>{@code E[s]} is by how many standard deviations the mean is off,
 *   <li>{@code √E[(t − t̄)s]} is by which factor the standard deviation is,
 * </ul>
 *
 * both exactly so on a Gaussian and to first order elsewhere. The expectations are taken from
 * full-data gradients at some draws, with t itself (known at all draws) as a control variate. Of
 * models with groups, z is looked at in the coordinates of {@link org.perrin.model.Straightened}.
 *
 * @param verdicts one for each parameter
 * @param ksd kernel Stein discrepancy of the draws looked at, in u
 * @param gradients how many draws were looked at, each a pass over the data
 */
public record Check(List<Verdict> verdicts, double ksd, int gradients) {
  private static final double MEAN_LIMIT = 0.1;
  private static final double SD_LIMIT = 0.05;

  /** What is said of a parameter. */
  public enum Finding {
    /** Within the limits, and we would have seen more. */
    OK,
    /** The draws do not tell: look at more. */
    UNSURE,
    /** Off by more than the limits, and not by chance. */
    BIASED
  }

  /**
   * One parameter.
   *
   * @param name of the parameter
   * @param meanShift by how many standard deviations the mean is off
   * @param meanError standard error of that
   * @param sdRatio standard deviation of the draws over the true one
   * @param sdError standard error of that
   * @param finding the verdict: a mean off by 0.1 sd or an sd off by 5 % is too much
   */
  public record Verdict(
      String name,
      double meanShift,
      double meanError,
      double sdRatio,
      double sdError,
      Finding finding) {}

  /** A check with 200 full gradients. */
  public static Check of(Posterior posterior) {
    return of(posterior, 200);
  }

  /** A check with a number of full gradients: more see smaller biases. */
  public static Check of(Posterior given, int gradients) {
    if (gradients < 10) {
      throw new IllegalArgumentException("a check needs at least 10 gradients, not " + gradients);
    }
    Posterior posterior = Straight.of(given);
    Model model = posterior.model();
    Mode mode = posterior.mode();
    Draws draws = posterior.draws();
    int d = model.dimension();
    int count = Math.min(gradients, draws.count());
    double[] u = new double[count * d];
    double[] g = new double[count * d];
    double[] one = new double[d];
    for (int j = 0; j < count; j++) {
      double[] theta = draws.draw((int) ((long) j * draws.count() / count));
      mode.metric().toU(theta, one);
      System.arraycopy(one, 0, u, j * d, d);
      mode.metric().pull(model.gradient(theta), one);
      System.arraycopy(one, 0, g, j * d, d);
    }
    List<Verdict> verdicts = new ArrayList<>();
    for (int k = 0; k < d; k++) {
      verdicts.add(verdict(posterior, k, u, g, count));
    }
    var curve = KernelStein.imq(1, -0.5).of(u, g, d);
    return new Check(List.copyOf(verdicts), curve.joint(count), count);
  }

  private static Verdict verdict(Posterior posterior, int k, double[] u, double[] g, int count) {
    int d = posterior.model().dimension();
    double[] row = posterior.mode().row(k);
    double scale = Math.sqrt(Arrays.stream(row).map(v -> v * v).sum());
    double[] t = new double[count];
    double[] s = new double[count];
    for (int j = 0; j < count; j++) {
      for (int i = 0; i < d; i++) {
        double a = row[i] / scale;
        t[j] += a * u[j * d + i];
        s[j] += a * g[j * d + i];
      }
    }
    double[] all =
        Arrays.stream(posterior.draws().coordinate(k))
            .flatMapToDouble(Arrays::stream)
            .map(v -> (v - posterior.mode().theta()[k]) / scale)
            .toArray();
    return weigh(posterior.model().names().get(k), t, s, all);
  }

  private static Verdict weigh(String name, double[] t, double[] s, double[] all) {
    double centre = mean(all);
    double variance = 0;
    for (double v : all) {
      variance += (v - centre) * (v - centre) / (all.length - 1);
    }
    double squares = 0;
    double products = 0;
    for (int j = 0; j < t.length; j++) {
      squares += (t[j] - centre) * (t[j] - centre);
      products += (t[j] - centre) * s[j];
    }
    double curvature = products / squares;
    double[] rest = new double[t.length];
    double[] slope = new double[t.length];
    for (int j = 0; j < t.length; j++) {
      rest[j] = s[j] - curvature * (t[j] - centre);
      slope[j] = (t[j] - centre) * rest[j];
    }
    double shift = mean(rest);
    double ratio = Math.sqrt(Math.max(0, curvature * variance));
    double shiftError = Math.hypot(error(rest), Math.sqrt(variance / all.length));
    double ratioError =
        Math.hypot(
            error(slope) * t.length / squares * variance / (2 * Math.max(ratio, 1e-9)),
            ratio / Math.sqrt(2.0 * all.length));
    return new Verdict(
        name, shift, shiftError, ratio, ratioError, judge(shift, shiftError, ratio, ratioError));
  }

  private static Finding judge(double shift, double shiftError, double ratio, double ratioError) {
    double meanGap = Math.abs(shift) - MEAN_LIMIT;
    double sdGap = Math.abs(ratio - 1) - SD_LIMIT;
    if (meanGap > 2 * shiftError || sdGap > 2 * ratioError || Double.isNaN(shift + ratio)) {
      return Finding.BIASED;
    }
    boolean sharp = 2 * shiftError < 2 * MEAN_LIMIT && 2 * ratioError < 2 * SD_LIMIT;
    return sharp && meanGap <= 0 && sdGap <= 0 ? Finding.OK : Finding.UNSURE;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }

  private static double error(double[] values) {
    double mean = mean(values);
    double sum = 0;
    for (double v : values) {
      sum += (v - mean) * (v - mean);
    }
    return Math.sqrt(sum / (values.length - 1) / values.length);
  }

  /** Parameters with a finding. */
  public long count(Finding finding) {
    return verdicts.stream().filter(v -> v.finding() == finding).count();
  }

  /** A table for people, the worst first. */
  @Override
  public String toString() {
    var text = new StringBuilder();
    text.append(
        "%d parameters: %d ok, %d unsure, %d biased (from %d full-data gradients; KSD %.3g)%n"
            .formatted(
                verdicts.size(),
                count(Finding.OK),
                count(Finding.UNSURE),
                count(Finding.BIASED),
                gradients,
                ksd));
    int width = verdicts.stream().mapToInt(v -> v.name().length()).max().orElse(4);
    text.append(
        String.format(
            "%-" + Math.max(width, 9) + "s  %18s  %18s  %s%n",
            "parameter",
            "mean off by (sd)",
            "sd / true sd",
            "verdict"));
    verdicts.stream()
        .sorted(java.util.Comparator.comparingDouble(Check::badness).reversed())
        .forEach(
            v ->
                text.append(
                    String.format(
                        Locale.ROOT,
                        "%-" + Math.max(width, 9) + "s  %+8.3f ± %-7.3f  %8.3f ± %-7.3f  %s%n",
                        v.name(),
                        v.meanShift(),
                        v.meanError(),
                        v.sdRatio(),
                        v.sdError(),
                        v.finding().name().toLowerCase(Locale.ROOT))));
    return text.toString();
  }

  private static double badness(Verdict v) {
    return v.finding().ordinal() * 100
        + Math.max(Math.abs(v.meanShift()) / MEAN_LIMIT, Math.abs(v.sdRatio() - 1) / SD_LIMIT);
  }
}
