package org.perrin.family;

import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The distribution of a response given K predictors: all that fitting, predicting, checking and
 * reporting a regression need to know of it, in one file. What a family knows of its likelihood is
 * in the interface that it implements beside this one: {@link Likelihood} for one predictor, {@link
 * ScaledLikelihood} for a second one that all rows share, {@link JointLikelihood} for any. A line
 * in {@link Families} makes it known by its name.
 */
public interface Family {
  /** As on the command line: lower case, words joined by hyphens. */
  String name();

  /** What other programs call it, so that a message can say its name here. */
  default List<String> synonyms() {
    return List.of();
  }

  /** In one line, for lists. */
  String about();

  /** What responses may be. */
  Support support();

  /** The parameters: what a formula is of first. */
  List<Parameter> parameters();

  /** The distribution at predictors, one for each parameter, as their links have them. */
  Distribution at(double... eta);

  /** The distribution of a row of so many trials, of families that have them. */
  default Distribution among(double trials, double... eta) {
    return at(eta);
  }

  /**
   * {@code out[j] = at(eta[j]).centre()} for the first {@code n}, of families with one parameter;
   * here to be made faster. The arrays may be one.
   */
  default void centres(double[] eta, int n, double[] out) {
    for (int j = 0; j < n; j++) {
      out[j] = at(eta[j]).centre();
    }
  }

  /** This family and those that differ from it by the link of the first parameter alone. */
  default List<Family> linked() {
    return List.of(this);
  }

  /**
   * This family at a number that stands in brackets behind its name, as in {@code quantile(0.9)};
   * null if it takes none.
   */
  default @Nullable Family withArgument(double value) {
    return null;
  }

  /** This family where responses are so many classes, for families that have to know. */
  default Family given(int classes) {
    return this;
  }

  /**
   * What a coefficient multiplies once exponentiated, {@code odds} for example; null if nothing.
   */
  default @Nullable String effect() {
    return null;
  }

  /** Whether the first predictor has the unit of the response: priors are scaled by its spread. */
  default boolean inUnits() {
    return parameters().getFirst().link() == Link.IDENTITY && !support().classes();
  }

  /** About where the first predictor is if responses have this mean: where its prior is centred. */
  default double centre(double mean) {
    boolean amount = support() == Support.POSITIVE || support() == Support.SURVIVAL;
    return inUnits() ? mean : amount ? Math.log(mean) : 0;
  }

  /**
   * The probability of a response below what is predicted, of a family that is about one quantile
   * of responses: its distribution is a means to find that and describes nothing else.
   */
  default OptionalDouble quantile() {
    return OptionalDouble.empty();
  }

  /** How responses are best compared with what the family expects of them. */
  default PredictiveCheck check() {
    return quantile().isPresent() ? PredictiveCheck.QUANTILE : support().check();
  }

  /** The name of a family that may describe such responses better, or null. */
  default @Nullable String instead(Misfit seen) {
    return null;
  }
}
