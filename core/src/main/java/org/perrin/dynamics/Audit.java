package org.perrin.dynamics;

import org.perrin.model.Remainder;
import org.perrin.random.RandomStream;
import org.perrin.subsampling.LightRows;

/**
 * Checks of bounds that are estimates, at moves that are made: {@code |rᵢ(v) − rᵢ(u)| ≤ κΛpᵢ}. Rows
 * that are drawn by their bounds are checked, and as many chosen uniformly: a row whose bound is
 * far too low is hardly ever drawn by it.
 *
 * @param rows chosen uniformly and checked
 * @param excess the largest {@code |rᵢ(v) − rᵢ(u)|/(κΛpᵢ)} of all that were checked
 * @param worst the row that has it, −1 if none was checked
 */
public record Audit(long rows, double excess, int worst) {
  /** Nothing checked. */
  public static final Audit NONE = new Audit(0, 0, -1);

  private static final int BLOCK = 32;

  /** Both together. */
  public Audit and(Audit other) {
    boolean more = other.excess > excess;
    return new Audit(rows + other.rows, more ? other.excess : excess, more ? other.worst : worst);
  }

  /** Rows that were drawn, with {@code 1/(Λpᵢ)}. */
  static Audit drawn(int[] rows, double[] rise, double[] inverse, int n, double kappa) {
    Audit audit = NONE;
    for (int j = 0; j < n; j++) {
      audit = audit.and(new Audit(0, Math.abs(rise[j]) * inverse[j] / kappa, rows[j]));
    }
    return audit;
  }

  /** {@code count} of {@code all} rows chosen uniformly; heavy ones have no bound and need none. */
  static Audit uniform(
      Remainder remainder,
      LightRows light,
      int all,
      long count,
      double kappa,
      double[] u,
      double[] v,
      RandomStream random) {
    Audit audit = NONE;
    int[] rows = new int[BLOCK];
    double[] rise = new double[BLOCK];
    for (long left = count; left > 0; left -= BLOCK) {
      int n = 0;
      for (int j = 0; j < Math.min(BLOCK, left); j++) {
        int row = random.nextIndex(all);
        rows[n] = row;
        n += light.bound(row) > 0 ? 1 : 0;
      }
      remainder.rises(u, v, rows, n, rise);
      for (int j = 0; j < n; j++) {
        double excess = Math.abs(rise[j]) / (kappa * light.bound(rows[j]));
        audit = audit.and(new Audit(1, excess, rows[j]));
      }
    }
    return audit;
  }
}
