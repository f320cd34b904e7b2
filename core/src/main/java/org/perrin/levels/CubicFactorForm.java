package org.perrin.levels;

/**
 * The sum of cubic polynomials of levels as a function of their term's factor A while z is fixed,
 * {@code Σⱼ Sⱼ(A zⱼ)}: a cubic form in the {@code k(k+1)/2} numbers of A, summed once.
 */
final class CubicFactorForm implements ScaleMoves.Likelihood {
  private final int k;
  private final int n;
  private final int[] row;
  private final int[] column;
  private final double[] linear;
  private final double[] square;
  private final double[] cube;
  private final double[] a;

  CubicFactorForm(CubicPolynomials levels, double[] z) {
    this.k = levels.k;
    this.n = k * (k + 1) / 2;
    this.row = new int[n];
    this.column = new int[n];
    for (int i = 0, e = 0; i < k; i++) {
      for (int l = 0; l <= i; l++, e++) {
        row[e] = i;
        column[e] = l;
      }
    }
    this.linear = new double[n];
    this.square = new double[n * n];
    this.cube = new double[n * n * n];
    this.a = new double[n];
    // forms are symmetric: only e ≥ f ≥ g are kept
    for (int j = 0; j * k < z.length; j++) {
      add(levels, j, z, j * k);
    }
  }

  private void add(CubicPolynomials of, int j, double[] z, int at) {
    for (int e = 0; e < n; e++) {
      int i = j * k + row[e];
      double ze = z[at + column[e]];
      linear[e] = Math.fma(of.slope[i], ze, linear[e]);
      for (int f = 0; f <= e; f++) {
        int il = i * k + row[f];
        double zz = ze * z[at + column[f]];
        square[e * n + f] = Math.fma(of.curvature[il], zz, square[e * n + f]);
        for (int g = 0; of.order > 2 && g <= f; g++) {
          int place = (e * n + f) * n + g;
          cube[place] = Math.fma(of.third[il * k + row[g]] * zz, z[at + column[g]], cube[place]);
        }
      }
    }
  }

  @Override
  public double potential(double[] factor) {
    for (int e = 0; e < n; e++) {
      a[e] = factor[row[e] * k + column[e]];
    }
    double sum = 0;
    for (int e = 0; e < n; e++) {
      double inner = linear[e];
      for (int f = 0; f <= e; f++) {
        double second = square[e * n + f] / (e == f ? 2 : 1);
        for (int g = 0; g <= f; g++) {
          double share = e == g ? 6 : e == f || f == g ? 2 : 1;
          second = Math.fma(cube[(e * n + f) * n + g] / share, a[g], second);
        }
        inner = Math.fma(second, a[f], inner);
      }
      sum = Math.fma(inner, a[e], sum);
    }
    return sum;
  }
}
