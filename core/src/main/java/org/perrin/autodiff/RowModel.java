package org.perrin.autodiff;

import org.perrin.data.Dataset;

/**
 * A model in the user's words: the negative log density of one row, and that of the prior. Its
 * constructor declares the parameters and keeps what comes back in fields:
 *
 * <pre>{@code
 * public final class Robust implements RowModel {
 *   private final Vec beta;
 *   private final Num sigma;
 *
 *   public Robust(Parameters parameters, Dataset data) {
 *     beta = parameters.real("beta", data.names());
 *     sigma = parameters.positive("sigma");
 *   }
 *
 *   public Num row(Row row) {
 *     return Losses.studentT(beta.dot(row.x()).subtractedFrom(row.y()), 4, sigma);
 *   }
 *
 *   public Num prior() {
 *     return beta.squares().over(2 * 2.5 * 2.5).plus(sigma);
 *   }
 * }
 * }</pre>
 *
 * Every thread has an instance of its own, so an object must keep nothing from one row to the next
 * but its parameters. Where the arithmetic branches, derivatives are those of the branch taken.
 */
public interface RowModel {
  /** {@code −log p(row | parameters)}, up to a constant. */
  Num row(Row row);

  /** {@code −log p(parameters)}, up to a constant, as a density of the constrained parameters. */
  Num prior();

  /** A constructor. */
  @FunctionalInterface
  interface Maker {
    /** Declares the parameters. */
    RowModel make(Parameters parameters, Dataset data);
  }
}
