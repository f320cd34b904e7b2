package org.perrin.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Batch;
import org.perrin.data.Dataset;
import org.perrin.family.Likelihood;
import org.perrin.family.ScaledLikelihood;
import org.perrin.math.Parallel;
import org.perrin.metric.ArrowMetric;
import org.perrin.metric.Metric;

/**
 * A regression with an intercept for each group, partially pooled: {@code ηᵢ = oᵢ + xᵢᵀβ + τ
 * z_{g(i)}}, {@code z ~ N(0, 1)}, τ with a prior of its own. Non-centred: z and {@code t = log τ}
 * are the parameters, so that groups with few rows make no funnel. θ is β, the family's s if it has
 * one, t, and then a z for each group. O(d) a row in p columns, whatever the number of groups.
 */
public final class VaryingIntercepts extends DatasetModel implements ArrowheadModel {
  private static final int BLOCK = 256;

  private final ScaledLikelihood family;
  private final boolean scaled;
  private final int[] group;
  private final GroupOrder order;
  private final int p;
  private final int groups;
  private final List<String> names;

  private VaryingIntercepts(
      ScaledLikelihood family, boolean scaled, Dataset data, int[] group, int groups, Prior prior) {
    super(data, prior);
    this.family = family;
    this.scaled = scaled;
    this.group = group;
    this.order = GroupOrder.of(group, groups);
    this.p = x.width();
    this.groups = groups;
    this.names = new ArrayList<>(data.names());
    if (scaled) {
      names.add(family.scaleName());
    }
    names.add("log_tau");
    for (int j = 1; j <= groups; j++) {
      names.add("z[" + j + "]");
    }
  }

  /**
   * The model of a family with a scale.
   *
   * @param group of each row, from 0
   * @param shared priors of β, s and t
   */
  public static VaryingIntercepts of(
      ScaledLikelihood family, Dataset data, int[] group, List<Density> shared) {
    return of(family, true, data, group, shared);
  }

  /** The model of a family without a scale: priors are those of β and t. */
  public static VaryingIntercepts of(
      Likelihood family, Dataset data, int[] group, List<Density> shared) {
    return of(new WithoutScale(family), false, data, group, shared);
  }

  private static VaryingIntercepts of(
      ScaledLikelihood family, boolean scaled, Dataset data, int[] group, List<Density> shared) {
    int groups = 1 + Arrays.stream(group).max().orElse(0);
    int q = data.x().width() + (scaled ? 2 : 1);
    if (shared.size() != q || group.length != data.count()) {
      throw new IllegalArgumentException(
          "%d priors for %d parameters, %d groups for %d rows"
              .formatted(shared.size(), q, group.length, data.count()));
    }
    data.checkResponses(family::refuse);
    List<Density> all = new ArrayList<>(shared);
    all.addAll(java.util.Collections.nCopies(groups, Priors.normal(0, 1)));
    return new VaryingIntercepts(family, scaled, data, group, groups, new Independent(all));
  }

  @Override
  public int dimension() {
    return shared() + groups;
  }

  @Override
  public int shared() {
    return p + (scaled ? 2 : 1);
  }

  @Override
  public int scales() {
    return scaled ? 2 : 1;
  }

  @Override
  public List<String> names() {
    return names;
  }

  /** In (t, z) f is not convex. */
  @Override
  public boolean multimodal() {
    return true;
  }

  @Override
  public double[] start() {
    double[] start = new double[dimension()];
    if (scaled) {
      start[p] = family.startScale(data.responses());
    }
    start[shared() - 1] = scaled ? start[p] - 0.5 : -0.5;
    return start;
  }

  /** What a row needs of θ. */
  final class Point {
    private final double[] theta;
    private final double[] beta;
    final double s;
    final double tau;

    Point(double[] theta) {
      this.theta = theta;
      this.beta = Arrays.copyOf(Arrays.copyOf(theta, p), x.stride());
      this.s = scaled ? theta[p] : 0;
      this.tau = Math.exp(Math.min(300, theta[shared() - 1]));
    }

    double z(int row) {
      return theta[shared() + group[row]];
    }

    double eta(int row, double dot) {
      return dot + data.offset(row) + tau * z(row);
    }

