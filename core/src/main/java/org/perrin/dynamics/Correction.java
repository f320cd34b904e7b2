package org.perrin.dynamics;

import org.perrin.gradient.Workspace;
import org.perrin.math.SpareArrays;
import org.perrin.model.Model;
import org.perrin.model.Remainder;
import org.perrin.model.Surrogate;
import org.perrin.random.Streams;
import org.perrin.subsampling.LightRows;

/**
 * Accepts a move from u to v that is in balance for a {@link Surrogate} so that it is in balance
 * for the posterior, by reading a few rows. What the surrogate leaves out are the remainders of the
 * light rows; with probability {@code Πᵢ min(1, e^{−(rᵢ(v) − rᵢ(u))})}, a factor for each (Cornish
 * et al., 2019), the ratio of accepting there and back is {@code e^{−Σᵢ(rᵢ(v) − rᵢ(u))}}, as
 * balance asks for. The product is the chance that a Poisson process over rows of rates {@code
 * (rᵢ(v) − rᵢ(u))₊} has no event. It is thinned from one of rates {@code κΛpᵢ}, {@code κ = ‖u‖^q +
 * ‖v‖^q}, which are no smaller: {@code Poisson(κΛ)} rows are drawn, and each rejects with
 * probability {@code (rᵢ(v) − rᵢ(u))₊ / (κΛpᵢ)}.
 *
 * <p>Bounds hold within a reach of 0. If u or v lies beyond, one pass over all rows decides, with
 * probability {@code min(1, e^{−[(f−s)(v) − (f−s)(u)]})}, s the surrogate: which rule applies is
 * the same there and back, so balance is kept.
 *
 * <p>Where bounds are estimates every decision comes with an {@link Audit} of them.
 *
 * @param remainder of the rows
 * @param rows the light ones by their bounds
 * @param all the posterior itself, for moves beyond the reach
 */
public record Correction(Remainder remainder, LightRows rows, Model all) {
  /** Rows evaluated at once. */
  private static final int BLOCK = 32;

  /**
   * Whether a move was accepted, rows read to decide it, whether these were all rows because it led
   * beyond the reach, and what checks of bounds say.
   */
  public record Decision(boolean accepted, long rows, boolean pass, Audit audit) {}

  /** Decides on a move from u, where the surrogate is {@code su}, to v, where it is {@code sv}. */
  public Decision decide(
      double[] u, double su, double[] v, double sv, Streams random, Workspace workspace) {
    double reach = remainder.reach();
    if (Surrogate.beyond(u, reach) || Surrogate.beyond(v, reach)) {
      double rise = (all.potential(v) - sv) - (all.potential(u) - su);
      boolean accepted = random.noise().nextDouble() < Math.exp(-rise);
      return new Decision(accepted, 2L * all.rows(), true, Audit.NONE);
    }
    double kappa = power(u) + power(v);
    Decision verdict = thinned(kappa, u, v, random, workspace);
    return remainder.proved() ? verdict : audited(verdict, kappa, u, v, random);
  }

  /** With as many rows chosen uniformly as were drawn, and one at least. */
  private Decision audited(Decision of, double kappa, double[] u, double[] v, Streams random) {
    Audit audit =
        Audit.uniform(
            remainder, rows, all.rows(), Math.max(1, of.rows), kappa, u, v, random.noise());
    return new Decision(of.accepted, of.rows, false, of.audit.and(audit));
  }

  private Decision thinned(
      double kappa, double[] u, double[] v, Streams random, Workspace workspace) {
    Audit audit = Audit.NONE;
    Remainder.Rises rises = remainder.rises(u, v);
    double left = kappa * rows.total();
    long read = 0;
    while (true) {
      int n = 0;
      while (n < BLOCK && left >= 0) {
        left -= random.noise().nextExponential();
        n += left >= 0 ? 1 : 0;
      }
      if (n == 0) {
        return new Decision(true, read, false, audit);
      }
      read += n;
      boolean rejected = rejected(n, kappa, rises, random, workspace);
      if (!remainder.proved()) {
        var batch = workspace.batch();
        audit =
            audit.and(Audit.drawn(batch.rows(), batch.coefficients(), batch.weights(), n, kappa));
      }
      if (rejected) {
        return new Decision(false, read, false, audit);
      }
    }
  }

  private boolean rejected(
      int n, double kappa, Remainder.Rises rises, Streams random, Workspace workspace) {
    var batch = workspace.batch();
    batch.resize(n);
    rows.draw(n, random.rows(), batch.rows(), batch.weights());
    double[] least = SpareArrays.take(BLOCK);
    for (int j = 0; j < n; j++) {
      least[j] = random.noise().nextDouble() * kappa;
    }
    boolean one = rises.exceed(batch.rows(), n, batch.weights(), least, batch.coefficients());
    SpareArrays.give(least);
    return one;
  }

  /** {@code ‖u‖^q}. */
  private double power(double[] u) {
    double square = 0;
    for (double x : u) {
      square = Math.fma(x, x, square);
    }
    return remainder.order() == 2 ? square * Math.sqrt(square) : square * square;
  }
}
