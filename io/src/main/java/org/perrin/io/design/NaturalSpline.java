package org.perrin.io.design;

/**
 * Cubic splines that are straight lines beyond the outermost knots, as R's {@code ns}: B-splines
 * times an orthonormal basis of the combinations without a second derivative at the ends. That
 * basis is what two Householder reflections leave, which fixes its signs.
 */
final class NaturalSpline implements FittedBasis {
  private static final int CUBIC = 3;
  private final BSpline splines;
  private final double low;
  private final double high;

  /** A column of the result for each row, of {@code splines.width()} elements. */
  private final double[][] combinations;

  /** From the knots, those at the ends once. */
  NaturalSpline(double... knots) {
    this.splines = new BSpline(CUBIC, knots);
    this.low = knots[0];
    this.high = knots[knots.length - 1];
    int size = splines.width();
    double[][] bends = {bend(low, size), bend(high, size)};
    this.combinations = new double[size - 2][size];
    double[] first = mirror(bends[0], 0);
    reflect(first, bends[1]);
    double[] second = mirror(bends[1], 1);
    for (int k = 0; k < combinations.length; k++) {
      combinations[k][k + 2] = 1;
      reflect(second, combinations[k]);
      reflect(first, combinations[k]);
    }
  }

  /** Second derivatives of all splines but the first. */
  private double[] bend(double x, int size) {
    double[] bend = new double[size];
    System.arraycopy(splines.all(x, CUBIC, 2), 1, bend, 0, size);
    return bend;
  }

  /** The normal of the mirror that makes all elements of {@code v} after {@code at} zero. */
  private static double[] mirror(double[] v, int at) {
    double[] normal = v.clone();
    double square = 0;
    for (int k = 0; k < at; k++) {
      normal[k] = 0;
    }
    for (int k = at; k < v.length; k++) {
      square += v[k] * v[k];
    }
    normal[at] += Math.copySign(Math.sqrt(square), v[at]);
    return normal;
  }

  /** {@code v −= 2 u (u·v) / (u·u)}. */
  private static void reflect(double[] u, double[] v) {
    double along = 0;
    double square = 0;
    for (int k = 0; k < u.length; k++) {
      along += u[k] * v[k];
      square += u[k] * u[k];
    }
    for (int k = 0; k < u.length; k++) {
      v[k] -= 2 * u[k] * along / square;
    }
  }

  @Override
  public int width() {
    return combinations.length;
  }

  @Override
  public void write(double x, double[] out, int at) {
    double end = Math.min(Math.max(x, low), high);
    double[] some = new double[splines.width()];
    splines.write(end, some, 0);
    if (x != end) {
      double[] slopes = splines.all(end, CUBIC, 1);
      for (int k = 0; k < some.length; k++) {
        some[k] += (x - end) * slopes[k + 1];
      }
    }
    for (int c = 0; c < combinations.length; c++) {
      double sum = 0;
      for (int k = 0; k < some.length; k++) {
        sum += combinations[c][k] * some[k];
      }
      out[at + c] = sum;
    }
  }
}
