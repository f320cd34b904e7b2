package org.perrin.family;

import java.util.Locale;

/** How responses are best compared with what a model expects of them. */
public enum PredictiveCheck {
  /** Shares seen beside probabilities predicted. */
  CALIBRATION,
  /** Densities of the response and of replicated responses. */
  DENSITY,
  /** Square roots of how often each count is seen, hanging from what is expected. */
  ROOTOGRAM,
  /** How often each class is seen, beside what is expected. */
  CATEGORIES,
  /** The Kaplan–Meier curve beside curves of the model. */
  SURVIVAL,
  /** The share of responses below the quantile predicted. */
  QUANTILE;

  /** In lower case. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
