package org.perrin.regression.predict;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.perrin.data.Dataset;
import org.perrin.draws.Draws;
import org.perrin.family.Distribution;
import org.perrin.family.Parameter;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.GroupRows;
import org.perrin.math.Kernels;
import org.perrin.math.Parallel;
import org.perrin.math.Special;
import org.perrin.random.RandomStream;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.model.Predictors;

/**
 * Predicts rows by draws of the user's coefficients: some hundred of them, spread evenly over all
 * chains. Intervals of targets come from one target for each draw, at places of its distribution
 * that are spread evenly too, so that they are smooth without many draws. Rows have the effects of
 * their groups' levels, rows of a new level effects that scales and correlations allow. O(S d) a
 * row on all cores; the same bits on any number.
 */
public final class DrawPredictor {
  private static final int TILE = 64;

  private final ModelChoice regression;
  private final int width;
  private final Predictors predictors;
  private final double[][][] points;
  private final double[][] shared;
  private final GroupEffects groups;
  private final double[][] draws;
  private final double[][] fresh;
  private final double[] places;
  private final double[] probabilities;

  /** Draws are coefficients, parameters that all rows share, and what varies by groups. */
  private DrawPredictor(
      ModelChoice regression,
      int width,
      GroupEffects groups,
      double[][] draws,
      double[] probabilities) {
    this.regression = regression;
    this.probabilities = probabilities;
    this.width = width;
    this.predictors = regression.predictors(width);
    this.points = new double[draws.length][][];
    this.shared = new double[draws.length][];
    List<Parameter> parameters = regression.shared();
    this.groups = groups;
    this.draws = draws;
    this.fresh = new double[draws.length][groups.width()];
    this.places = places(draws.length, 0);
    for (int c = 0; c < groups.width(); c++) {
      double[] others = places(draws.length, 1 + c);
      for (int s = 0; s < draws.length; s++) {
        fresh[s][c] = Special.normalQuantile(others[s]);
      }
    }
    boolean several = regression.several();
    int vectors = several ? draws[0].length / width : predictors.spans().size();
    int first = several ? vectors * width : width;
    for (int s = 0; s < draws.length; s++) {
      points[s] = new double[vectors][];
      for (int c = 0; c < vectors; c++) {
        points[s][c] =
            several
                ? Arrays.copyOf(
                    Arrays.copyOfRange(draws[s], c * width, (c + 1) * width), Kernels.pad(width))
                : predictors.point(c, draws[s], Kernels.pad(width));
      }
      double[] draw = draws[s];
      shared[s] = new double[parameters.size()];
      Arrays.setAll(shared[s], k -> parameters.get(k).link().of(draw[first + k]));
      fresh[s] = groups.fresh(draw, fresh[s]);
    }
  }

  /**
   * By at most {@code most} of the draws, with intervals of that probability, where nothing varies
   * by groups.
   *
   * @param width how many coefficients, which come first; as often as there are classes but one
   */
  public static DrawPredictor of(
      ModelChoice regression, int width, Draws draws, int most, double level) {
    return of(regression, width, GroupEffects.none(), draws, most, ends(level));
  }

  /** The same of a design that says what groups add. */
  public static DrawPredictor of(
      ModelChoice regression, Encoding encoding, Draws draws, int most, double level) {
    return of(regression, encoding, draws, most, ends(level));
  }

  /** The same with these quantiles in place of an interval, from the least to the largest. */
  public static DrawPredictor of(
      ModelChoice regression, Encoding encoding, Draws draws, int most, double[] probabilities) {
    int width = encoding.names().size();
    var groups =
        encoding.allGroups().isEmpty()
            ? GroupEffects.none()
            : GroupEffects.of(regression, encoding, width);
    return of(regression, width, groups, draws, most, probabilities);
  }

  /** The same with what groups add. */
  static DrawPredictor of(
      ModelChoice regression,
      int width,
      GroupEffects groups,
      Draws draws,
      int most,
      double[] probabilities) {
    int count = Math.min(most, draws.count());
    double[][] some =
        IntStream.range(0, count)
            .mapToObj(s -> draws.draw((int) ((long) s * draws.count() / count)))
            .toArray(double[][]::new);
    return new DrawPredictor(regression, width, groups, some, probabilities);
  }

