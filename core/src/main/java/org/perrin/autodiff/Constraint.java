package org.perrin.autodiff;

import org.jspecify.annotations.Nullable;
import org.perrin.math.Scalars;

/**
 * Where a vector of parameters lives, and how it is made from leaves that live anywhere: {@code φ =
 * T(θ)}. A density p of φ is one of θ with {@code −log p(T(θ)) − log |det ∂T/∂θ|}.
 */
enum Constraint {
  /** Anywhere. */
  REAL("%s") {
    @Override
    int record(Tape tape, int leaf, int n) {
      return leaf;
    }

    @Override
    @Nullable Num logJacobian(Tape tape, int leaf, int n, int first) {
      return null;
    }

    @Override
    void constrain(double[] theta, int leaf, int n, double[] out, int at) {
      System.arraycopy(theta, leaf, out, at, n);
    }

    @Override
    void release(double[] user, int at, int n, double[] theta, int leaf) {
      System.arraycopy(user, at, theta, leaf, n);
    }
  },

  /** Above 0: {@code φ = e^θ}, {@code log |det| = Σ θ}. */
  POSITIVE("log(%s)") {
    @Override
    int record(Tape tape, int leaf, int n) {
      return each(tape, leaf, n, Num::exp);
    }

    @Override
    Num logJacobian(Tape tape, int leaf, int n, int first) {
      return new Vec(tape, leaf, n).sum();
    }

    @Override
    void constrain(double[] theta, int leaf, int n, double[] out, int at) {
      for (int k = 0; k < n; k++) {
        out[at + k] = Scalars.exp(theta[leaf + k]);
      }
    }

    @Override
    void release(double[] user, int at, int n, double[] theta, int leaf) {
      for (int k = 0; k < n; k++) {
        theta[leaf + k] = Math.log(user[at + k]);
      }
    }
  },

  /** Between 0 and 1: {@code φ = 1/(1 + e^{−θ})}, {@code log |det| = Σ log φ(1 − φ)}. */
  UNIT("logit(%s)") {
    @Override
    int record(Tape tape, int leaf, int n) {
      return each(tape, leaf, n, Num::logistic);
    }

    @Override
    Num logJacobian(Tape tape, int leaf, int n, int first) {
      Num[] terms = new Num[n];
      for (int k = 0; k < n; k++) {
        // log φ(1 − φ) = θ − 2 log(1 + e^θ), which knows no overflow
        Num theta = tape.handle(leaf + k);
        terms[k] = theta.minus(theta.softplus().times(2));
      }
      return Num.sum(terms);
    }

    @Override
    void constrain(double[] theta, int leaf, int n, double[] out, int at) {
      for (int k = 0; k < n; k++) {
        out[at + k] = Scalars.expit(theta[leaf + k]);
      }
    }

    @Override
    void release(double[] user, int at, int n, double[] theta, int leaf) {
      for (int k = 0; k < n; k++) {
        theta[leaf + k] = Math.log(user[at + k]) - Math.log1p(-user[at + k]);
      }
    }
  },

  /**
   * Positive with sum 1, from one leaf fewer: {@code φ ∝ (e^{θ₁}, …, e^{θ_{n−1}}, 1)}, {@code log
   * |det| = Σ log φ}.
   */
  SIMPLEX("logratio(%s)") {
    @Override
    int free(int n) {
      return n - 1;
    }

    @Override
    int record(Tape tape, int leaf, int n) {
      Num[] logs = new Num[n];
      for (int k = 0; k < n - 1; k++) {
        logs[k] = tape.handle(leaf + k);
      }
      logs[n - 1] = tape.constant(0);
      Num total = Num.logSumExp(logs);
      int[] exponents = new int[n];
      for (int k = 0; k < n; k++) {
        exponents[k] = logs[k].minus(total).index();
      }
      int first = tape.size;
      for (int k = 0; k < n; k++) {
        tape.handle(exponents[k]).exp();
      }
      return first;
    }

    @Override
    Num logJacobian(Tape tape, int leaf, int n, int first) {
      Num[] logs = new Num[n];
      for (int k = 0; k < n; k++) {
        // the argument of the exponential, whose logarithm might overflow
        logs[k] = tape.handle(tape.a[first + k]);
      }
      return Num.sum(logs);
    }

    @Override
    void constrain(double[] theta, int leaf, int n, double[] out, int at) {
      double top = 0;
      for (int k = 0; k < n - 1; k++) {
        top = Math.max(top, theta[leaf + k]);
      }
      double sum = 0;
      for (int k = 0; k < n; k++) {
        out[at + k] = Scalars.exp((k < n - 1 ? theta[leaf + k] : 0) - top);
        sum += out[at + k];
      }
      for (int k = 0; k < n; k++) {
        out[at + k] /= sum;
      }
    }

    @Override
    void release(double[] user, int at, int n, double[] theta, int leaf) {
      for (int k = 0; k < n - 1; k++) {
        theta[leaf + k] = Math.log(user[at + k]) - Math.log(user[at + n - 1]);
      }
    }
  },

  /** Each above the one before: {@code φₖ = φₖ₋₁ + e^{θₖ}}, {@code log |det| = Σ_{k>1} θₖ}. */
  ORDERED("gap(%s)") {
    @Override
    int record(Tape tape, int leaf, int n) {
      int gaps = each(tape, leaf + 1, n - 1, Num::exp);
      int first = tape.handle(leaf).plus(0).index();
      for (int k = 1; k < n; k++) {
        tape.handle(first + k - 1).plus(tape.handle(gaps + k - 1));
      }
      return first;
    }

    @Override
    @Nullable Num logJacobian(Tape tape, int leaf, int n, int first) {
      return n == 1 ? null : new Vec(tape, leaf + 1, n - 1).sum();
    }

    @Override
    void constrain(double[] theta, int leaf, int n, double[] out, int at) {
      out[at] = theta[leaf];
      for (int k = 1; k < n; k++) {
        out[at + k] = out[at + k - 1] + Scalars.exp(theta[leaf + k]);
      }
    }

    @Override
    void release(double[] user, int at, int n, double[] theta, int leaf) {
      theta[leaf] = user[at];
      for (int k = 1; k < n; k++) {
        theta[leaf + k] = Math.log(user[at + k] - user[at + k - 1]);
      }
    }
  };

  private final String pattern;

  Constraint(String pattern) {
    this.pattern = pattern;
  }

  private static int each(Tape tape, int leaf, int n, java.util.function.UnaryOperator<Num> f) {
    int first = tape.size;
    for (int k = 0; k < n; k++) {
      f.apply(tape.handle(leaf + k));
    }
    return first;
  }

  /** What a leaf is called whose parameter has a name. */
  String leafName(String name) {
    return pattern.formatted(name);
  }

  /** Leaves of a vector of n. */
  int free(int n) {
    return n;
  }

  /** Computes φ on a tape, side by side; returns the first place. */
  abstract int record(Tape tape, int leaf, int n);

  /** {@code log |det ∂T/∂θ|}, or null for 0. */
  abstract @Nullable Num logJacobian(Tape tape, int leaf, int n, int first);

  /** {@code φ = T(θ)}. */
  abstract void constrain(double[] theta, int leaf, int n, double[] out, int at);

  /** {@code θ = T⁻¹(φ)}. */
  abstract void release(double[] user, int at, int n, double[] theta, int leaf);
}
