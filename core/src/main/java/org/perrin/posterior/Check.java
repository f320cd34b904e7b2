package org.perrin.posterior;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import org.perrin.diagnostics.MeanError;
import org.perrin.diagnostics.StudentQuantile;
import org.perrin.diagnostics.Summary;
import org.perrin.math.Parallel;
import org.perrin.model.Model;

/**
 * Whether the draws are those of the model. A biased sampler looks converged to R-hat, which
 * compares chains with each other; this compares them with f. For the true posterior, integration
 * by parts gives {@code E[∇f] = 0} and {@code E[u·∇f] = 1} for each coordinate u (Stein's
 * identities). With {@code t} a parameter in units of its standard deviation and {@code s} the
 * derivative of f along it,
 *
 * <ul>
 *   <li>{@code E[s]} is by how many standard deviations the mean is off,
 *   <li>{@code √E[ts]} is by which factor the standard deviation is,
 * </ul>
 *
 * both exactly so on a Gaussian and to first order elsewhere; draws of the posterior have 0 and 1
 * whatever its shape. The expectations are taken from full-data gradients at some draws ({@link
 * SteinMoments}).
 *
 * <p>A parameter is called biased if one of the two is beyond its limit by more than chance
 * explains; over all 2d numbers of a fit, chance alone calls one in a hundred fits biased at most
 * (Šidák's levels, Student's t; see {@link MeanError} for what the errors allow for).
 *
 * @param verdicts one for each parameter
 * @param ksd kernel Stein discrepancy of the draws looked at, in u
 * @param gradients how many draws were looked at, each a pass over the data
 */
public record Check(List<ParameterBias> verdicts, double ksd, int gradients) {
  /** Gradients below which errors are not known well enough to call anything biased. */
  public static final int LEAST = 64;

  /** Gradients unless another number is asked for. */
  public static final int GRADIENTS = 200;

  private static final int LEAST_NAME = 12;

  /** The width of a line without its name. */
  private static final int NUMBERS = 52;

  private static final double MEAN_LIMIT = 0.1;
  private static final double SD_LIMIT = 0.05;

  /** How often a fit of draws without a bias may be called biased. */
  private static final double FALSE_ALARMS = 0.01;

  /** What is said of a parameter. */
  public enum Bias {
    /** Within the limits, and twice as much would have been seen. */
    OK,
    /** Undecided: look at more draws. */
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
  public record ParameterBias(
      String name,
      double meanShift,
      double meanError,
      double sdRatio,
      double sdError,
      Bias finding) {
    private double meanBadness() {
      return Math.abs(meanShift) / MEAN_LIMIT;
    }

    private double sdBadness() {
      return Math.abs(sdRatio - 1) / SD_LIMIT;
    }

    /** Worse verdicts first. */
    private double badness() {
      double size = Math.max(meanBadness(), sdBadness());
      return finding.ordinal() * 1e6 + (Double.isNaN(size) ? 1e5 : Math.min(size, 1e5));
    }

    /** The worse one of its two numbers in a line. */
    public String text() {
      return sdBadness() > meanBadness()
          ? String.format(
              Locale.ROOT, "sd of %s off by a factor %.2f ± %.2f", name, sdRatio, sdError)
          : String.format(
              Locale.ROOT, "mean of %s off by %+.2f ± %.2f sd", name, meanShift, meanError);
    }
  }

  /**
   * What is looked at: linear combinations of the model's parameters.
   *
   * @param names of the combinations
   * @param weights of the k-th
   */
  public record Combinations(List<String> names, IntFunction<double[]> weights) {
    /** The parameters themselves. */
    static Combinations parameters(Model model) {
      return new Combinations(
          model.names(),
          k -> {
            double[] unit = new double[model.dimension()];
            unit[k] = 1;
            return unit;
          });
    }
  }

  /** A check with 200 full gradients. */
  public static Check of(Posterior posterior) {
    return of(posterior, GRADIENTS);
  }

  /** A check with a number of full gradients: more see smaller biases. */
  public static Check of(Posterior posterior, int gradients) {
    return of(posterior, gradients, Combinations.parameters(posterior.model()));
  }

  /** A check of combinations of the parameters. */
  public static Check of(Posterior given, int gradients, Combinations combinations) {
    if (gradients < LEAST) {
      throw new IllegalArgumentException(
          "a check needs at least %d gradients, not %d".formatted(LEAST, gradients));
    }
    var gradientsAt = DrawGradients.of(given, gradients);
    int count = combinations.names().size();
    double tail = -Math.expm1(Math.log1p(-FALSE_ALARMS) / (2.0 * count));
    ParameterBias[] verdicts = new ParameterBias[count];
    Parallel.run(
        count,
        k -> {
          var moments = gradientsAt.moments(combinations.weights().apply(k));
          verdicts[k] =
              verdict(combinations.names().get(k), moments, gradientsAt.count() >= LEAST, tail);
        });
    return new Check(List.of(verdicts), gradientsAt.ksd(), gradientsAt.count());
  }

