package org.perrin.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.perrin.data.Batch;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.data.Rows;
import org.perrin.data.Storage;
import org.perrin.math.Kernels;
import org.perrin.math.Matrices;
import org.perrin.math.Parallel;
import org.perrin.math.Scalars;
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
public final class Multinomial implements Smooth, Bounded {
  private static final int BLOCK = 64;
  private static final double MOST_CURVATURE = 0.5;

  private final Dataset data;
  private final Rows x;
  private final int classes;
  private final Prior prior;
  private final ThreadLocal<Desk> desks = ThreadLocal.withInitial(Desk::new);
  private volatile Forms forms;

  private Multinomial(Dataset data, int classes, Prior prior) {
    this.data = data;
    this.x = data.x();
    this.classes = classes;
    this.prior = prior;
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
  public int rows() {
    return x.count();
  }

  @Override
  public Prior prior() {
    return prior;
  }

  @Override
  public Storage storage() {
    return x.storage();
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

  private double weight(int row) {
    return data.weights() == null ? 1 : data.weights().get(row);
  }

  /** 1 if row i is of class c, counted from 1. */
  private double indicator(int row, int c) {
    return data.responses().get(row) == c ? 1 : 0;
  }

  /** What a thread works with: θ in padded pieces, and a block of rows with its probabilities. */
  private final class Desk {
    private final double[][] point = new double[classes][x.stride()];
    private final double[][] sum = new double[classes][x.stride()];
    private final double[][] p = new double[classes][BLOCK];
    private final double[] loss = new double[BLOCK];
    private final double[] c = new double[BLOCK];
    private final int[] rows = new int[BLOCK];

    Desk at(double[] theta) {
      for (int k = 0; k < classes; k++) {
        System.arraycopy(theta, k * x.width(), point[k], 0, x.width());
        Arrays.fill(sum[k], 0);
      }
      return this;
    }

    /** Takes in places of a batch. */
    void gather(Batch batch, int from, int count) {
      System.arraycopy(batch.rows(), from, rows, 0, count);
      for (int k = 0; k < classes; k++) {
        x.dots(rows, 0, count, point[k], p[k]);
      }
      normalise(count);
    }

    /** Takes in rows that lie together. */
    void load(int first, int count) {
      for (int j = 0; j < count; j++) {
        rows[j] = first + j;
      }
      for (int k = 0; k < classes; k++) {
        x.dots(first, count, point[k], p[k]);
      }
      normalise(count);
    }

    /** From predictors to probabilities, and {@code log Σ exp η − η_y}. */
    private void normalise(int count) {
      for (int j = 0; j < count; j++) {
        double offset = data.offsets() == null ? 0 : data.offsets().get(rows[j]);
        int y = (int) data.responses().get(rows[j]);
        for (int k = 0; k < classes; k++) {
          p[k][j] += offset;
        }
        double own = y == 0 ? 0 : p[y - 1][j];
        loss[j] = Scalars.softmax(p, j) - own;
      }
    }

    void addSumsTo(double[] out) {
      for (int k = 0; k < classes; k++) {
        for (int i = 0; i < x.width(); i++) {
          out[k * x.width() + i] += sum[k][i];
        }
      }
    }
  }

  /** Something done with a block of rows of which the desk has the probabilities. */
  @FunctionalInterface
  private interface Block {
    void accept(int first, int count, Desk desk);
  }

  /** A square for a row of the desk whose ‖x‖² is {@code norm}. */
  @FunctionalInterface
  private interface Square {
    double of(Desk desk, int j, double norm);
  }

  /** Hands out rows {@code from ≤ i < to}, and returns the desk with the sums. */
  private Desk overBlocks(double[] theta, int from, int to, Block body) {
    Desk desk = desks.get().at(theta);
    for (int first = from; first < to; first += BLOCK) {
      int count = Math.min(BLOCK, to - first);
      desk.load(first, count);
      body.accept(first, count, desk);
    }
    return desk;
  }

  @Override
  public double rowLoss(double[] theta, int row) {
    return rangeLoss(theta, row, row + 1);
  }

  @Override
  public double rangeLoss(double[] theta, int from, int to) {
    double[] sum = new double[1];
    overBlocks(
        theta,
        from,
        to,
        (first, count, desk) -> {
          for (int j = 0; j < count; j++) {
            sum[0] += weight(first + j) * desk.loss[j];
          }
        });
    return sum[0];
  }

  @Override
  public void addRowGradient(double[] theta, int row, double weight, double[] out) {
    Desk desk = desks.get().at(theta);
    desk.load(row, 1);
    for (int k = 0; k < classes; k++) {
      double c = weight * weight(row) * (desk.p[k][0] - indicator(row, k + 1));
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
    overBlocks(
            theta,
            from,
            to,
            (first, count, desk) -> {
              for (int j = 0; j < count; j++) {
                loss[0] += weight(first + j) * desk.loss[j];
              }
              for (int k = 0; k < classes; k++) {
                for (int j = 0; j < count; j++) {
                  int i = first + j;
                  desk.c[j] = weight(i) * (desk.p[k][j] - indicator(i, k + 1));
                }
                x.add(first, count, desk.c, desk.sum[k]);
              }
            })
        .addSumsTo(out);
    return loss[0];
  }

  @Override
  public void addGradient(double[] theta, Batch batch, int from, int to, double[] out) {
    addDifference(theta, batch, from, to, null, out);
  }

  /** {@code out += Σⱼ wⱼ (p − b) ⊗ xⱼ}, b what {@code base} has for the row, or e_y if null. */
  private void addDifference(
      double[] theta, Batch batch, int from, int to, Doubles base, double[] out) {
    Desk desk = desks.get().at(theta);
    for (int first = from; first < to; first += BLOCK) {
      int count = Math.min(BLOCK, to - first);
      desk.gather(batch, first, count);
      for (int k = 0; k < classes; k++) {
        for (int j = 0; j < count; j++) {
          int i = desk.rows[j];
          double b = base == null ? indicator(i, k + 1) : base.get((long) classes * i + k);
          desk.c[j] = batch.weights()[first + j] * weight(i) * (desk.p[k][j] - b);
        }
        x.add(desk.rows, 0, count, desk.c, desk.sum[k]);
      }
    }
    desk.addSumsTo(out);
  }

  @Override
  public Centre centre(double[] theta) {
    Doubles base = storage().doubles((long) classes * rows());
    Parallel.overRows(
        rows(),
        (from, to) ->
            overBlocks(
                theta,
                from,
                to,
                (first, count, desk) -> {
                  for (int j = 0; j < count; j++) {
                    for (int k = 0; k < classes; k++) {
                      base.set((long) classes * (first + j) + k, desk.p[k][j]);
                    }
                  }
                }));
    return new Probabilities(this, theta.clone(), likelihoodGradient(theta), base);
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
    Desk desk = desks.get().at(theta);
    desk.load(row, 1);
    for (int r = 0; r < d; r++) {
      for (int s = 0; s < d; s++) {
        double c = weight * weight(row) * curvature(desk, r / width, s / width, 0);
        h[r * d + s] += c * x.get(row, r % width) * x.get(row, s % width);
      }
    }
  }

  /** {@code S_kl} of row j of the desk. */
  private static double curvature(Desk desk, int k, int l, int j) {
    return desk.p[k][j] * ((k == l ? 1 : 0) - desk.p[l][j]);
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
    overBlocks(
        theta,
        from,
        to,
        (first, count, desk) -> {
          for (int k = 0; k < classes; k++) {
            for (int l = k; l < classes; l++) {
              for (int j = 0; j < count; j++) {
                desk.c[j] = weight(first + j) * curvature(desk, k, l, j);
              }
              x.addOuter(first, count, desk.c, upper[k][l]);
            }
          }
        });
    for (int k = 0; k < classes; k++) {
      for (int l = 0; l < classes; l++) {
        addBlock(upper[Math.min(k, l)][Math.max(k, l)], k, l, h);
      }
    }
  }

  /** Adds a symmetric block, of which the upper triangle is there, at classes k and l. */
  private void addBlock(double[] upper, int k, int l, double[] h) {
    int width = x.width();
    int d = dimension();
    for (int i = 0; i < width; i++) {
      for (int j = 0; j < width; j++) {
        h[(k * width + i) * d + l * width + j] +=
            upper[Math.min(i, j) * x.stride() + Math.max(i, j)];
      }
    }
  }

  @Override
  public void curvatureScores(double[] theta, double[] factor, int from, int to, double[] out) {
    double[][][] blocks = factor == null ? null : forms(factor, () -> factor);
    new Scores(blocks).of(theta, from, to, false, out);
  }

  @Override
  public void metricScores(double[] theta, Metric metric, int from, int to, double[] out) {
    new Scores(forms(metric, metric::matrix)).of(theta, from, to, true, out);
  }

  @Override
  public void expectedScores(
      double[] theta, double[] factor, double widen, int from, int to, double[] out) {
    double[][][] blocks = factor == null ? null : forms(factor, () -> factor);
    new Scores(blocks).expected(theta, widen, from, to, false, out);
  }

  @Override
  public void expectedMetricScores(Metric metric, double widen, int from, int to, double[] out) {
    new Scores(forms(metric, metric::matrix)).expected(metric.centre(), widen, from, to, true, out);
  }

  /** The last Σ̂ in blocks: scores are asked for a few rows at a time. */
  private record Forms(Object of, double[][][] blocks) {}

  private double[][][] forms(Object of, Supplier<double[]> factor) {
    Forms known = forms;
    if (known == null || known.of != of) {
      known = new Forms(of, blocks(factor.get()));
      forms = known;
    }
    return known.blocks;
  }

  /** Blocks k ≤ l of LLᵀ, row by row of the block, each padded. */
  private double[][][] blocks(double[] factor) {
    int d = dimension();
    int width = x.width();
    double[] covariance = Matrices.gram(Matrices.transpose(factor, d), d);
    double[][][] all = new double[classes][classes][];
    for (int k = 0; k < classes; k++) {
      for (int l = k; l < classes; l++) {
        all[k][l] = new double[width * x.stride()];
        for (int i = 0; i < width; i++) {
          int from = (k * width + i) * d + l * width;
          System.arraycopy(covariance, from, all[k][l], i * x.stride(), width);
        }
      }
    }
    return all;
  }

  /**
   * {@code ‖HᵢL‖² = ‖xᵢ‖² tr(SSM)} and {@code ‖LᵀHᵢL‖² = tr(SMSM)} with {@code M_kl = xᵢᵀΣ̂_kl xᵢ},
   * {@code Σ̂_kl} the block of LLᵀ of classes k and l. O(K²d²) a row of d columns.
   */
  private final class Scores {
    /** Of Σ̂; null for the identity. */
    private final double[][][] blocks;

    private final double[] row = new double[x.stride()];
    private final double[] m = new double[classes * classes];
    private final double[] s = new double[classes * classes];

    Scores(double[][][] blocks) {
      this.blocks = blocks;
    }

    void of(double[] theta, int from, int to, boolean whole, double[] out) {
      each(
          theta,
          from,
          to,
          out,
          (desk, j, norm) -> {
            for (int k = 0; k < classes; k++) {
              for (int l = 0; l < classes; l++) {
                s[k * classes + l] = curvature(desk, k, l, j);
              }
            }
            return whole ? trace(m) : norm * trace(null);
          });
    }

    /** {@code E[ΔpᵀGΔp]}, G the Gram matrix M or ‖xᵢ‖² times the identity. */
    void expected(double[] theta, double widen, int from, int to, boolean whole, double[] out) {
      var change = new SoftmaxChange(classes);
      each(
          theta,
          from,
          to,
          out,
          (desk, j, norm) -> change.square(desk.p, j, m, widen, whole ? m : null, norm));
    }

    /** The root of what {@code square} says of every row, of which M is known, times its weight. */
    private void each(double[] theta, int from, int to, double[] out, Square square) {
      overBlocks(
          theta,
          from,
          to,
          (first, count, desk) -> {
            for (int j = 0; j < count; j++) {
              x.copy(first + j, row);
              double norm = Kernels.best().dot(row, 0, row, 0, x.stride());
              gram(norm);
              out[first + j - from] =
                  weight(first + j) * Math.sqrt(Math.max(0, square.of(desk, j, norm)));
            }
          });
    }

    private void gram(double norm) {
      for (int k = 0; k < classes; k++) {
        for (int l = k; l < classes; l++) {
          double form = 0;
          if (blocks == null) {
            form = k == l ? norm : 0;
          } else {
            for (int i = 0; i < x.width(); i++) {
              double along = Kernels.best().dot(blocks[k][l], i * x.stride(), row, 0, x.stride());
              form = Math.fma(row[i], along, form);
            }
          }
          m[k * classes + l] = form;
          m[l * classes + k] = form;
        }
      }
    }

    /** {@code tr(S G S M)}, G the identity if null. */
    private double trace(double[] g) {
      double trace = 0;
      for (int a = 0; a < classes; a++) {
        for (int b = 0; b < classes; b++) {
          trace += times(s, g, a, b) * times(s, m, b, a);
        }
      }
      return trace;
    }

    private double times(double[] a, double[] b, int r, int c) {
      if (b == null) {
        return a[r * classes + c];
      }
      double sum = 0;
      for (int t = 0; t < classes; t++) {
        sum = Math.fma(a[r * classes + t], b[t * classes + c], sum);
      }
      return sum;
    }
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
