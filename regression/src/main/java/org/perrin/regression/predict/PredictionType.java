package org.perrin.regression.predict;

import java.util.Locale;
import org.perrin.regression.model.ModelChoice;

/** What is predicted of a row. */
public enum PredictionType {
  /**
   * The target: its mean, standard deviation and interval; those of the probabilities of classes,
   * and of the quantile that a family is about.
   */
  RESPONSE,
  /** The linear predictor of the first parameter, of each class but the first if there are many. */
  LINK,
  /** The likeliest class, and its probability. */
  CLASS,
  /** Quantiles of the same. */
  QUANTILE;

  /** As on the command line. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether a model predicts this: only some have classes. */
  public boolean suits(ModelChoice model) {
    return this != CLASS || model.binary() || model.classes();
  }
}
