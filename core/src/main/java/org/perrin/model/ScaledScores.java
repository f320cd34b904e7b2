package org.perrin.model;

import org.jspecify.annotations.Nullable;
import org.perrin.data.Rows;
import org.perrin.family.ScaledLikelihood;
import org.perrin.math.GaussHermite;
import org.perrin.math.Matrices;

/**
 * How much each row of a {@link ScaledGlm} matters, from inner products of its z with itself and
 * with l, plain and after L: with {@code H = P C Pᵀ}, {@code P = (z, l)}, {@code ‖HL‖² = tr(C G C
 * M)}, {@code G = PᵀP}, {@code M = PᵀLLᵀP}, all 2 × 2.
 */
final class ScaledScores {
  private static final GaussHermite NODES = GaussHermite.of(5);

  private final ScaledGlm model;
  private final ScaledLikelihood family;
  private final LinearPredictors predictors;
  private final Rows z;
  private final double[] scaleRow;
  private final double @Nullable [] padded;
  private final double[] imageOfL;
  private final double[] g = new double[4];
  private final double[] m = new double[4];
  private final double[] one = new double[1];

  ScaledScores(
      ScaledGlm model, LinearPredictors predictors, double[] scaleRow, double @Nullable [] factor) {
    int d = model.dimension();
    this.model = model;
    this.family = model.family();
    this.predictors = predictors;
    this.z = model.data().x();
    this.scaleRow = scaleRow;
    this.padded = predictors.padded(factor);
    g[3] = dot(scaleRow, scaleRow);
    m[3] = g[3];
    double[] image = scaleRow;
    if (factor != null) {
      double[] pulled = new double[d];
      Matrices.applyTransposed(factor, scaleRow, pulled, d);
      m[3] = dot(pulled, pulled);
      image = new double[d];
      Matrices.apply(factor, pulled, image, d);
    }
    this.imageOfL = image;
  }

  /** Fills in G and M. */
  private void visit(int row) {
    z.squaredNorms(row, 1, one);
    g[0] = one[0];
    g[1] = along(row, scaleRow);
    g[2] = g[1];
    if (padded == null) {
      System.arraycopy(g, 0, m, 0, 3);
    } else {
      z.squaredNorms(row, 1, padded, z.stride(), one);
      m[0] = one[0];
      m[1] = along(row, imageOfL);
      m[2] = m[1];
    }
  }

  private double along(int row, double[] v) {
    double sum = 0;
    for (int k = 0; k < v.length; k++) {
      sum = Math.fma(z.get(row, k), v[k], sum);
    }
    return sum;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int k = 0; k < a.length; k++) {
      sum = Math.fma(a[k], b[k], sum);
    }
    return sum;
  }

  /** {@link Curved#curvatureScores}. */
  void curvatures(double[] theta, int from, int to, double[] out) {
    double s = model.scale(theta);
    double[] c = new double[4];
    for (int i = from; i < to; i++) {
      double eta = predictors.at(theta, i);
      visit(i);
      c[0] = family.curvature(eta, s, model.y(i));
      c[1] = family.crossCurvature(eta, s, model.y(i));
      c[2] = c[1];
      c[3] = family.scaleCurvature(eta, s, model.y(i));
      double trace = Matrices.sandwich(c, g, m, 2);
      out[i - from] = model.weight(i) * Math.sqrt(Math.max(0, trace));
    }
  }

  /** {@link Curved#expectedScores}. */
  void expected(double[] theta, double widen, int from, int to, double[] out) {
    double s = model.scale(theta);
    for (int i = from; i < to; i++) {
      visit(i);
      double square = expectedSquare(predictors.at(theta, i), s, model.y(i), widen);
      out[i - from] = model.weight(i) * Math.sqrt(square);
    }
  }

  /** {@code E‖Δa z + Δb l‖²} over (η, s), jointly normal with covariance M. */
  private double expectedSquare(double eta, double s, double y, double widen) {
    double sdEta = Math.sqrt(m[0]);
    double slope = m[0] > 0 ? m[1] / sdEta : 0;
    double rest = Math.sqrt(Math.max(0, m[3] - slope * slope));
    double a0 = family.slope(eta, s, y);
    double b0 = family.scaleSlope(eta, s, y);
    double sum = 0;
    for (int p = 0; p < NODES.nodes().length; p++) {
      for (int q = 0; q < NODES.nodes().length; q++) {
        double t = widen * NODES.nodes()[p];
        double movedEta = eta + sdEta * t;
        double movedS = s + slope * t + rest * widen * NODES.nodes()[q];
        double da = family.slope(movedEta, movedS, y) - a0;
        double db = family.scaleSlope(movedEta, movedS, y) - b0;
        double square = da * da * g[0] + 2 * da * db * g[1] + db * db * g[3];
        sum += NODES.weights()[p] * NODES.weights()[q] * square;
      }
    }
    return Math.max(0, sum);
  }
}