  /**
   * A check for every fit, if {@code most} gradients, each a pass over the data, are enough for one
   * that raises no false alarms; {@link #affordable} says how many cost little beside the fit.
   */
  public static Optional<Check> quick(Posterior posterior, int most) {
    return most < LEAST || posterior.draws().count() < LEAST
        ? Optional.empty()
        : Optional.of(of(posterior, LEAST));
  }

  /** Gradients that read a tenth of the rows that the fit has read. */
  public static int affordable(Posterior posterior) {
    Account account = posterior.account();
    long rows = posterior.model().rows();
    return (int)
        Math.min(Integer.MAX_VALUE, (account.rowsRead() + account.passes() * rows) / (10 * rows));
  }

  private static ParameterBias verdict(
      String name, SteinMoments moments, boolean enough, double tail) {
    var mean = new Gap(moments.shift(), MEAN_LIMIT, moments.shiftError());
    var sd = new Gap(moments.ratio() - 1, SD_LIMIT, moments.ratioError());
    boolean broken = Double.isNaN(moments.shift() + moments.ratio());
    boolean biased = broken || (enough && (mean.beyond(tail) || sd.beyond(tail)));
    Bias finding =
        biased
            ? Bias.BIASED
            : enough && mean.within(tail) && sd.within(tail) ? Bias.OK : Bias.UNSURE;
    return new ParameterBias(
        name,
        moments.shift(),
        moments.shiftError().error(),
        moments.ratio(),
        moments.ratioError().error(),
        finding);
  }

  /** How far something is off, how far it may be, and what that is worth. */
  private record Gap(double size, double limit, MeanError error) {
    boolean beyond(double tail) {
      double excess = Math.copySign(Math.max(0, Math.abs(size) - limit), size);
      return error.significance(excess) > quantile(tail);
    }

    boolean within(double tail) {
      return Math.abs(size) <= limit
          && Math.abs(size) + quantile(tail) * error.error() <= 2 * limit;
    }

    private double quantile(double tail) {
      return StudentQuantile.quantile(tail, error.freedom());
    }
  }

  /** What is biased, the worst first. */
  public List<ParameterBias> found() {
    return verdicts.stream()
        .filter(v -> v.finding() == Bias.BIASED)
        .sorted(Comparator.comparingDouble(ParameterBias::badness).reversed())
        .toList();
  }

  /** The worst of what is biased in a line, if anything is. */
  public Optional<String> worst() {
    return found().stream().findFirst().map(ParameterBias::text);
  }

  /** The worst of the findings. */
  public Bias finding() {
    return verdicts.stream()
        .map(ParameterBias::finding)
        .max(Comparator.naturalOrder())
        .orElse(Bias.OK);
  }

  /** Parameters with a finding. */
  public long count(Bias finding) {
    return verdicts.stream().filter(v -> v.finding() == finding).count();
  }

  /** A table for people, the worst first. */
  @Override
  public String toString() {
    return table(Integer.MAX_VALUE);
  }

  /** The same in lines of at most {@code most} characters, long names cut in their middle. */
  public String table(int most) {
    int longest = verdicts.stream().mapToInt(v -> v.name().length()).max().orElse(0);
    int width = Math.min(Math.max(longest, LEAST_NAME), Math.max(most - NUMBERS, LEAST_NAME));
    String name = "%-" + width + "s";
    var text = new StringBuilder();
    text.append(
        "%d parameters: %d ok, %d unsure, %d biased (from %d full-data gradients; KSD %.3g)%n"
            .formatted(
                verdicts.size(),
                count(Bias.OK),
                count(Bias.UNSURE),
                count(Bias.BIASED),
                gradients,
                ksd));
    text.append(
        String.format(
            name + "  %18s  %18s  %s%n",
            "parameter",
            "mean off by (sd)",
            "sd / true sd",
            "verdict"));
    verdicts.stream()
        .sorted(Comparator.comparingDouble(ParameterBias::badness).reversed())
        .forEach(
            v ->
                text.append(
                    String.format(
                        Locale.ROOT,
                        name + "  %+8.3f ± %-7.3f  %8.3f ± %-7.3f  %s%n",
                        Summary.shortened(v.name(), width),
                        v.meanShift(),
                        v.meanError(),
                        v.sdRatio(),
                        v.sdError(),
                        v.finding().name().toLowerCase(Locale.ROOT))));
    return text.toString();
  }
}
