package org.perrin.bench.paper;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.perrin.data.Synthetic;
import org.perrin.mode.Mode;
import org.perrin.model.Curved;
import org.perrin.model.Glm;
import org.perrin.model.Prior;

/**
 * Appendix D: what the weights of Eq. (16) cost. The paper forms {@code HᵢΣ̂Hᵢ}, O(d³) a row, and
 * advises d ≤ 60; {@code Hᵢ = ℓ''ᵢ xᵢxᵢᵀ} makes it {@code ℓ''ᵢ ‖xᵢ‖ √(xᵢᵀΣ̂xᵢ)}, O(d²) a row.
 */
final class WeightsFigure implements Experiment {
  private static final int COVERTYPE_ROWS = 435_759;
  private static final int ADVISED = 60;
  private static final int COVERTYPE_DIMENSION = 55;

  /** A model that hides its structure, so that it is treated as the paper treats any. */
  private record Unstructured(Curved model) implements Curved {
    @Override
    public int dimension() {
      return model.dimension();
    }

    @Override
    public int rows() {
      return model.rows();
    }

    @Override
    public Prior prior() {
      return model.prior();
    }

    @Override
    public double rowLoss(double[] theta, int row) {
      return model.rowLoss(theta, row);
    }

    @Override
    public void addRowGradient(double[] theta, int row, double weight, double[] out) {
      model.addRowGradient(theta, row, weight, out);
    }

    @Override
    public void addRowHessian(double[] theta, int row, double weight, double[] h) {
      model.addRowHessian(theta, row, weight, h);
    }
  }

  /** Seconds a row on one core, both ways, and by how much the weights differ. */
  private record Cost(int d, double paper, double ours, double gap) {}

  @Override
  public String id() {
    return "appd";
  }

  @Override
  public double work(ReproductionSettings settings) {
    return settings.choose(600_000_000, 60_000_000);
  }

  private static int[] dimensions(ReproductionSettings settings) {
    return settings.quick()
        ? new int[] {10, 20, ADVISED, 100, 200}
        : new int[] {10, 20, 40, ADVISED, 100, 200, 400, 700, 1000};
  }

  @Override
  public Figure run(Lab lab) {
    int[] dimensions = dimensions(lab.settings());
    List<Cost> costs = new ArrayList<>();
    for (int d : dimensions) {
      costs.add(measure(d, lab.settings().seed()));
      lab.progress().add(work(lab.settings()) / (dimensions.length + 2));
    }
    double[] x = costs.stream().mapToDouble(Cost::d).toArray();
    var dimension = Panel.Axis.log("d");
    return new Figure(
        id(),
        "Appendix D: the cost of SGLD-CV-PS weights",
        "Linear regression on synthetic rows. The paper's way forms each row's Hessian and its product"
            + " with the factor of Σ̂; ours uses that the Hessian has rank one. Seconds are those of"
            + " one core, a few rows of each d timed and scaled to covertype's 435,759 (left), and"
            + " measured on whole tables at d = 55 (right; the paper's way scaled from 200 rows)."
            + " The advice to stay below d = 60 does not bind.",
        List.of(
            Panel.of(
                "multiplications",
                "CV-PS weights: multiplications a row",
                dimension,
                Panel.Axis.log("multiplications"),
                List.of(
                    Curve.line("the paper's way", x, map(x, d -> d * d * d + 2 * d * d)),
                    Curve.line("ours", x, map(x, d -> d * d + 2 * d)))),
            Panel.timed(
                "seconds-by-d",
                "CV-PS weights for 435,759 rows: seconds on one core",
                dimension,
                Panel.Axis.log("seconds"),
                List.of(
                    Curve.line(
                        "the paper's way",
                        x,
                        costs.stream().mapToDouble(c -> c.paper() * COVERTYPE_ROWS).toArray()),
                    Curve.line(
                        "ours",
                        x,
                        costs.stream().mapToDouble(c -> c.ours() * COVERTYPE_ROWS).toArray()))),
            byRows(lab)),
        claims(costs),
        List.of(),
        new TreeMap<>());
  }

