package org.perrin.io.design;

/** What a response holds, and so which models can have it. */
public enum Outcome {
  /** One of two: logistic regression. */
  BINARY,
  /** 0, 1, 2, …: Poisson regression. */
  COUNT,
  /** Any number: linear regression. */
  REAL
}
