package org.perrin.io.design;

/** What a response holds, and so which models can have it. */
public enum ResponseKind {
  /** One of two: logistic regression. */
  BINARY,
  /** 0, 1, 2, …: Poisson regression. */
  COUNT,
  /** Any number: linear regression. */
  REAL,
  /** One of several: multinomial regression; numbered from 0 in the order of the levels. */
  CLASS,
  /** One of several that have an order. */
  ORDERED,
  /** Successes in a number of trials. */
  SHARE,
  /** A time until an event, or one until which there was none. */
  TIME,
  /** Whatever a model of one's own makes of it: numbers as they are, levels as classes. */
  ANY
}
