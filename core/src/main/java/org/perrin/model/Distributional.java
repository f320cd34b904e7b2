package org.perrin.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Batch;
import org.perrin.data.Dataset;
import org.perrin.data.Rows;
import org.perrin.family.JointLikelihood;
import org.perrin.math.Kernels;
import org.perrin.math.Matrices;
import org.perrin.metric.Metric;

/**
 * A regression of every parameter of a family: {@code fᵢ = vᵢ ℓ(η₁ … η_K, yᵢ)} with {@code ηₖ =
 * xₖᵢᵀβₖ}, or one number for all rows. θ holds the coefficients β₁, β₂ … one after the other, then
 * the numbers that all rows share. The model for shapes that have no faster one: {@link Glm} for K
 * = 1, {@link ScaledGlm} for a second predictor that all rows share.
 */
public final class Distributional extends DatasetModel {
  private static final int BLOCK = 64;
  private static final double[] ONE = {1};

  /** Rows to begin from. */
  private static final int SOME_ROWS = 1000;

  /** What keeps columns that determine each other apart. */
  private static final double RIDGE = 1e-9;

  private final JointLikelihood family;
  private final List<@Nullable Rows> designs;
  private final List<String> names;
  private final int[] first;
  private final int[] width;
  private final int dimension;
  private volatile @Nullable Covariance covariance;

  private Distributional(
      JointLikelihood family, Dataset data, List<Rows> designs, List<String> names, Prior prior) {
    super(data, prior);
    this.family = family;
    this.designs = designs;
    this.names = List.copyOf(names);
    this.width = designs.stream().mapToInt(x -> x == null ? 1 : x.width()).toArray();
    this.first = places(designs, width);
    this.dimension = Arrays.stream(width).sum();
  }

  /** Where each predictor begins in θ: those that have columns first. */
  static int[] places(List<@Nullable Rows> designs, int[] width) {
    int[] first = new int[width.length];
    int at = 0;
    for (boolean columns : new boolean[] {true, false}) {
      for (int k = 0; k < first.length; k++) {
        if ((designs.get(k) != null) == columns) {
          first[k] = at;
          at += width[k];
        }
      }
    }
    return first;
  }

  /**
   * The model of a family and data, whose columns are those of the first predictor.
   *
   * @param others columns of the other predictors; null for one that all rows share
   * @param names of all parameters
   */
  public static Distributional of(
      JointLikelihood family, Dataset data, List<Rows> others, List<String> names, Prior prior) {
    List<Rows> designs = new ArrayList<>(List.of(data.x()));
    designs.addAll(others);
    if (designs.size() != family.predictors()) {
      throw new IllegalArgumentException(
          "%d predictors are not the %d of the family"
              .formatted(designs.size(), family.predictors()));
    }
    data.checkResponses(family::refuse);
    var model = new Distributional(family, data, designs, names, prior);
    if (prior.dimension() != model.dimension() || names.size() != model.dimension()) {
      throw new IllegalArgumentException(
          "%d priors and %d names do not fit %d parameters"
              .formatted(prior.dimension(), names.size(), model.dimension()));
    }
    return model;
  }

