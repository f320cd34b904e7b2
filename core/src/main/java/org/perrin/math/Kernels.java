package org.perrin.math;

/**
 * The inner loops, behind one facade: a provider written with the Vector API where the machine and
 * the command line allow it, and a scalar one that reads like the definition.
 *
 * <p>Every provider gives the same bits. Sums over a vector follow one canonical order: element
 * {@code k} goes to lane {@code k mod 8} by a fused multiply-add, and the eight lanes are added as
 * {@code ((a0+a4)+(a2+a6)) + ((a1+a5)+(a3+a7))}. Sums over rows go in the order of the rows,
 * element by element. Matrices are row-major, a row starts every {@code stride} elements, {@code
 * stride} is a multiple of eight and the padding holds zeros; vectors that meet a row are padded
 * alike.
 */
public abstract sealed class Kernels permits ScalarKernels, VectorKernels, AdaptiveKernels {
  /** Lanes of the canonical order; rows are padded to a multiple of it. */
  public static final int LANES = 8;

  /** Rows handled at once where a block of them must stay in the first-level cache. */
  static final int BLOCK = 64;

  /** Numbers of a table from which on vectors are worth their compilation. */
  private static final long MANY = 50_000;

  private static volatile Runnable loader;

  /** Chosen when arithmetic begins. */
  private static final class Best {
    static final Kernels KERNELS = choose();
  }

  Kernels() {}

  /** The fastest provider this JVM can run. */
  public static Kernels best() {
    return Best.KERNELS;
  }

  /**
   * For programs that begin and end with one small table: no vectors before {@link #expect} hears
   * of many numbers. Called before any arithmetic.
   *
   * @param load brings in the module of vectors, if it can
   */
  public static void onDemand(Runnable load) {
    loader = load;
  }

  /** So many numbers are about to be read, again and again. */
  public static void expect(long numbers) {
    if (numbers >= MANY && best() instanceof AdaptiveKernels adaptive && !adaptive.fast()) {
      loader.run();
      if (vectors()) {
        adaptive.speedUp();
      }
    }
  }

  /** The readable provider, which the others must equal bit for bit. */
  public static Kernels scalar() {
    return new ScalarKernels();
  }

  /** The smallest multiple of eight that holds {@code width} elements. */
  public static int pad(int width) {
    return (width + LANES - 1) / LANES * LANES;
  }

  /** A copy of {@code v} that a padded row can meet. */
  public static double[] padded(double[] v) {
    return java.util.Arrays.copyOf(v, pad(v.length));
  }

  private static Kernels choose() {
    if (Boolean.getBoolean("perrin.scalar")) {
      return new ScalarKernels();
    }
    if (loader != null && System.getProperty("perrin.simd") == null) {
      return new AdaptiveKernels();
    }
    if (vectors()) {
      return VectorKernels.widest();
    }
    System.getLogger("org.perrin")
        .log(
            System.Logger.Level.INFO,
            "running without SIMD: start Java with --add-modules jdk.incubator.vector for speed");
    return new ScalarKernels();
  }

