package org.perrin.autodiff;

import java.util.function.IntPredicate;
import org.perrin.metric.Metric;
import org.perrin.model.Remainder;
import org.perrin.random.RandomStream;

/**
 * What second-order polynomials leave of the rows of a model of one's own: {@code rᵢ(u) = fᵢ(u) −
 * fᵢ(0) − gᵢᵀt − ½ tᵀSᵢt}, t what the row's {@link Curvature} slots see of Lu. Bounds are
 * estimated: {@code λᵢ = safety · max |rᵢ(u)|/‖u‖³} over {@link RowProbe}s, which lie in the few
 * directions that the row sees at all. Not proved, so every user has to check them.
 *
 * @param model in θ
 * @param metric of u
 * @param reach ϱ
 * @param safety by which what was seen is exceeded
 * @param known rows for which probes say enough
 */
record GuardedRemainder(
    Differentiated model, Metric metric, double reach, double safety, IntPredicate known)
    implements Remainder {
  static final long SEED = 0x677561726465644cL;
  static final int PAIRS = 24;
  private static final int BLOCK = 64;

  /** The least bound of a row that counts: so that rows without any are the heavy ones. */
  private static final double LEAST = 1e-30;

  /** Of the terms of a remainder: what is smaller is rounding. */
  private static final double ROUNDING = 1e-14;

  @Override
  public boolean proved() {
    return false;
  }

  @Override
  public int order() {
    return 2;
  }

  @Override
  public void bounds(int from, int to, double[] out) {
    var probe = new RowProbe(model, metric, reach);
    for (int i = from; i < to; i++) {
      double weight = model.data().weight(i);
      double most = known.test(i) ? safety * probe.most(i) : Double.POSITIVE_INFINITY;
      out[i - from] = weight == 0 ? 0 : weight * Math.max(LEAST, most);
    }
  }

  /** By {@link #PAIRS} pairs of standard normal points, the same for all rows. */
  @Override
  public void spreads(int from, int to, double[] out) {
    double[][] points = points();
    for (int first = from; first < to; first += BLOCK) {
      int count = Math.min(BLOCK, to - first);
      int[] rows = new int[count];
      for (int j = 0; j < count; j++) {
        rows[j] = first + j;
      }
      double[] sum = new double[count];
      double[] squares = new double[count];
      for (double[] r : remainders(points, rows, count)) {
        for (int j = 0; j < count; j++) {
          sum[j] += r[j] / points.length;
          squares[j] += r[j] * r[j] / points.length;
        }
      }
      for (int j = 0; j < count; j++) {
        double sd = Math.sqrt(Math.max(0, squares[j] - sum[j] * sum[j]));
        out[first - from + j] = sd < Double.MAX_VALUE ? sd : Double.MAX_VALUE;
      }
    }
  }

  private double[][] points() {
    int d = model.dimension();
    double[][] points = new double[2 * PAIRS][d];
    var random = RandomStream.of(SEED);
    for (int p = 0; p < PAIRS; p++) {
      random.fillGaussian(points[p], d);
      for (int k = 0; k < d; k++) {
        points[PAIRS + p][k] = -points[p][k];
      }
    }
    return points;
  }

  @Override
  public void rises(double[] u, double[] v, int[] rows, int n, double[] out) {
    double[][] r = remainders(new double[][] {u, v}, rows, n);
    for (int j = 0; j < n; j++) {
      out[j] = r[1][j] - r[0][j];
    }
  }

  /** {@code vᵢ rᵢ} of some rows at some points: one pass over the rows a point, and one at 0. */
  private double[][] remainders(double[][] points, int[] rows, int n) {
    int d = model.dimension();
    double[] centre = new double[d];
    metric.toTheta(new double[d], centre);
    double[][] thetas = new double[points.length][d];
    double[][] moves = new double[points.length][d];
    for (int p = 0; p < points.length; p++) {
      metric.toTheta(points[p], thetas[p]);
      for (int k = 0; k < d; k++) {
        moves[p][k] = thetas[p][k] - centre[k];
      }
    }
    double[][] r = new double[points.length][n];
    RowEvaluator evaluator = model.at(centre);
    for (int j = 0; j < n; j++) {
      Num loss = evaluator.loss(rows[j]);
      evaluator.curvature.of(loss);
      for (int p = 0; p < points.length; p++) {
        r[p][j] = polynomial(evaluator.curvature, loss.value(), moves[p]);
      }
    }
    for (int p = 0; p < points.length; p++) {
      evaluator = model.at(thetas[p]);
      for (int j = 0; j < n; j++) {
        double loss = evaluator.loss(rows[j]).value();
        r[p][j] = evaluator.weight() * left(loss, r[p][j]);
      }
    }
    return r;
  }

  /** {@code fᵢ(0) + gᵀt + ½ tᵀSt}. */
  private static double polynomial(Curvature curvature, double value, double[] move) {
    int s = curvature.slots();
    double[] t = new double[s];
    for (int i = 0; i < s; i++) {
      t[i] = curvature.dot(i, move);
    }
    double sum = value;
    for (int i = 0; i < s; i++) {
      double along = 0;
      for (int j = 0; j < s; j++) {
        along = Math.fma(curvature.element(i, j), t[j], along);
      }
      sum += t[i] * (curvature.slope(i) + along / 2);
    }
    return sum;
  }

  /** The difference of two numbers, or 0 if it is no more than rounding. */
  static double left(double loss, double polynomial) {
    double r = loss - polynomial;
    return Math.abs(r) <= ROUNDING * (Math.abs(loss) + Math.abs(polynomial)) ? 0 : r;
  }
}
