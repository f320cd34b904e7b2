package org.perrin.levels;

import org.perrin.family.BoundedLikelihood;
import org.perrin.family.BoundedScaledLikelihood;
import org.perrin.family.JointLikelihood;
import org.perrin.family.Likelihood;
import org.perrin.family.ScaledLikelihood;

/** What blocks by level need of a family: losses of rows by η (and s), three derivatives by η. */
interface RowLosses {
  /** Whether there is an s. */
  boolean scaled();

  /** ℓ of the first n. */
  void losses(double[] eta, double s, double[] y, int n, double[] out);

  /** The derivative of ℓ by η, of order 1, 2 or 3; the third may be rough. */
  double derivative(int order, double eta, double s, double y);

  /** {@code ∂ℓ/∂s} and {@code ∂²ℓ/∂s²}; order 1 or 2. */
  double byScale(int order, double eta, double s, double y);

  /** The family with bounds of its fourth derivative, or null. */
  @org.jspecify.annotations.Nullable
  BoundedLikelihood bounded();

  /** Of a joint family, or null if it is neither of one predictor nor of one and a scale. */
  static @org.jspecify.annotations.Nullable RowLosses of(JointLikelihood family) {
    return switch (family) {
      case JointLikelihood.Alone(Likelihood one) -> new One(one);
      case JointLikelihood.Pair(ScaledLikelihood two) -> new Two(two);
      default -> null;
    };
  }

  /** A family without a scale. */
  record One(Likelihood family) implements RowLosses {
    private static final double STEP = 1e-4;

    @Override
    public boolean scaled() {
      return false;
    }

    @Override
    public void losses(double[] eta, double s, double[] y, int n, double[] out) {
      family.losses(eta, y, n, out);
    }

    @Override
    public double derivative(int order, double eta, double s, double y) {
      return switch (order) {
        case 1 -> family.slope(eta, y);
        case 2 -> family.curvature(eta, y);
        default ->
            family instanceof BoundedLikelihood known
                ? known.derivative(3, eta, y)
                : (family.curvature(eta + STEP, y) - family.curvature(eta - STEP, y)) / (2 * STEP);
      };
    }

    @Override
    public double byScale(int order, double eta, double s, double y) {
      return 0;
    }

    @Override
    public @org.jspecify.annotations.Nullable BoundedLikelihood bounded() {
      return family instanceof BoundedLikelihood known ? known : null;
    }
  }

  /** A family with a scale. */
  record Two(ScaledLikelihood family) implements RowLosses {
    private static final double STEP = 1e-4;

    @Override
    public boolean scaled() {
      return true;
    }

    @Override
    public void losses(double[] eta, double s, double[] y, int n, double[] out) {
      for (int j = 0; j < n; j++) {
        out[j] = family.loss(eta[j], s, y[j]);
      }
    }

    @Override
    public double derivative(int order, double eta, double s, double y) {
      return switch (order) {
        case 1 -> family.slope(eta, s, y);
        case 2 -> family.curvature(eta, s, y);
        default -> third(eta, s, y);
      };
    }

    private double third(double eta, double s, double y) {
      if (family instanceof BoundedScaledLikelihood known) {
        double[] all = new double[4];
        known.third(eta, s, y, all);
        return all[0];
      }
      return (family.curvature(eta + STEP, s, y) - family.curvature(eta - STEP, s, y)) / (2 * STEP);
    }

    @Override
    public double byScale(int order, double eta, double s, double y) {
      return order == 1 ? family.scaleSlope(eta, s, y) : family.scaleCurvature(eta, s, y);
    }

    @Override
    public @org.jspecify.annotations.Nullable BoundedLikelihood bounded() {
      return null;
    }
  }
}
