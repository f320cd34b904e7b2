package org.perrin.regression.predict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.perrin.diagnostics.AscendingOrder;
import org.perrin.math.Scalars;
import org.perrin.regression.model.ModelChoice;

/**
 * How good predictions are, where the target is known. Rows count by their weights. What needs rows
 * in order (the area under the curve, calibration) looks at every k-th beyond four million.
 *
 * @param rows how many
 * @param numbers by name, in order
 * @param calibration for logistic models: rows in ten groups by their probability, else empty
 */
public record Scorecard(int rows, Map<String, Double> numbers, List<Group> calibration) {
  private static final int GROUPS = 10;
  private static final int MOST_SORTED = 1 << 22;

  /** Rows with similar probabilities: what was predicted, and what came. */
  public record Group(int rows, double predicted, double observed) {}

  /** Collects predictions, then scores them. */
  public static final class Builder {
    private final ModelChoice regression;
    private final double level;
    private final double[] mean;
    private final double[] target;
    private final double[] weight;
    private double weights;
    private double logDensity;
    private double squares;
    private double hits;
    private double covered;
    private final OptionalDouble quantile;
    private double below;
    private double pinball;
    private final int step;
    private int seen;
    private int count;

    /** For so many rows. */
    public Builder(ModelChoice regression, double level, int rows) {
      this(regression, level, rows, MOST_SORTED);
    }

    /** The same, sorting at most so many. */
    Builder(ModelChoice regression, double level, int rows, int most) {
      this.regression = regression;
      this.level = level;
      this.quantile = regression.own() ? OptionalDouble.empty() : regression.family().quantile();
      this.step = (rows - 1) / most + 1;
      int kept = (rows - 1) / step + 1;
      this.mean = new double[kept];
      this.target = new double[kept];
      this.weight = new double[kept];
    }

    /** Takes in the j-th row of its outlooks, one or one for each class. */
    public void add(List<PredictiveDistributions> outlooks, int j, double y, double w) {
      PredictiveDistributions outlook = outlooks.getFirst();
      if (seen++ % step == 0) {
        mean[count] = outlook.mean()[j];
        target[count] = y;
        weight[count++] = w;
      }
      weights += w;
      logDensity += w * outlook.logDensity()[j];
      squares += w * (y - outlook.mean()[j]) * (y - outlook.mean()[j]);
      if (quantile.isPresent()) {
        below += y <= outlook.mean()[j] ? w : 0;
        pinball += w * Scalars.pinball(quantile.getAsDouble(), y - outlook.mean()[j]);
      }
      hits += guess(outlooks, j) == y ? w : 0;
      covered += y >= outlook.low()[j] && y <= outlook.high()[j] ? w : 0;
    }

    /** The likeliest class. */
    private static int guess(List<PredictiveDistributions> outlooks, int j) {
      if (outlooks.size() == 1) {
        return outlooks.getFirst().mean()[j] >= 0.5 ? 1 : 0;
      }
      int best = 0;
      for (int c = 1; c < outlooks.size(); c++) {
        best = outlooks.get(c).mean()[j] > outlooks.get(best).mean()[j] ? c : best;
      }
      return best;
    }

    /** The scores. */
    public Scorecard build() {
      Map<String, Double> numbers = new LinkedHashMap<>();
      numbers.put("log_loss", -logDensity / weights);
      if (regression.classes()) {
        numbers.put("accuracy", hits / weights);
        return new Scorecard(seen, numbers, List.of());
      }
      if (quantile.isPresent()) {
        numbers.put("pinball_loss", pinball / weights);
        numbers.put("below", below / weights);
        numbers.put("quantile", quantile.getAsDouble());
        return new Scorecard(seen, numbers, List.of());
      }
      if (!regression.binary()) {
        numbers.put("rmse", Math.sqrt(squares / weights));
        if (level > 0) {
          numbers.put("coverage", covered / weights);
          numbers.put("level", level);
        }
        return new Scorecard(seen, numbers, List.of());
      }
      int[] order = AscendingOrder.of(Arrays.copyOf(mean, count));
      numbers.put("accuracy", hits / weights);
      numbers.put("auc", auc(order));
      numbers.put("brier", squares / weights);
      return new Scorecard(seen, numbers, calibration(order));
    }

    /** The chance that a row of class 1 has more than one of class 0, ties counting half. */
    private double auc(int[] order) {
      double below = 0;
      double ones = 0;
      double area = 0;
      for (int from = 0; from < count; ) {
        int to = from;
        double one = 0;
        double zero = 0;
        for (; to < count && mean[order[to]] == mean[order[from]]; to++) {
          one += target[order[to]] == 1 ? weight[order[to]] : 0;
          zero += target[order[to]] == 1 ? 0 : weight[order[to]];
        }
        area += one * (below + zero / 2);
        below += zero;
        ones += one;
        from = to;
      }
      return area / (ones * below);
    }

    private List<Group> calibration(int[] order) {
      List<Group> groups = new ArrayList<>();
      int most = Math.min(GROUPS, count);
      for (int g = 0; g < most; g++) {
        int from = (int) ((long) g * count / most);
        int to = (int) ((long) (g + 1) * count / most);
        double sum = Arrays.stream(order, from, to).mapToDouble(i -> weight[i]).sum();
        double predicted =
            Arrays.stream(order, from, to).mapToDouble(i -> weight[i] * mean[i]).sum();
        double observed =
            Arrays.stream(order, from, to).mapToDouble(i -> weight[i] * target[i]).sum();
        groups.add(new Group(to - from, predicted / sum, observed / sum));
      }
      return groups;
    }
  }
}
