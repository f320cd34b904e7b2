package org.perrin.model;

/**
 * What rows leave beyond their Taylor polynomials at 0: {@code rᵢ(u) = fᵢ(u) − Σₖ Dᵏfᵢ(0)[u,…]/k!},
 * k up to {@code order}, with a bound for each, {@code |rᵢ(u)| ≤ λᵢ ‖u‖^{order+1}} while {@code ‖u‖
 * ≤ reach}.
 */
public interface Remainder {
  /** Of the polynomials, 2 or 3. */
  int order();

  /** Whether bounds are proved; if not, they are estimates that have to be checked. */
  default boolean proved() {
    return true;
  }

  /** ϱ. */
  double reach();

  /** {@code out[j] = λᵢ}, {@code i = from + j}; infinite where nothing bounds a row. */
  void bounds(int from, int to, double[] out);

  /** {@code out[j] = sd rᵢ(u)}, u standard normal, {@code i = from + j}; by quadrature. */
  void spreads(int from, int to, double[] out);

  /** {@code out[j] = rᵢ(v) − rᵢ(u)}, {@code i = rows[j]}, {@code 0 ≤ j < n}. */
  void rises(double[] u, double[] v, int[] rows, int n, double[] out);

  /** {@link #rises} from u to v for one block of rows after the other. */
  default Rises rises(double[] u, double[] v) {
    return (rows, n, out) -> rises(u, v, rows, n, out);
  }

  /** What remainders rise by along one move. */
  @FunctionalInterface
  interface Rises {
    /** {@code out[j]} of row {@code rows[j]}, {@code 0 ≤ j < n}. */
    void of(int[] rows, int n, double[] out);

    /**
     * Whether one of the rows rises by more than {@code least[j]} of its bound, of which {@code
     * inverse[j]} is the inverse; {@code out} is to work in. Overridden where a few numbers tell of
     * most rows that they do not.
     */
    default boolean exceed(int[] rows, int n, double[] inverse, double[] least, double[] out) {
      of(rows, n, out);
      for (int j = 0; j < n; j++) {
        if (out[j] * inverse[j] > least[j]) {
          return true;
        }
      }
      return false;
    }
  }
}
