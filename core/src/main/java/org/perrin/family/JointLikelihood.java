package org.perrin.family;

import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;

/**
 * How a response depends on any number of predictors: the loss {@code ℓ(η₁ … η_K, y) = −log p(y |
 * η)} with two derivatives.
 */
public interface JointLikelihood {
  /** K. */
  int predictors();

  /**
   * Returns ℓ.
   *
   * @param slope for {@code ∂ℓ/∂ηₖ}, or null
   * @param curvature for {@code ∂²ℓ/∂ηₖ∂ηₗ}, K × K, or null
   */
  double loss(double[] eta, double y, double @Nullable [] slope, double @Nullable [] curvature);

  /** A good point to start from. */
  double[] start(Doubles y);

  /** What is wrong with {@code y} as a response, or null. */
  @Nullable String refuse(double y);

  /** About how often it costs what a logistic family does. */
  default int effort() {
    return 2;
  }

  /** Any family as one of its predictors; null if it is none of the shapes that there are. */
  static @Nullable JointLikelihood of(Family family) {
    return switch (family) {
      case JointLikelihood joint -> joint;
      case Likelihood one -> new Alone(one);
      case ScaledLikelihood two -> new Pair(two);
      default -> null;
    };
  }

  /** One predictor. */
  record Alone(Likelihood of) implements JointLikelihood {
    @Override
    public int predictors() {
      return 1;
    }

    @Override
    public double loss(
        double[] eta, double y, double @Nullable [] slope, double @Nullable [] curvature) {
      if (slope != null) {
        slope[0] = of.slope(eta[0], y);
      }
      if (curvature != null) {
        curvature[0] = of.curvature(eta[0], y);
      }
      return of.loss(eta[0], y);
    }

    @Override
    public double[] start(Doubles y) {
      return new double[1];
    }

    @Override
    public @Nullable String refuse(double y) {
      return of.refuse(y);
    }
  }

  /** Two. */
  record Pair(ScaledLikelihood of) implements JointLikelihood {
    @Override
    public int predictors() {
      return 2;
    }

    @Override
    public double loss(
        double[] eta, double y, double @Nullable [] slope, double @Nullable [] curvature) {
      if (curvature != null) {
        curvature[0] = of.curvature(eta[0], eta[1], y);
        curvature[1] = of.crossCurvature(eta[0], eta[1], y);
        curvature[2] = curvature[1];
        curvature[3] = of.scaleCurvature(eta[0], eta[1], y);
      }
      return slope == null
          ? of.loss(eta[0], eta[1], y)
          : of.lossAndSlopes(eta[0], eta[1], y, slope);
    }

    @Override
    public double[] start(Doubles y) {
      return new double[] {0, of.startScale(y)};
    }

    @Override
    public @Nullable String refuse(double y) {
      return of.refuse(y);
    }

    @Override
    public int effort() {
      return 2 * of.effort();
    }
  }
}
