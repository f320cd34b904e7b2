package org.perrin.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Batch;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.math.Matrices;
import org.perrin.math.Parallel;
import org.perrin.metric.DiagonalMetric;
import org.perrin.metric.Metric;

/**
 * Multinomial logistic regression: {@code P(y = c) ∝ exp(ηc)}, {@code ηc = xᵀβc + o} for classes 1,
 * 2, …, K, and {@code η₀ = 0} for the class that others are compared with. θ is β₁, β₂, … one after
 * the other. With p the probabilities of classes 1 … K, {@code ∇fᵢ = (p − e_y) ⊗ xᵢ} and {@code Hᵢ
 * = S ⊗ xᵢxᵢᵀ}, {@code S = diag(p) − ppᵀ}: a row costs O(Kd) for d columns, a control variate keeps
 * K numbers a row, and as S has no eigenvalue above ½ (Böhning, 1992), neither has {@code
 * Hᵢ/‖xᵢ‖²}.
 */
public final class Multinomial extends DatasetModel implements Smooth, Bounded {
  private static final double MOST_CURVATURE = 0.5;

  private final int classes;
  private final ThreadLocal<ClassProbabilities> probabilities;
  private final MultinomialScores scores;

  private Multinomial(Dataset data, int classes, Prior prior) {
    super(data, prior);
    this.classes = classes;
    this.probabilities = ThreadLocal.withInitial(() -> new ClassProbabilities(data, classes));
    this.scores = new MultinomialScores(data, classes);
  }

  /** The posterior of data, whose responses are 0, 1, …, and a prior of β₁, β₂, …. */
  public static Multinomial of(Dataset data, Prior prior) {
    int classes = classes(data) - 1;
    int needed = classes * data.x().width();
    if (prior.dimension() != needed) {
      throw new IllegalArgumentException(
          "a prior for %d parameters does not fit %d classes and %d columns"
              .formatted(prior.dimension(), classes + 1, data.x().width()));
    }
    return new Multinomial(data, classes, prior);
  }

  /** How many classes the response has, at least two; it must be 0, 1, … */
  public static int classes(Dataset data) {
    double most = 1;
    for (int i = 0; i < data.count(); i++) {
      double y = data.responses().get(i);
      if (!(y >= 0 && y == Math.rint(y))) {
        throw new IllegalArgumentException(
            "the response of row %d is %s: classes must be 0, 1, 2, …".formatted(i, y));
      }
      most = Math.max(most, y);
    }
    return 1 + (int) most;
  }

  @Override
  public int dimension() {
    return classes * x.width();
  }

  @Override
  public List<String> names() {
    List<String> names = new ArrayList<>();
    for (int c = 1; c <= classes; c++) {
      for (String name : data.names()) {
        names.add("class %d[%s]".formatted(c, name));
      }
    }
    return names;
  }

  @Override
  public int effort() {
    return 4;
  }

  /** 1 if row i is of class c, counted from 1. */
  private double indicator(int row, int c) {
    return y(row) == c ? 1 : 0;
  }

  /** Of the calling thread, at θ. */
  private ClassProbabilities at(double[] theta) {
    return probabilities.get().at(theta);
  }

  @Override
  public double rowLoss(double[] theta, int row) {
    return rangeLoss(theta, row, row + 1);
  }

  @Override
  public double rangeLoss(double[] theta, int from, int to) {
    double[] sum = new double[1];
    var at = at(theta);
    at.overBlocks(
        from,
        to,
        (first, count) -> {
          for (int j = 0; j < count; j++) {
            sum[0] += weight(first + j) * at.loss[j];
          }
        });
    return sum[0];
  }

  @Override
  public void addRowGradient(double[] theta, int row, double weight, double[] out) {
    var at = at(theta);
    at.load(row, 1);
    for (int k = 0; k < classes; k++) {
      double c = weight * weight(row) * (at.p[k][0] - indicator(row, k + 1));
      for (int i = 0; i < x.width(); i++) {
        out[k * x.width() + i] += c * x.get(row, i);
      }
    }
  }

  @Override
  public void addRangeGradient(double[] theta, int from, int to, double[] out) {
    addRangeAndLoss(theta, from, to, out);
  }

  @Override
  public double addRangeAndLoss(double[] theta, int from, int to, double[] out) {
    double[] loss = new double[1];
    var at = at(theta);
    at.overBlocks(
        from,
        to,
        (first, count) -> {
          for (int j = 0; j < count; j++) {
            loss[0] += weight(first + j) * at.loss[j];
          }
          for (int k = 0; k < classes; k++) {
            for (int j = 0; j < count; j++) {
              int i = first + j;
              at.c[j] = weight(i) * (at.p[k][j] - indicator(i, k + 1));
            }
            x.add(first, count, at.c, at.sum[k]);
          }
        });
    at.addSumsTo(out);
    return loss[0];
  }

  @Override
  public void addGradient(double[] theta, Batch batch, int from, int to, double[] out) {
    addDifference(theta, batch, from, to, null, out);
  }

