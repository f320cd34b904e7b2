package org.perrin.model;

import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.family.Likelihood;
import org.perrin.family.ScaledLikelihood;

/** A family as one with a scale that nothing depends on. */
record WithoutScale(Likelihood family) implements ScaledLikelihood {
  @Override
  public String name() {
    return family.name();
  }

  @Override
  public String scaleName() {
    return "";
  }

  @Override
  public double loss(double eta, double s, double y) {
    return family.loss(eta, y);
  }

  @Override
  public double slope(double eta, double s, double y) {
    return family.slope(eta, y);
  }

  @Override
  public double scaleSlope(double eta, double s, double y) {
    return 0;
  }

  @Override
  public double curvature(double eta, double s, double y) {
    return family.curvature(eta, y);
  }

  @Override
  public double crossCurvature(double eta, double s, double y) {
    return 0;
  }

  @Override
  public double scaleCurvature(double eta, double s, double y) {
    return 0;
  }

  @Override
  public void slopes(
      double[] eta, double s, double[] y, int n, double[] loss, double[] byEta, double[] byScale) {
    family.losses(eta, y, n, loss);
    family.slopes(eta, y, n, byEta);
  }

  @Override
  public double startScale(Doubles y) {
    return 0;
  }

  @Override
  public @Nullable String refuse(double y) {
    return family.refuse(y);
  }
}
