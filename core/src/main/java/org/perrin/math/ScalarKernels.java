package org.perrin.math;

/** The definition of every kernel, in plain loops. */
final class ScalarKernels extends Kernels {
  @Override
  public String name() {
    return "scalar";
  }

  @Override
  public double dot(double[] a, int aFrom, double[] b, int bFrom, int n) {
    double a0 = 0, a1 = 0, a2 = 0, a3 = 0, a4 = 0, a5 = 0, a6 = 0, a7 = 0;
    int whole = n & -LANES;
    for (int k = 0; k < whole; k += LANES) {
      int i = aFrom + k;
      int j = bFrom + k;
      a0 = Math.fma(a[i], b[j], a0);
      a1 = Math.fma(a[i + 1], b[j + 1], a1);
      a2 = Math.fma(a[i + 2], b[j + 2], a2);
      a3 = Math.fma(a[i + 3], b[j + 3], a3);
      a4 = Math.fma(a[i + 4], b[j + 4], a4);
      a5 = Math.fma(a[i + 5], b[j + 5], a5);
      a6 = Math.fma(a[i + 6], b[j + 6], a6);
      a7 = Math.fma(a[i + 7], b[j + 7], a7);
    }
    double[] lanes = {a0, a1, a2, a3, a4, a5, a6, a7};
    for (int k = whole; k < n; k++) {
      lanes[k - whole] = Math.fma(a[aFrom + k], b[bFrom + k], lanes[k - whole]);
    }
    return tree(lanes, 0);
  }

  @Override
  public void dots(double[] x, int stride, int[] rows, int from, int to, double[] v, double[] out) {
    for (int j = from; j < to; j++) {
      out[j] = dot(x, rows[j] * stride, v, 0, stride);
    }
  }

  @Override
  public void dots(float[] x, int stride, int[] rows, int from, int to, double[] v, double[] out) {
    double[] row = new double[stride];
    for (int j = from; j < to; j++) {
      widen(x, rows[j] * stride, row);
      out[j] = dot(row, 0, v, 0, stride);
    }
  }

  private static void widen(float[] x, int from, double[] row) {
    for (int k = 0; k < row.length; k++) {
      row[k] = x[from + k];
    }
  }

  @Override
  public void dots(double[] x, int stride, int first, int count, double[] v, double[] out) {
    for (int j = 0; j < count; j++) {
      out[j] = dot(x, (first + j) * stride, v, 0, stride);
    }
  }

  @Override
  public void addRows(
      double[] x, int stride, int[] rows, int from, int to, double[] c, double[] out) {
    for (int j = from; j < to; j++) {
      axpy(c[j], x, rows[j] * stride, out, 0, stride);
    }
  }

  @Override
  public void addRows(
      float[] x, int stride, int[] rows, int from, int to, double[] c, double[] out) {
    double[] row = new double[stride];
    for (int j = from; j < to; j++) {
      widen(x, rows[j] * stride, row);
      axpy(c[j], row, 0, out, 0, stride);
    }
  }

  @Override
  public void addRows(double[] x, int stride, int first, int count, double[] c, double[] out) {
    for (int j = 0; j < count; j++) {
      axpy(c[j], x, (first + j) * stride, out, 0, stride);
    }
  }

  @Override
  public void columnDots(
      double[] x, int height, int columns, int first, int count, double[] v, double[] out) {
    for (int j = 0; j < count; j++) {
      double sum = 0;
      for (int k = 0; k < columns; k++) {
        sum = Math.fma(x[k * height + first + j], v[k], sum);
      }
      out[j] = sum;
    }
  }

  @Override
  public void addColumns(
      double[] x, int height, int columns, int first, int count, double[] c, double[] out) {
    for (int k = 0; k < columns; k++) {
      out[k] += dot(x, k * height + first, c, 0, count);
    }
  }

  @Override
  public void addElements(double[] v, int[] places, int from, int count, double[] out) {
    for (int j = 0; j < count; j++) {
      out[j] += v[places[from + j]];
    }
  }

