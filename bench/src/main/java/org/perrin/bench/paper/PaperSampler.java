package org.perrin.bench.paper;

import org.perrin.catalogue.Estimator;
import org.perrin.catalogue.Scheme;

/** The samplers that the paper compares, as products of the catalogue's parts. */
enum PaperSampler {
  SGLD("SGLD", Estimator.PLAIN, Scheme.UNIFORM),
  PS("SGLD-PS", Estimator.PLAIN, Scheme.GRADIENT),
  CV("SGLD-CV", Estimator.CONTROL_VARIATE, Scheme.UNIFORM),
  CV_PS("SGLD-CV-PS", Estimator.CONTROL_VARIATE, Scheme.CURVATURE);

  private final String label;
  private final Estimator estimator;
  private final Scheme scheme;

  PaperSampler(String label, Estimator estimator, Scheme scheme) {
    this.label = label;
    this.estimator = estimator;
    this.scheme = scheme;
  }

  /** As in the legends. */
  String label() {
    return label;
  }

  Scheme scheme() {
    return scheme;
  }

  boolean controlVariate() {
    return estimator == Estimator.CONTROL_VARIATE;
  }

  /** Whether it starts at a θ̂ found by Adam; plain SGLD burns in instead. */
  boolean centred() {
    return this != SGLD;
  }

  /** Passes over the data that weights, Σ̂ and the control variate take, once. */
  int passes() {
    return switch (this) {
      case SGLD -> 0;
      case PS, CV -> 1;
      case CV_PS -> 3;
    };
  }
}
