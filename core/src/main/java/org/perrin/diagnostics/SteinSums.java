package org.perrin.diagnostics;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Kernels;
import org.perrin.math.Parallel;

/**
 * Sums of the Stein kernel over pairs of draws, written as products of matrices. With {@code g =
 * ∇f}, {@code u = c² + r}, {@code r = ‖x − y‖²} and
 *
 * <pre>k = u^β,   m = 2β u^(β−1),   q = −4β(β−1) u^(β−2)
 * k₀ₗ(x, y) = k gₗ(x) gₗ(y) + m [(xₗ − yₗ)(gₗ(x) − gₗ(y)) − 1] + q (xₗ − yₗ)²</pre>
 *
 * the sum over l takes the four products {@code x·y, g(x)·g(y), x·g(y), g(x)·y} of two blocks of
 * draws, and the sum over y for each l the six products of k, m and q with {@code g, y, yg, y²}.
 * Draws are centred first: the kernel sees differences only, and small numbers keep more digits.
 *
 * <p>A row of the triangle {@code y before x} is summed from left to right by one thread, so the
 * bits depend on nothing but the draws.
 */
final class SteinSums {
  private static final Kernels K = Kernels.best();

  /** Draws in a block: two blocks with their products stay in the second-level cache. */
  private static final int BLOCK = 64;

  private final KernelStein kernel;
  private final int d;
  private final int stride;
  private final int count;
  private final int blocks;
  private final double sign;

  /** Rows: draws and gradients, and for coordinates their products and squares. */
  private final double[] x;

  private final double[] g;
  private final double @Nullable [] xg;
  private final double @Nullable [] xx;

  /** Σₗ xₗ gₗ and ‖x‖² for each draw. */
  private final double[] along;

  private final double[] square;

  /** For each draw the sum over those before it, twice, and itself; by coordinate if wanted. */
  private final double[] joint;

  private final double @Nullable [] single;

  SteinSums(KernelStein kernel, double[] values, double[] gradients, int d) {
    this.kernel = kernel;
    this.d = d;
    stride = Kernels.pad(d);
    count = values.length / d;
    blocks = (count + BLOCK - 1) / BLOCK;
    sign = kernel.reversed() ? -1 : 1;
    x = rows(values, means(values));
    g = rows(gradients, new double[d]);
    along = new double[blocks * BLOCK];
    square = new double[blocks * BLOCK];
    for (int i = 0; i < count; i++) {
      along[i] = K.dot(x, i * stride, g, i * stride, stride);
      square[i] = K.dot(x, i * stride, x, i * stride, stride);
    }
    joint = new double[count];
    boolean wide = kernel.byCoordinate();
    xg = wide ? products(x, g) : null;
    xx = wide ? products(x, x) : null;
    single = wide ? new double[count * stride] : null;
  }

  private double[] means(double[] values) {
    double[] mean = new double[d];
    for (int i = 0; i < values.length; i++) {
      mean[i % d] += values[i] / count;
    }
    return mean;
  }

  /** Padded rows, whole blocks of them, less a vector. */
  private double[] rows(double[] values, double[] less) {
    double[] rows = new double[blocks * BLOCK * stride];
    for (int i = 0; i < count; i++) {
      for (int k = 0; k < d; k++) {
        rows[i * stride + k] = values[i * d + k] - less[k];
      }
    }
    return rows;
  }

  private static double[] products(double[] a, double[] b) {
    double[] out = new double[a.length];
    Arrays.setAll(out, i -> a[i] * b[i]);
    return out;
  }

  KernelStein.Curve curve() {
    // a long row of blocks goes with a short one, so that tasks are alike
    Parallel.run(
        (blocks + 1) / 2,
        task -> {
          var space = new Space();
          addRow(blocks - 1 - task, space);
          if (task < blocks / 2) {
            addRow(task, space);
          }
        });
    return new KernelStein.Curve(jointCurve(), single == null ? null : singleCurve());
  }

  private double[] jointCurve() {
    double[] curve = new double[count];
    double sum = 0;
    for (int i = 0; i < count; i++) {
      sum += joint[i];
      curve[i] = Math.sqrt(Math.max(sum, 0)) / (i + 1);
    }
    return curve;
  }

  private double[] singleCurve() {
    double[] curve = new double[count];
    double[] sum = new double[d];
    for (int i = 0; i < count; i++) {
      double roots = 0;
      for (int k = 0; k < d; k++) {
        sum[k] += single[i * stride + k];
        roots += Math.sqrt(Math.max(sum[k], 0));
      }
      curve[i] = roots / (i + 1);
    }
    return curve;
  }

