package org.perrin.model;

import java.util.List;
import org.perrin.data.Dataset;
import org.perrin.family.Classes;
import org.perrin.family.Family;
import org.perrin.family.Likelihood;
import org.perrin.family.ScaledLikelihood;

/** Models of families: which one is a matter of the likelihood's shape. */
public final class FamilyModels {
  private FamilyModels() {}

  /**
   * The posterior of a data set: coefficients, then the predictors of parameters that all rows
   * share.
   */
  public static Model of(Family family, Dataset data, Prior prior) {
    return switch (family) {
      case Likelihood one -> Glm.of(one, data, prior);
      case ScaledLikelihood two -> ScaledGlm.of(two, data, prior);
      case Classes _ -> Multinomial.of(data, prior);
      default -> throw new IllegalArgumentException(family.name() + " has no likelihood");
    };
  }

  /**
   * The same with an intercept for each group, or null if there is no such model; the prior of the
   * logarithm of their scale is the last.
   */
  public static Model varying(Family family, Dataset data, int[] groups, List<Density> priors) {
    return switch (family) {
      case Likelihood one -> VaryingIntercepts.of(one, data, groups, priors);
      case ScaledLikelihood two -> VaryingIntercepts.of(two, data, groups, priors);
      default -> null;
    };
  }
}