    double eta(int row) {
      double dot = 0;
      for (int k = 0; k < p; k++) {
        dot = Math.fma(x.get(row, k), beta[k], dot);
      }
      return eta(row, dot);
    }
  }

  @Override
  public double rowLoss(double[] theta, int row) {
    return rangeLoss(theta, row, row + 1);
  }

  @Override
  public double rangeLoss(double[] theta, int from, int to) {
    var point = new Point(theta);
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += weight(i) * family.loss(point.eta(i), point.s, y(i));
    }
    return sum;
  }

  @Override
  public void addRowGradient(double[] theta, int row, double w, double[] out) {
    add(new Point(theta), row, w, out);
  }

  @Override
  public void addRangeGradient(double[] theta, int from, int to, double[] out) {
    var point = new Point(theta);
    for (int i = from; i < to; i++) {
      add(point, i, 1, out);
    }
  }

  private void add(Point point, int row, double w, double[] out) {
    double eta = point.eta(row);
    double a = w * weight(row) * family.slope(eta, point.s, y(row));
    for (int k = 0; k < p; k++) {
      out[k] = Math.fma(a, x.get(row, k), out[k]);
    }
    if (scaled) {
      out[p] += w * weight(row) * family.scaleSlope(eta, point.s, y(row));
    }
    out[shared() - 1] += a * point.tau * point.z(row);
    out[shared() + group[row]] += a * point.tau;
  }

  @Override
  public double potential(double[] theta) {
    return prior.value(theta) + pass(theta, new double[dimension()]);
  }

  @Override
  public double[] likelihoodGradient(double[] theta) {
    double[] sum = new double[dimension()];
    pass(theta, sum);
    return sum;
  }

  @Override
  public double potentialAndGradient(double[] theta, double[] out) {
    Arrays.fill(out, 0);
    double sum = pass(theta, out);
    prior.addGradient(theta, out);
    return sum + prior.value(theta);
  }

  /** Adds the gradient of all rows to {@code out} and returns their loss: group after group. */
  private double pass(double[] theta, double[] out) {
    var point = new Point(theta);
    int width = x.stride();
    double[] sum =
        order.sum(
            width + 3,
            (s, from, to) -> {
              var block = new Block();
              for (int first = from; first < to; first += BLOCK) {
                block.add(point, first, Math.min(first + BLOCK, to), s, out);
              }
            });
    for (int k = 0; k < p; k++) {
      out[k] += sum[k];
    }
    if (scaled) {
      out[p] += sum[width];
    }
    out[shared() - 1] += sum[width + 1];
    return sum[width + 2];
  }

  /** Some rows in the order of groups: what they share goes to a sum, z's part to its place. */
  private final class Block {
    private final int[] rows = new int[BLOCK];
    private final double[] eta = new double[BLOCK];
    private final double[] responses = new double[BLOCK];
    private final double[] loss = new double[BLOCK];
    private final double[] a = new double[BLOCK];
    private final double[] b = new double[BLOCK];

    void add(Point point, int from, int to, double[] sum, double[] out) {
      int n = to - from;
      System.arraycopy(order.rows(), from, rows, 0, n);
      x.dots(rows, 0, n, point.beta, eta);
      for (int j = 0; j < n; j++) {
        eta[j] = point.eta(rows[j], eta[j]);
        responses[j] = y(rows[j]);
      }
      family.slopes(eta, point.s, responses, n, loss, a, b);
      int width = x.stride();
      for (int j = 0; j < n; j++) {
        double w = weight(rows[j]);
        a[j] *= w;
        sum[width] += w * b[j];
        sum[width + 1] += a[j] * point.tau * point.z(rows[j]);
        sum[width + 2] += w * loss[j];
        out[shared() + group[rows[j]]] += a[j] * point.tau;
      }
      x.add(rows, 0, n, a, sum);
    }
  }

  @Override
  public void addGradient(double[] theta, Batch batch, int from, int to, double[] out) {
    addBatch(new Point(theta), batch, from, to, null, out);
  }

  /** With a centre the difference of gradients: {@code base} holds a, b for every row there. */
  private void addBatch(
      Point point, Batch batch, int from, int to, @Nullable Residuals base, double[] out) {
    int[] rows = batch.rows();
    double[] eta = batch.predictors();
    double[] c = batch.coefficients();
    double[] sum = batch.sum(x.stride());
    x.dots(rows, from, to, point.beta, eta);
    int q = shared();
    for (int j = from; j < to; j++) {
      int i = rows[j];
      double w = batch.weights()[j] * weight(i);
      double at = point.eta(i, eta[j]);
      double a = family.slope(at, point.s, y(i));
      double a0 = base == null ? 0 : base.slopes[2 * i];
      double tau0 = base == null ? 0 : base.point.tau;
      double z0 = base == null ? 0 : base.point.z(i);
      c[j] = w * (a - a0);
      if (scaled) {
        double b = family.scaleSlope(at, point.s, y(i));
        out[p] += w * (base == null ? b : b - base.slopes[2 * i + 1]);
      }
      out[q - 1] += w * (a * point.tau * point.z(i) - a0 * tau0 * z0);
      out[q + group[i]] += w * (a * point.tau - a0 * tau0);
    }
    x.add(rows, from, to, c, sum);
    for (int k = 0; k < p; k++) {
      out[k] += sum[k];
    }
  }

  @Override
  public Residuals centre(double[] theta) {
    var point = new Point(theta.clone());
    double[] slopes = new double[2 * rows()];
    Parallel.overRows(
        rows(),
        (from, to) -> {
          for (int i = from; i < to; i++) {
            double eta = point.eta(i);
            slopes[2 * i] = family.slope(eta, point.s, y(i));
            slopes[2 * i + 1] = family.scaleSlope(eta, point.s, y(i));
          }
        });
    return new Residuals(this, point, slopes, likelihoodGradient(theta));
  }

  /** The centre: two numbers for every row. */
  record Residuals(VaryingIntercepts model, Point point, double[] slopes, double[] sum)
      implements Centre {
    @Override
    public double[] theta() {
      return point.theta;
    }

    @Override
    public void addDifference(double[] at, Batch batch, int from, int to, double[] out) {
      model.addBatch(model.new Point(at), batch, from, to, this, out);
    }

    /** {@code out += Σⱼ wⱼ ∂f/∂z(θ̂)} over places of a batch, z from 0 on; no row is looked at. */
    void addOthers(Batch batch, int from, int to, double[] out) {
      for (int j = from; j < to; j++) {
        int i = batch.rows()[j];
        double w = batch.weights()[j] * model.weight(i);
        out[model.group[i]] += w * slopes[2 * i] * point.tau;
      }
    }
  }

  private GroupCurvature curvature() {
    return new GroupCurvature(this, family, scaled, group);
  }

  @Override
  public void addRowHessian(double[] theta, int row, double w, double[] h) {
    curvature().addRowHessian(new Point(theta), row, w, h);
  }

  @Override
  public Arrow arrow(double[] theta) {
    int q = shared();
    double[] gradient = new double[dimension()];
    double[] border = new double[groups * q];
    double[] diagonal = new double[groups];
    double[] corner =
        order.sum(
            q * q,
            (c, from, to) ->
                curvature().add(new Point(theta), order.rows(), from, to, c, border, diagonal));
    double value = pass(theta, gradient);
    prior.addGradient(theta, gradient);
    double[] own = new double[dimension()];
    prior.addHessianDiagonal(theta, own);
    for (int i = 0; i < q; i++) {
      corner[i * q + i] += own[i];
    }
    for (int j = 0; j < groups; j++) {
      diagonal[j] += own[q + j];
    }
    return new Arrow(value + prior.value(theta), gradient, corner, border, diagonal);
  }

  /** In an arrow's own metric a row's vectors stay short: O(q²) a row, not O(d²). */
  @Override
  public void metricScores(double[] theta, Metric metric, int from, int to, double[] out) {
    if (metric instanceof ArrowMetric arrow) {
      scores(theta, arrow, new double[groups], from, to, out);
    } else {
      ArrowheadModel.super.metricScores(theta, metric, from, to, out);
    }
  }

  /** The same with the bends m that {@link PartlyCentredGroups} takes out. */
  void scores(double[] theta, ArrowMetric arrow, double[] m, int from, int to, double[] out) {
    curvature().scores(new Point(theta), arrow, m, from, to, out);
  }
}