  /** Whether the Vector API is there, resolved at start-up or loaded since. */
  private static boolean vectors() {
    try {
      Class.forName("jdk.incubator.vector.Vector", false, Kernels.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  /** What runs, for reports: {@code scalar}, {@code 256 bit}, {@code 512 bit}. */
  public abstract String name();

  /** {@code Σ a[k] b[k]} over {@code n} elements, in the canonical order. */
  public abstract double dot(double[] a, int aFrom, double[] b, int bFrom, int n);

  /**
   * {@code out[j] = x[rows[j]] · v} for {@code from ≤ j < to}; {@code x} holds rows of {@code
   * stride} elements.
   */
  public abstract void dots(
      double[] x, int stride, int[] rows, int from, int to, double[] v, double[] out);

  /** The same for rows in single precision; all arithmetic is in double. */
  public abstract void dots(
      float[] x, int stride, int[] rows, int from, int to, double[] v, double[] out);

  /** {@code out[j] = x[first + j] · v} for {@code 0 ≤ j < count}. */
  public abstract void dots(double[] x, int stride, int first, int count, double[] v, double[] out);

  /** {@code out += Σ_j c[j] x[rows[j]]}, {@code from ≤ j < to}, in that order. */
  public abstract void addRows(
      double[] x, int stride, int[] rows, int from, int to, double[] c, double[] out);

  /** The same for rows in single precision; all arithmetic is in double. */
  public abstract void addRows(
      float[] x, int stride, int[] rows, int from, int to, double[] c, double[] out);

  /** {@code out += Σ_j c[j] x[first + j]}, {@code 0 ≤ j < count}, in that order. */
  public abstract void addRows(
      double[] x, int stride, int first, int count, double[] c, double[] out);

  /**
   * {@code out[j] = Σ_k x[k·height + first + j] v[k]}, {@code 0 ≤ j < count}: rows of a table that
   * is stored by columns, {@code height} apart. Sums go in the order of the columns.
   */
  public abstract void columnDots(
      double[] x, int height, int columns, int first, int count, double[] v, double[] out);

  /** {@code out[k] += Σ_j c[j] x[k·height + first + j]}, each in the canonical order. */
  public abstract void addColumns(
      double[] x, int height, int columns, int first, int count, double[] c, double[] out);

  /** {@code out[j] += v[places[from + j]]}, {@code 0 ≤ j < count}. */
  public abstract void addElements(double[] v, int[] places, int from, int count, double[] out);

  /**
   * {@code g += Σ_j c[j] x_j x_jᵀ} for the rows {@code first ≤ j < first+count}: the upper triangle
   * (whole groups of eight columns from the diagonal on) of a {@code stride × stride} matrix.
   */
  public abstract void addOuter(
      double[] x, int stride, int first, int count, double[] c, double[] g);

  /** {@code sum += Σ_j c[j] z_j z_j z_j} for the first rows of z, where {@link Triples} has it. */
  public abstract void addTriples(Triples triples, double[] z, int count, double[] c, double[] sum);

  /**
   * {@code out_j = Mᵀ x_j} for a block of rows: {@code m} is {@code stride × outStride}, row-major;
   * {@code out} starts at element {@code outFirst · outStride}.
   */
  public abstract void multiply(
      double[] x,
      int stride,
      int first,
      int count,
      double[] m,
      int outStride,
      double[] out,
      int outFirst);

  /** {@code out[j] = ‖Mᵀ x_j‖²} for a block of rows. */
  public final void squaredNorms(
      double[] x, int stride, int first, int count, double[] m, int mStride, double[] out) {
    double[] z = KernelScratch.IMAGES.array(BLOCK * mStride);
    for (int from = 0; from < count; from += BLOCK) {
      int rows = Math.min(BLOCK, count - from);
      multiply(x, stride, first + from, rows, m, mStride, z, 0);
      for (int j = 0; j < rows; j++) {
        out[from + j] = dot(z, j * mStride, z, j * mStride, mStride);
      }
    }
  }

  /** {@code y += a x} over {@code n} elements. */
  public abstract void axpy(double a, double[] x, int xFrom, double[] y, int yFrom, int n);

  /** {@code out[outFrom + k] += a x[xFrom + k] y[yFrom + k]}, k < n. */
  public abstract void addProducts(
      double a, double[] x, int xFrom, double[] y, int yFrom, double[] out, int outFrom, int n);

  /** {@code out[j] = exp(x[j])}; see {@link Scalars#exp}. */
  public abstract void exp(double[] x, double[] out, int n);

  /** {@code out[j] = 1 / (1 + exp(−x[j]))}; see {@link Scalars#expit}. */
  public abstract void expit(double[] x, double[] out, int n);

  /** {@code out[j] = log(1 + exp(x[j]))}; see {@link Scalars#log1pExp}. */
  public abstract void log1pExp(double[] x, double[] out, int n);

  /**
   * {@code x[k] = (x[k] − centre[k]) / scale[k]}, k < n, n a multiple of eight, rounded to single
   * precision if {@code single}; whether all of it is finite.
   */
  public abstract boolean standardise(
      double[] x, double[] centre, double[] scale, int n, boolean single);

  /**
   * Writes columns of {@code n} rows that lie {@code gap} apart, from {@link Picking#MARGIN} on, to
   * rows of the kernels' layout; whether all of them are finite.
   */
  public abstract boolean pick(Picking picking, double[] raw, int gap, int n, double[] out);

  /** The same of single precision. */
  public abstract boolean pick(Picking picking, float[] raw, int gap, int n, double[] out);

  /** The canonical tree over eight lanes. */
  static double tree(double[] a, int i) {
    return ((a[i] + a[i + 4]) + (a[i + 2] + a[i + 6]))
        + ((a[i + 1] + a[i + 5]) + (a[i + 3] + a[i + 7]));
  }
}
