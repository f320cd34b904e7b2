package org.perrin.model;

import org.perrin.math.Kernels;

/** A cubic form {@code T[u,u,u]/6}, T symmetric. */
public interface CubicForm {
  /** d. */
  int dimension();

  /** {@code out += T[u,u,·]/2}; returns {@code T[u,u,u]/6}. */
  double addGradient(double[] u, double[] out);

  /**
   * About the largest {@code |T[u,u,u]|} over unit vectors, by power iteration from every axis
   * (Kofidis and Regalia, 2002): a lower bound, and close to the truth as a rule.
   */
  default double norm() {
    int d = dimension();
    double most = 0;
    for (int start = 0; start < d; start++) {
      double[] u = new double[d];
      u[start] = 1;
      for (int round = 0; round < 5; round++) {
        double[] next = new double[d];
        most = Math.max(most, 6 * Math.abs(addGradient(u, next)));
        double length = Math.sqrt(Kernels.best().dot(next, 0, next, 0, d));
        if (length == 0) {
          break;
        }
        for (int k = 0; k < d; k++) {
          u[k] = next[k] / length;
        }
      }
    }
    return most;
  }
}