  /** {@code (s + ½)/S} in random order. */
  private static double[] places(int count, int stream) {
    double[] places = new double[count];
    Arrays.setAll(places, s -> (s + 0.5) / count);
    var random = RandomStream.of(count + ((long) stream << 32));
    for (int s = count - 1; s > 0; s--) {
      int other = random.nextIndex(s + 1);
      double swap = places[s];
      places[s] = places[other];
      places[other] = swap;
    }
    return places;
  }

  /** Draws in use. */
  public int draws() {
    return points.length;
  }

  /** Predictors of a row under a draw. */
  public int predictors() {
    return points[0].length;
  }

  /** The probabilities {@code (1 ± level)/2} of the ends of an interval. */
  static double[] ends(double level) {
    return new double[] {(1 - level) / 2, (1 + level) / 2};
  }

  /**
   * Predicts rows {@code from ≤ i < to} of data in the user's columns: one outlook, or one for each
   * class.
   *
   * @param levels what rows have of groups
   */
  public List<PredictiveDistributions> predict(
      Dataset data, List<GroupRows> levels, int from, int to) {
    if (data.x().width() != width) {
      throw new IllegalArgumentException(
          "%d coefficients for %d columns".formatted(width, data.x().width()));
    }
    int count = to - from;
    double[] logDensity = data.responses() == null ? null : new double[count];
    List<PredictiveDistributions> out =
        Stream.generate(
                () -> PredictiveDistributions.empty(count, probabilities.length, logDensity))
            .limit(classes())
            .toList();
    Parallel.run(
        (count + TILE - 1) / TILE,
        t -> tile(data, levels, from + t * TILE, Math.min(to, from + (t + 1) * TILE), from, out));
    return out;
  }

  /**
   * The linear predictors of the first parameter, of rows {@code from ≤ i < to}: one, or one for
   * each class but the first.
   */
  public List<PredictiveDistributions> link(
      Dataset data, List<GroupRows> levels, int from, int to) {
    List<PredictiveDistributions> out =
        Stream.generate(() -> PredictiveDistributions.empty(to - from, probabilities.length, null))
            .limit(regression.several() ? points[0].length : 1)
            .toList();
    each(
        data,
        levels,
        from,
        to,
        (i, eta, _) -> {
          for (int c = 0; c < out.size(); c++) {
            out.get(c).mean()[i - from] = Mixture.mean(eta[c]);
            out.get(c).sd()[i - from] = Math.sqrt(Mixture.variance(eta[c]));
            interval(eta[c].clone(), i - from, out.get(c));
          }
        });
    return out;
  }

  /** How many numbers a row has. */
  private int classes() {
    return regression.several()
        ? points[0].length + 1
        : regression.classes() ? shared[0].length + 2 : 1;
  }

  private void tile(
      Dataset data,
      List<GroupRows> levels,
      int first,
      int end,
      int from,
      List<PredictiveDistributions> out) {
    int rows = end - first;
    double[][] eta = new double[points[0].length][points.length];
    double[][] all = predictors(data, first, rows);
    boolean several = regression.classes();
    var targets = new Targets(regression, data);
    var mixture =
        several
            ? null
            : new Mixture(regression.family(), predictors, targets.probability(), shared, places);
    for (int j = 0; j < rows; j++) {
      int i = first + j;
      predictors(data, levels, i, j, all, eta);
      double y = targets.of(i);
      if (several) {
        classes(eta, y, i - from, out);
      } else {
        mixture.set(eta, targets.trials(i));
        one(mixture, y, i - from, out.getFirst());
      }
    }
  }

  /** The predictors of row i, the j-th of its tile, with its offset and groups. */
  private void predictors(
      Dataset data, List<GroupRows> levels, int i, int j, double[][] all, double[][] eta) {
    double offset = data.offsets() == null ? 0 : data.offsets().get(i);
    for (int s = 0; s < points.length; s++) {
      for (int c = 0; c < eta.length; c++) {
        double own = groups.of(c, draws[s], fresh[s], levels, i);
        double added = c == 0 || regression.classes() ? offset + own : own;
        eta[c][s] = all[c][j * points.length + s] + added;
      }
    }
  }

  /** What is done with a row. */
  @FunctionalInterface
  public interface RowVisitor {
    /**
     * Handles a row; several threads may do so at once, each with arrays of its own.
     *
     * @param row its place
     * @param eta its predictors: an array over draws for each
     * @param given its distribution given each draw
     */
    void visit(int row, double[][] eta, Distribution[] given);
  }