  /** Scratch of one task: blocks of rows, transposed, and what the products leave. */
  private final class Space {
    final double[] xt = new double[stride * BLOCK];
    final double[] gt = new double[stride * BLOCK];
    final double[] xy = new double[BLOCK * BLOCK];
    final double[] gh = new double[BLOCK * BLOCK];
    final double[] xh = new double[BLOCK * BLOCK];
    final double[] gy = new double[BLOCK * BLOCK];
    final double[] product = new double[single == null ? 0 : BLOCK * stride];
    final double[] mTotal = new double[BLOCK];
    final double[] qTotal = new double[BLOCK];
  }

  /** All pairs with x in block {@code row}, y before it or the same. */
  private void addRow(int row, Space space) {
    for (int column = 0; column <= row; column++) {
      transpose(x, column, space.xt);
      transpose(g, column, space.gt);
      int first = row * BLOCK;
      K.multiply(x, stride, first, BLOCK, space.xt, BLOCK, space.xy, 0);
      K.multiply(g, stride, first, BLOCK, space.gt, BLOCK, space.gh, 0);
      K.multiply(x, stride, first, BLOCK, space.gt, BLOCK, space.xh, 0);
      K.multiply(g, stride, first, BLOCK, space.xt, BLOCK, space.gy, 0);
      for (int i = 0; i < BLOCK && first + i < count; i++) {
        addPairs(first + i, column * BLOCK, i * BLOCK, row == column ? i : BLOCK, space);
      }
      if (single != null) {
        addCoordinates(row, column, space);
      }
    }
  }

  private void transpose(double[] rows, int block, double[] out) {
    for (int i = 0; i < BLOCK; i++) {
      for (int k = 0; k < stride; k++) {
        out[k * BLOCK + i] = rows[(block * BLOCK + i) * stride + k];
      }
    }
  }

  /**
   * Draw {@code i} with the first {@code before} draws from {@code from} on, and with itself where
   * that is one of the block; leaves the weights k, m and q where the products were.
   */
  private void addPairs(int i, int from, int at, int before, Space space) {
    int end = Math.min(before + 1, BLOCK);
    double c2 = kernel.c() * kernel.c();
    double beta = kernel.beta();
    double sum = 0;
    double mSum = 0;
    double qSum = 0;
    for (int j = 0; j < end; j++) {
      int p = at + j;
      boolean self = j == before;
      double r = self ? 0 : Math.max(square[i] + square[from + j] - 2 * space.xy[p], 0);
      double cross = self ? 0 : along[i] + along[from + j] - space.xh[p] - space.gy[p];
      double u = c2 + r;
      double power = beta == -0.5 ? 1 / Math.sqrt(u) : StrictMath.pow(u, beta);
      double k = self ? power : 2 * power;
      double m = 2 * beta * k / u;
      double q = -2 * (beta - 1) * m / u;
      sum += k * space.gh[p] + m * (sign * cross - d) + q * r;
      mSum += m;
      qSum += q;
      space.gh[p] = k;
      space.xh[p] = m;
      space.xy[p] = q;
    }
    Arrays.fill(space.gh, at + end, at + BLOCK, 0);
    Arrays.fill(space.xh, at + end, at + BLOCK, 0);
    Arrays.fill(space.xy, at + end, at + BLOCK, 0);
    joint[i] += sum;
    space.mTotal[i % BLOCK] = mSum;
    space.qTotal[i % BLOCK] = qSum;
  }

  /** The sums over a block of y for each coordinate, from the weights that addPairs left. */
  private void addCoordinates(int row, int column, Space space) {
    int last = Math.min(BLOCK, count - row * BLOCK);
    product(space.gh, g, column, space);
    add(row, last, space, (i, v) -> g[i] * v);
    product(space.xh, g, column, space);
    add(row, last, space, (i, v) -> -sign * x[i] * v);
    product(space.xh, x, column, space);
    add(row, last, space, (i, v) -> -sign * g[i] * v);
    product(space.xh, xg, column, space);
    add(row, last, space, (i, v) -> sign * v);
    product(space.xy, x, column, space);
    add(row, last, space, (i, v) -> -2 * x[i] * v);
    product(space.xy, xx, column, space);
    add(row, last, space, (i, v) -> v);
    for (int i = 0; i < last; i++) {
      double m = space.mTotal[i];
      double q = space.qTotal[i];
      for (int k = 0; k < d; k++) {
        int at = (row * BLOCK + i) * stride + k;
        single[at] += m * (sign * xg[at] - 1) + q * xx[at];
      }
    }
  }

  /** {@code weights · rows of a block}. */
  private void product(double[] weights, double[] rows, int block, Space space) {
    double[] part = Arrays.copyOfRange(rows, block * BLOCK * stride, (block + 1) * BLOCK * stride);
    K.multiply(weights, BLOCK, 0, BLOCK, part, stride, space.product, 0);
  }

  @FunctionalInterface
  private interface Term {
    double of(int at, double product);
  }

  private void add(int row, int last, Space space, Term term) {
    int offset = row * BLOCK * stride;
    for (int at = 0; at < last * stride; at++) {
      single[offset + at] += term.of(offset + at, space.product[at]);
    }
  }
}
