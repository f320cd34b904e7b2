package org.perrin.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Kernels;
import org.perrin.metric.Metric;

/** A multinomial model seen through a metric, with bounds of what polynomials leave of it. */
final class PulledMultinomial extends PulledModel implements Bounded {
  private final Multinomial model;
  private final Metric metric;
  private @Nullable ClassRows classRows;

  PulledMultinomial(Multinomial model, Metric metric) {
    super(model, metric);
    this.model = model;
    this.metric = metric;
  }

  /** Made when needed first: it takes all of L. */
  private synchronized ClassRows classRows() {
    classRows = classRows == null ? model.classRows(metric) : classRows;
    return classRows;
  }

  @Override
  public PulledMultinomial subset(int[] rows, double[] factors) {
    return new PulledMultinomial(model.subset(rows, factors), metric);
  }

  @Override
  public int highestOrder() {
    return 3;
  }

  @Override
  public Remainder remainder(int order, double reach) {
    return new MultinomialRemainder(classRows(), order, reach);
  }

  @Override
  public int cubes() {
    return classRows().all();
  }

  @Override
  public void addCubic(int from, int to, double[] sum) {
    ClassRows rows = classRows();
    var cubes = new Cubes(rows, sum);
    rows.visit(from, to, cubes::add);
    cubes.flush();
  }

  /** A third cumulant is a sum of cubes: {@code Σₖ pₖ ((zₖ − z̄)ᵀu)³}, {@code z̄ = Σₖ pₖzₖ}. */
  private static final class Cubes {
    private static final int MOST = 256;

    private final ClassRows rows;
    private final double[] sum;
    private final int all;
    private final int stride;
    private final SoftmaxRemainder softmax;
    private final double[] vectors;
    private final double[] c;
    private final double[] mean;
    private int count;

    Cubes(ClassRows rows, double[] sum) {
      this.rows = rows;
      this.sum = sum;
      this.all = rows.all();
      this.stride = rows.stride();
      this.softmax = new SoftmaxRemainder(2, all);
      this.c = new double[Math.max(MOST, all)];
      this.vectors = new double[c.length * stride];
      this.mean = new double[stride];
    }

    void add(int row, double[] eta, double[] z) {
      if (count + all > c.length) {
        flush();
      }
      softmax.at(eta);
      Arrays.fill(mean, 0);
      for (int k = 0; k < all; k++) {
        Kernels.best().axpy(softmax.probability(k), z, k * stride, mean, 0, stride);
      }
      for (int k = 0; k < all; k++, count++) {
        c[count] = rows.weight(row) * softmax.probability(k);
        System.arraycopy(z, k * stride, vectors, count * stride, stride);
        Kernels.best().axpy(-1, mean, 0, vectors, count * stride, stride);
      }
    }

    void flush() {
      Cubic.add(vectors, rows.dimension(), count, c, sum);
      count = 0;
    }
  }
}