  /** Hands over rows {@code from ≤ i < to} with their distributions, in any order. */
  public void each(Dataset data, List<GroupRows> levels, int from, int to, RowVisitor visitor) {
    int tiles = (to - from + TILE - 1) / TILE;
    Parallel.run(
        tiles,
        t -> {
          int first = from + t * TILE;
          visit(data, levels, first, Math.min(to, first + TILE), visitor);
        });
  }

  private void visit(Dataset data, List<GroupRows> levels, int first, int end, RowVisitor visitor) {
    double[][] eta = new double[points[0].length][points.length];
    double[][] all = predictors(data, first, end - first);
    var given = new Distribution[points.length];
    var targets = new Targets(regression, data);
    for (int i = first; i < end; i++) {
      predictors(data, levels, i, i - first, all, eta);
      for (int s = 0; s < given.length; s++) {
        given[s] = distribution(eta, s, targets.trials(i));
      }
      visitor.visit(i, eta, given);
    }
  }

  /** What predictor c gains under draw s where the design's column {@code place} is larger by 1. */
  public double coefficient(int s, int c, int place) {
    return points[s][c][place];
  }

  /** The distribution of a row, given its predictors under the s-th draw. */
  public Distribution distribution(double[][] eta, int s, double trials) {
    if (!regression.several()) {
      return regression.family().among(trials, all(predictors, eta, shared[s], s));
    }
    double[] all = new double[eta.length];
    Arrays.setAll(all, c -> eta[c][s]);
    return regression.family().at(all);
  }

  /** The predictors of all parameters under a draw, as {@link Predictors#all} has them. */
  static double[] all(Predictors predictors, double[][] eta, double[] shared, int s) {
    int[] source = predictors.source();
    double[] all = new double[source.length];
    for (int k = 0; k < all.length; k++) {
      all[k] = source[k] >= 0 ? eta[source[k]][s] : shared[-1 - source[k]];
    }
    return all;
  }

  /** Linear predictors without offsets: for each vector of coefficients rows times draws. */
  private double[][] predictors(Dataset data, int first, int rows) {
    double[] eta = new double[TILE];
    double[][] all = new double[points[0].length][rows * points.length];
    for (int c = 0; c < all.length; c++) {
      for (int s = 0; s < points.length; s++) {
        data.x().dots(first, rows, points[s][c], eta);
        for (int j = 0; j < rows; j++) {
          all[c][j * points.length + s] = eta[j];
        }
      }
    }
    return all;
  }

  private void one(Mixture mixture, double y, int at, PredictiveDistributions out) {
    if (out.logDensity() != null) {
      out.logDensity()[at] = mixture.logDensity(y);
    }
    out.mean()[at] = mixture.mean();
    out.sd()[at] = mixture.sd();
    double[] targets = new double[points.length];
    mixture.targets(targets);
    interval(targets, at, out);
  }

  /** Probabilities of classes, for each draw. */
  private void classes(double[][] eta, double y, int at, List<PredictiveDistributions> out) {
    double[][] p = new double[out.size()][points.length];
    double[] predictors = new double[eta.length + shared[0].length];
    for (int s = 0; s < points.length; s++) {
      for (int c = 0; c < eta.length; c++) {
        predictors[c] = eta[c][s];
      }
      System.arraycopy(shared[s], 0, predictors, eta.length, shared[s].length);
      Distribution one = regression.family().at(predictors);
      for (int c = 0; c < p.length; c++) {
        p[c][s] = Math.exp(one.logDensity(c));
      }
    }
    for (int c = 0; c < p.length; c++) {
      out.get(c).mean()[at] = Mixture.mean(p[c]);
      out.get(c).sd()[at] = Math.sqrt(Mixture.variance(p[c]));
      interval(p[c], at, out.get(c));
    }
    if (out.getFirst().logDensity() != null) {
      out.getFirst().logDensity()[at] = Math.log(out.get((int) y).mean()[at]);
    }
  }

  private void interval(double[] values, int at, PredictiveDistributions out) {
    int last = values.length - 1;
    for (int q = 0; q < probabilities.length; q++) {
      double p = probabilities[q];
      int k = (int) (p <= 0.5 ? Math.round(p * last) : last - Math.round((1 - p) * last));
      out.quantiles()[q][at] = OrderStatistics.select(values, k);
    }
  }
}