  @Override
  public int dimension() {
    return dimension;
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public int effort() {
    return family.effort();
  }

  /** Every predictor but the first about the same in all rows, as the family says. */
  @Override
  public double[] start() {
    return start(family, data, designs, first, width);
  }

  static double[] start(
      JointLikelihood family,
      Dataset data,
      List<@Nullable Rows> designs,
      int[] first,
      int[] width) {
    double[] start = new double[Arrays.stream(width).sum()];
    double[] at = family.start(data.responses());
    for (int k = 1; k < designs.size(); k++) {
      double[] level = designs.get(k) == null ? ONE : level(designs.get(k));
      for (int j = 0; j < width[k]; j++) {
        start[first[k] + j] = at[k] * level[j];
      }
    }
    return start;
  }

  /** Coefficients of a predictor that is about 1 in some of the rows, by least squares. */
  private static double[] level(Rows x) {
    int d = x.width();
    int some = Math.min(x.count(), 2 * d + SOME_ROWS);
    double[] row = new double[x.stride()];
    double[] gram = new double[d * d];
    double[] sum = new double[d];
    for (int i = 0; i < some; i++) {
      x.copy((int) ((long) i * x.count() / some), row);
      for (int j = 0; j < d; j++) {
        sum[j] += row[j];
        Kernels.best().axpy(row[j], row, 0, gram, j * d, d);
      }
    }
    for (int j = 0; j < d; j++) {
      gram[j * d + j] += RIDGE * some;
    }
    return Matrices.solve(Matrices.cholesky(gram, d), sum, d);
  }

  /** What one thread works with. */
  private final class PredictorBlock {
    private final int k = designs.size();
    private final double[][] point = new double[k][];
    private final double[][] eta = new double[k][BLOCK];
    private final double[][] x = new double[k][];
    private final double[] at = new double[k];
    private final double[] slope = new double[k];
    private final double[] curvature = new double[k * k];

    PredictorBlock(double[] theta) {
      for (int p = 0; p < k; p++) {
        Rows rows = designs.get(p);
        x[p] = rows == null ? ONE : new double[rows.stride()];
        point[p] = Arrays.copyOfRange(theta, first[p], first[p] + width[p]);
        point[p] = rows == null ? point[p] : Arrays.copyOf(point[p], rows.stride());
        if (rows == null) {
          Arrays.fill(eta[p], theta[first[p]]);
        }
      }
    }

    /** Predictors of rows {@code from … from + count}. */
    void read(int from, int count) {
      for (int p = 0; p < k; p++) {
        if (designs.get(p) != null) {
          designs.get(p).dots(from, count, point[p], eta[p]);
        }
      }
      for (int j = 0; j < count; j++) {
        eta[0][j] += data.offset(from + j);
      }
    }

    /** ℓ of the j-th row that was read, with derivatives if they are asked for. */
    double loss(int j, double y, boolean bent) {
      for (int p = 0; p < k; p++) {
        at[p] = eta[p][j];
      }
      return family.loss(at, y, slope, bent ? curvature : null);
    }

    void copy(int row) {
      for (int p = 0; p < k; p++) {
        if (designs.get(p) != null) {
          designs.get(p).copy(row, x[p]);
        }
      }
    }

    void addGradient(double w, double[] out) {
      for (int p = 0; p < k; p++) {
        Kernels.best().axpy(w * slope[p], x[p], 0, out, first[p], width[p]);
      }
    }

    void addHessian(double w, double[] h) {
      int d = dimension();
      for (int p = 0; p < k; p++) {
        for (int a = first[p]; a < first[p] + width[p]; a++) {
          double own = w * x[p][a - first[p]];
          for (int q = 0; own != 0 && q < k; q++) {
            double by = own * curvature[p * k + q];
            Kernels.best().axpy(by, x[q], 0, h, a * d + first[q], width[q]);
          }
        }
      }
    }
  }

  @Override
  public double rowLoss(double[] theta, int row) {
    return rangeLoss(theta, row, row + 1);
  }

  @Override
  public double rangeLoss(double[] theta, int from, int to) {
    return visit(theta, from, to, null, null);
  }

  @Override
  public void addRowGradient(double[] theta, int row, double w, double[] out) {
    addRow(new PredictorBlock(theta), row, w, out);
  }

  private void addRow(PredictorBlock block, int row, double w, double[] out) {
    block.read(row, 1);
    block.loss(0, y(row), false);
    block.copy(row);
    block.addGradient(w * weight(row), out);
  }

  @Override
  public void addGradient(double[] theta, Batch batch, int from, int to, double[] out) {
    var block = new PredictorBlock(theta);
    for (int j = from; j < to; j++) {
      addRow(block, batch.rows()[j], batch.weights()[j], out);
    }
  }

  @Override
  public void addRangeGradient(double[] theta, int from, int to, double[] out) {
    addRangeAndLoss(theta, from, to, out);
  }

  @Override
  public double addRangeAndLoss(double[] theta, int from, int to, double[] out) {
    return visit(theta, from, to, out, null);
  }

  @Override
  public double addRange(double[] theta, int from, int to, double[] gradient, double[] hessian) {
    return visit(theta, from, to, gradient, hessian);
  }

  private double visit(
      double[] theta, int from, int to, double @Nullable [] gradient, double @Nullable [] hessian) {
    var block = new PredictorBlock(theta);
    double sum = 0;
    for (int start = from; start < to; start += BLOCK) {
      int count = Math.min(BLOCK, to - start);
      block.read(start, count);
      for (int j = 0; j < count; j++) {
        int row = start + j;
        double w = weight(row);
        sum += w * block.loss(j, y(row), hessian != null);
        if (gradient != null) {
          block.copy(row);
          block.addGradient(w, gradient);
        }
        if (hessian != null) {
          block.addHessian(w, hessian);
        }
      }
    }
    return sum;
  }

  @Override
  public void addRowHessian(double[] theta, int row, double w, double[] h) {
    double[] own = new double[h.length];
    visit(theta, row, row + 1, new double[dimension()], own);
    Kernels.best().axpy(w, own, 0, h, 0, h.length);
  }

  @Override
  public void addRangeHessian(double[] theta, int from, int to, double[] h) {
    visit(theta, from, to, new double[dimension()], h);
  }

  /** Σ̂ of the last factor that was asked for. */
  private record Covariance(Object of, double[] matrix) {}

  private double[] covariance(Object of, java.util.function.Supplier<double[]> factor) {
    Covariance known = covariance;
    if (known == null || known.of != of) {
      int d = dimension();
      known = new Covariance(of, Matrices.gram(Matrices.transpose(factor.get(), d), d));
      covariance = known;
    }
    return known.matrix;
  }

  @Override
  public void curvatureScores(
      double[] theta, double @Nullable [] factor, int from, int to, double[] out) {
    scores(theta, factor == null ? null : covariance(factor, () -> factor), false, from, to, out);
  }

  @Override
  public void metricScores(double[] theta, Metric metric, int from, int to, double[] out) {
    scores(theta, covariance(metric, metric::matrix), true, from, to, out);
  }

  /**
   * With S the curvature of ℓ, {@code M_kl = xₖᵀΣ̂ₖₗxₗ} and {@code G = diag ‖xₖ‖²}: {@code ‖HᵢL‖² =
   * tr(SGSM)}, {@code ‖LᵀHᵢL‖² = tr(SMSM)}.
   */
  private void scores(
      double[] theta, double @Nullable [] sigma, boolean whole, int from, int to, double[] out) {
    var block = new PredictorBlock(theta);
    int k = block.k;
    double[] m = new double[k * k];
    double[] g = new double[k * k];
    for (int row = from; row < to; row++) {
      block.read(row, 1);
      block.loss(0, y(row), true);
      block.copy(row);
      for (int p = 0; p < k; p++) {
        g[p * k + p] = Kernels.best().dot(block.x[p], 0, block.x[p], 0, width[p]);
        for (int q = 0; q < k; q++) {
          m[p * k + q] = sigma == null ? p == q ? g[p * k + p] : 0 : form(block, sigma, p, q);
        }
      }
      double trace = Matrices.sandwich(block.curvature, whole ? m : g, m, k);
      out[row - from] = weight(row) * Math.sqrt(Math.max(0, trace));
    }
  }

  private double form(PredictorBlock block, double[] sigma, int p, int q) {
    int d = dimension();
    double sum = 0;
    for (int a = first[p]; a < first[p] + width[p]; a++) {
      double along = Kernels.best().dot(sigma, a * d + first[q], block.x[q], 0, width[q]);
      sum = Math.fma(block.x[p][a - first[p]], along, sum);
    }
    return sum;
  }
}