  @FunctionalInterface
  private interface OfDimension {
    double of(double d);
  }

  private static double[] map(double[] x, OfDimension f) {
    return Arrays.stream(x).map(f::of).toArray();
  }

  private static Cost measure(int d, long seed) {
    // enough rows for Σ̂ and for some milliseconds of ours; as few as can be timed of the paper's
    int rows = Math.max(2 * d, 4_000_000 / (d * d));
    Glm model = model(rows, d, seed);
    double[] theta = new double[d];
    Mode mode = Mode.at(model, theta);
    int few = Math.clamp(20_000_000L / ((long) d * d * d), 1, rows);
    double[] paper = new double[few];
    double[] ours = new double[rows];
    double general =
        seconds(
            d <= 200 ? 3 : 1,
            () -> new Unstructured(model).curvatureScores(theta, mode.factor(), 0, few, paper));
    double own = seconds(5, () -> model.curvatureScores(theta, mode.factor(), 0, rows, ours));
    double gap = 0;
    for (int i = 0; i < few; i++) {
      gap = Math.max(gap, Math.abs(paper[i] / ours[i] - 1));
    }
    return new Cost(d, general / few, own / rows, gap);
  }

  private static Glm model(int rows, int d, long seed) {
    double[] beta = new double[d];
    Arrays.fill(beta, 1 / Math.sqrt(d));
    return Glm.linear(Synthetic.linear(seed, rows, beta, 1), 1, Lab.prior());
  }

  /** The best of some times. */
  private static double seconds(int times, Runnable work) {
    double best = Double.POSITIVE_INFINITY;
    for (int k = 0; k < times; k++) {
      long start = System.nanoTime();
      work.run();
      best = Math.min(best, (System.nanoTime() - start) / 1e9);
    }
    return best;
  }

  private static Panel byRows(Lab lab) {
    int[] rows =
        lab.settings().quick()
            ? new int[] {1000, 10_000}
            : new int[] {1000, 10_000, 100_000, 400_000};
    int largest = rows[rows.length - 1];
    Glm model = model(largest, COVERTYPE_DIMENSION, lab.settings().seed());
    double[] theta = new double[COVERTYPE_DIMENSION];
    Mode mode = Mode.at(model, theta);
    double[] out = new double[largest];
    double each =
        seconds(3, () -> new Unstructured(model).curvatureScores(theta, mode.factor(), 0, 200, out))
            / 200;
    double[] x = Arrays.stream(rows).asDoubleStream().toArray();
    double[] ours =
        Arrays.stream(rows)
            .mapToDouble(
                n -> seconds(3, () -> model.curvatureScores(theta, mode.factor(), 0, n, out)))
            .toArray();
    return Panel.timed(
        "seconds-by-n",
        "CV-PS weights at d = 55: seconds on one core",
        Panel.Axis.log("N"),
        Panel.Axis.log("seconds"),
        List.of(
            Curve.line("the paper's way", x, map(x, n -> n * each)), Curve.line("ours", x, ours)));
  }

  private List<PaperClaim> claims(List<Cost> costs) {
    Cost advised = costs.stream().filter(c -> c.d() == ADVISED).findFirst().orElseThrow();
    Cost last = costs.getLast();
    double gap = costs.stream().mapToDouble(Cost::gap).max().orElseThrow();
    return List.of(
        PaperClaim.atMost(
            id(), "ours: both ways give the same weights, largest difference", gap, 1e-9),
        PaperClaim.atLeast(
                id(),
                "ours: times faster at the paper's limit, d = %d".formatted(ADVISED),
                advised.paper() / advised.ours(),
                10)
            .onTheClock(),
        PaperClaim.atLeast(
                id(),
                "ours: times faster at d = %d".formatted(last.d()),
                last.paper() / last.ours(),
                50)
            .onTheClock(),
        PaperClaim.atMost(
                id(),
                "ours: minutes for 435,759 rows at d = %d, one core".formatted(last.d()),
                last.ours() * COVERTYPE_ROWS / 60,
                10)
            .onTheClock());
  }
}