  /** {@code out += Σⱼ wⱼ (p − b) ⊗ xⱼ}, b what {@code base} has for the row, or e_y if null. */
  private void addDifference(
      double[] theta, Batch batch, int from, int to, @Nullable Doubles base, double[] out) {
    var at = at(theta);
    for (int first = from; first < to; first += LinearPredictors.BLOCK) {
      int count = Math.min(LinearPredictors.BLOCK, to - first);
      at.gather(batch, first, count);
      for (int k = 0; k < classes; k++) {
        for (int j = 0; j < count; j++) {
          int i = at.rows[j];
          double b = base == null ? indicator(i, k + 1) : base.get((long) classes * i + k);
          at.c[j] = batch.weights()[first + j] * weight(i) * (at.p[k][j] - b);
        }
        x.add(at.rows, 0, count, at.c, at.sum[k]);
      }
    }
    at.addSumsTo(out);
  }

  @Override
  public Centre centre(double[] theta) {
    Doubles base = storage().doubles((long) classes * rows());
    Parallel.overRows(rows(), (from, to) -> keep(at(theta), from, to, base));
    return new Probabilities(this, theta.clone(), likelihoodGradient(theta), base);
  }

  private void keep(ClassProbabilities at, int from, int to, Doubles base) {
    at.overBlocks(
        from,
        to,
        (first, count) -> {
          for (int j = 0; j < count; j++) {
            for (int k = 0; k < classes; k++) {
              base.set((long) classes * (first + j) + k, at.p[k][j]);
            }
          }
        });
  }

  /** The centre: K probabilities for every row. */
  private record Probabilities(Multinomial model, double[] theta, double[] sum, Doubles base)
      implements Centre {
    @Override
    public void addDifference(double[] at, Batch batch, int from, int to, double[] out) {
      model.addDifference(at, batch, from, to, base, out);
    }
  }

  @Override
  public void addRowHessian(double[] theta, int row, double weight, double[] h) {
    int d = dimension();
    int width = x.width();
    var at = at(theta);
    at.load(row, 1);
    for (int r = 0; r < d; r++) {
      for (int s = 0; s < d; s++) {
        double c = weight * weight(row) * at.curvature(r / width, s / width, 0);
        h[r * d + s] += c * x.get(row, r % width) * x.get(row, s % width);
      }
    }
  }

  @Override
  public void addRangeHessian(double[] theta, int from, int to, double[] h) {
    int stride = x.stride();
    double[][][] upper = new double[classes][classes][];
    for (int k = 0; k < classes; k++) {
      for (int l = k; l < classes; l++) {
        upper[k][l] = new double[stride * stride];
      }
    }
    var at = at(theta);
    at.overBlocks(
        from,
        to,
        (first, count) -> {
          for (int k = 0; k < classes; k++) {
            for (int l = k; l < classes; l++) {
              for (int j = 0; j < count; j++) {
                at.c[j] = weight(first + j) * at.curvature(k, l, j);
              }
              x.addOuter(first, count, at.c, upper[k][l]);
            }
          }
        });
    for (int k = 0; k < classes; k++) {
      for (int l = 0; l < classes; l++) {
        int block = k * x.width() * dimension() + l * x.width();
        double[] half = upper[Math.min(k, l)][Math.max(k, l)];
        Matrices.addSymmetric(half, stride, x.width(), h, block, dimension());
      }
    }
  }

  @Override
  public void curvatureScores(
      double[] theta, double @Nullable [] factor, int from, int to, double[] out) {
    scores.of(factor).curvatures(at(theta), from, to, false, out);
  }

  @Override
  public void metricScores(double[] theta, Metric metric, int from, int to, double[] out) {
    scores.of(metric).curvatures(at(theta), from, to, true, out);
  }

  @Override
  public void expectedScores(
      double[] theta, double @Nullable [] factor, double widen, int from, int to, double[] out) {
    scores.of(factor).expected(at(theta), widen, from, to, false, out);
  }

  @Override
  public void expectedMetricScores(Metric metric, double widen, int from, int to, double[] out) {
    scores.of(metric).expected(at(metric.centre()), widen, from, to, true, out);
  }

  @Override
  public void lipschitz(int from, int to, double[] out) {
    x.squaredNorms(from, to - from, out);
    for (int j = 0; j < to - from; j++) {
      out[j] *= MOST_CURVATURE * weight(from + j);
    }
  }

  @Override
  public Multinomial subset(int[] rows, double[] factors) {
    return new Multinomial(data.select(rows).scaled(factors), classes, prior);
  }

  @Override
  public Bounded in(Metric metric) {
    return new PulledMultinomial(this, metric);
  }

  /** The rows as a metric's bounds see them. */
  ClassRows classRows(Metric metric) {
    return new ClassRows(data, classes, metric);
  }

  private Bounded asItIs() {
    double[] ones = new double[dimension()];
    Arrays.fill(ones, 1);
    return in(DiagonalMetric.of(new double[dimension()], ones));
  }

  @Override
  public int highestOrder() {
    return 3;
  }

  @Override
  public Remainder remainder(int order, double reach) {
    return asItIs().remainder(order, reach);
  }

  @Override
  public void addCubic(int from, int to, double[] sum) {
    asItIs().addCubic(from, to, sum);
  }

  @Override
  public Doubles prominence() {
    return x.roughLeverage();
  }
}
