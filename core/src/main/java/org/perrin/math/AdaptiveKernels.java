package org.perrin.math;

/**
 * Numbers one by one until there are enough of them to be worth vectors: those must be compiled
 * before they are fast, and until then are a hundred times slower. The bits are the same.
 */
final class AdaptiveKernels extends Kernels {
  private static final Kernels SCALAR = new ScalarKernels();

  /** Never back: what runs meanwhile may see either. */
  private boolean many;

  /** Made when it is first used, as the vectors' module may not be there before. */
  private static final class Vectors {
    static final Kernels KERNELS = VectorKernels.widest();
  }

  /** Whether there were many. */
  boolean fast() {
    return many;
  }

  /** From now on by vectors. */
  void speedUp() {
    many = true;
  }

  private Kernels now() {
    return many ? Vectors.KERNELS : SCALAR;
  }

  @Override
  public String name() {
    return now().name();
  }

  @Override
  public double dot(double[] a, int aFrom, double[] b, int bFrom, int n) {
    return now().dot(a, aFrom, b, bFrom, n);
  }

  @Override
  public void dots(double[] x, int stride, int[] rows, int from, int to, double[] v, double[] out) {
    now().dots(x, stride, rows, from, to, v, out);
  }

  @Override
  public void dots(float[] x, int stride, int[] rows, int from, int to, double[] v, double[] out) {
    now().dots(x, stride, rows, from, to, v, out);
  }

  @Override
  public void dots(double[] x, int stride, int first, int count, double[] v, double[] out) {
    now().dots(x, stride, first, count, v, out);
  }

  @Override
  public void addRows(
      double[] x, int stride, int[] rows, int from, int to, double[] c, double[] out) {
    now().addRows(x, stride, rows, from, to, c, out);
  }

  @Override
  public void addRows(
      float[] x, int stride, int[] rows, int from, int to, double[] c, double[] out) {
    now().addRows(x, stride, rows, from, to, c, out);
  }

  @Override
  public void addRows(double[] x, int stride, int first, int count, double[] c, double[] out) {
    now().addRows(x, stride, first, count, c, out);
  }

  @Override
  public void columnDots(
      double[] x, int height, int columns, int first, int count, double[] v, double[] out) {
    now().columnDots(x, height, columns, first, count, v, out);
  }

  @Override
  public void addColumns(
      double[] x, int height, int columns, int first, int count, double[] c, double[] out) {
    now().addColumns(x, height, columns, first, count, c, out);
  }

  @Override
  public void addElements(double[] v, int[] places, int from, int count, double[] out) {
    now().addElements(v, places, from, count, out);
  }

  @Override
  public void addOuter(double[] x, int stride, int first, int count, double[] c, double[] g) {
    now().addOuter(x, stride, first, count, c, g);
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
    now().multiply(x, stride, first, count, m, outStride, out, outFirst);
  }

  @Override
  public void axpy(double a, double[] x, int xFrom, double[] y, int yFrom, int n) {
    now().axpy(a, x, xFrom, y, yFrom, n);
  }

  @Override
  public void addProducts(
      double a, double[] x, int xFrom, double[] y, int yFrom, double[] out, int outFrom, int n) {
    now().addProducts(a, x, xFrom, y, yFrom, out, outFrom, n);
  }

  @Override
  public void exp(double[] x, double[] out, int n) {
    now().exp(x, out, n);
  }

  @Override
  public void expit(double[] x, double[] out, int n) {
    now().expit(x, out, n);
  }

  @Override
  public void log1pExp(double[] x, double[] out, int n) {
    now().log1pExp(x, out, n);
  }

  @Override
  public boolean standardise(double[] x, double[] centre, double[] scale, int n, boolean single) {
    return now().standardise(x, centre, scale, n, single);
  }

  @Override
  public boolean pick(Picking picking, double[] raw, int gap, int n, double[] out) {
    return now().pick(picking, raw, gap, n, out);
  }

  @Override
  public boolean pick(Picking picking, float[] raw, int gap, int n, double[] out) {
    return now().pick(picking, raw, gap, n, out);
  }

  @Override
  public void addTriples(Triples triples, double[] z, int count, double[] c, double[] sum) {
    now().addTriples(triples, z, count, c, sum);
  }
}