  @Override
  public void addOuter(double[] x, int stride, int first, int count, double[] c, double[] g) {
    for (int j = 0; j < count; j++) {
      int row = (first + j) * stride;
      for (int i = 0; i < stride; i++) {
        int diagonal = i & -LANES;
        axpy(c[j] * x[row + i], x, row + diagonal, g, i * stride + diagonal, stride - diagonal);
      }
    }
  }

  @Override
  public void multiply(
      double[] x,
      int stride,
      int first,
      int count,
      double[] m,
      int outStride,
      double[] out,
      int outFirst) {
    for (int j = 0; j < count; j++) {
      int to = (outFirst + j) * outStride;
      java.util.Arrays.fill(out, to, to + outStride, 0);
      for (int i = 0; i < stride; i++) {
        axpy(x[(first + j) * stride + i], m, i * outStride, out, to, outStride);
      }
    }
  }

  @Override
  public void axpy(double a, double[] x, int xFrom, double[] y, int yFrom, int n) {
    for (int k = 0; k < n; k++) {
      y[yFrom + k] = Math.fma(a, x[xFrom + k], y[yFrom + k]);
    }
  }

  @Override
  public void addProducts(
      double a, double[] x, int xFrom, double[] y, int yFrom, double[] out, int outFrom, int n) {
    for (int k = 0; k < n; k++) {
      out[outFrom + k] = Math.fma(a * x[xFrom + k], y[yFrom + k], out[outFrom + k]);
    }
  }

  @Override
  public void exp(double[] x, double[] out, int n) {
    for (int k = 0; k < n; k++) {
      out[k] = Scalars.exp(x[k]);
    }
  }

  @Override
  public void expit(double[] x, double[] out, int n) {
    for (int k = 0; k < n; k++) {
      out[k] = Scalars.expit(x[k]);
    }
  }

  @Override
  public void log1pExp(double[] x, double[] out, int n) {
    for (int k = 0; k < n; k++) {
      out[k] = Scalars.log1pExp(x[k]);
    }
  }

  @Override
  public boolean standardise(double[] x, double[] centre, double[] scale, int n, boolean single) {
    boolean finite = true;
    for (int k = 0; k < n; k++) {
      double v = (x[k] - centre[k]) / scale[k];
      x[k] = single ? (float) v : v;
      finite &= Math.abs(x[k]) <= Double.MAX_VALUE;
    }
    return finite;
  }

  @Override
  public boolean pick(Picking picking, double[] raw, int gap, int n, double[] out) {
    boolean finite = true;
    for (int j = 0; j < n; j++) {
      int to = j * picking.stride();
      System.arraycopy(picking.ones, 0, out, to, picking.stride());
      for (int k = 0; k < picking.places.length; k++) {
        if (picking.places[k] != Picking.ONE) {
          out[to + k] = raw[Picking.MARGIN + j * gap + picking.places[k]];
          finite &= Math.abs(out[to + k]) <= Double.MAX_VALUE;
        }
      }
    }
    return finite;
  }

  @Override
  public boolean pick(Picking picking, float[] raw, int gap, int n, double[] out) {
    double[] wide = SpareArrays.take(raw.length);
    for (int k = 0; k < raw.length; k++) {
      wide[k] = raw[k];
    }
    boolean finite = pick(picking, wide, gap, n, out);
    SpareArrays.give(wide);
    return finite;
  }

  @Override
  public void addTriples(Triples triples, double[] z, int count, double[] c, double[] sum) {
    addTriples(this, triples, z, count, c, sum);
  }

  /** By a kernel's sums of eight. */
  static void addTriples(
      Kernels kernels, Triples triples, double[] z, int count, double[] c, double[] sum) {
    double[] product = new double[LANES];
    for (int r = 0; r < count; r++) {
      int row = r * triples.stride();
      for (int j = 0; j < triples.d(); j++) {
        for (int k = j & -LANES; k < triples.stride(); k += LANES) {
          for (int lane = 0; lane < LANES; lane++) {
            product[lane] = z[row + j] * z[row + k + lane];
          }
          for (int i = 0; i < j / LANES * LANES + LANES; i++) {
            int at = triples.place(i, j, k);
            kernels.axpy(z[row + i] * c[r], product, 0, sum, at, LANES);
          }
        }
      }
    }
  }
}
