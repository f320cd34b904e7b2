package org.perrin.model;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.math.Parallel;

/**
 * A posterior that is near another one and cheap: the prior and some rows in full, a {@link
 * RowApproximation} for all others, as a rule their {@link Taylor} polynomial. A cubic polynomial
 * is not bounded below, so beyond the reach only its quadratic part counts. O(d² + |A| d), or O(d³
 * + |A| d), an evaluation.
 */
public final class Surrogate implements Model {
  /** So many rows are worth more than one core. */
  private static final int MANY = 1 << 15;

  private final @Nullable Bounded heavy;
  private final PriorAndRows rest;
  private final List<String> names;

  private Surrogate(@Nullable Bounded heavy, PriorAndRows rest, List<String> names) {
    this.heavy = heavy;
    this.rest = rest;
    this.names = names;
  }

  /** The surrogate of {@code all} with the rows {@code heavy}, null if none, in full; at 0. */
  public static Surrogate of(Bounded all, @Nullable Bounded heavy, int order, double reach) {
    var rest = new PriorAndRows(all.prior(), Taylor.of(all, heavy, order), reach);
    return new Surrogate(heavy, rest, all.names());
  }

  /** The posterior itself, where a {@link Bounded#summary} says everything. */
  public static Surrogate of(Bounded all, RowApproximation summary) {
    var rest = new PriorAndRows(all.prior(), summary, Double.POSITIVE_INFINITY);
    return new Surrogate(null, rest, all.names());
  }

  /** What stands for the rows that are not there. */
  public RowApproximation light() {
    return rest.light;
  }

  /** Whether u is farther out than {@code reach}. */
  public static boolean beyond(double[] u, double reach) {
    double square = 0;
    for (double v : u) {
      square = Math.fma(v, v, square);
    }
    return !(square <= reach * reach);
  }

  @Override
  public int dimension() {
    return rest.dimension();
  }

  /** Rows that are there in full. */
  @Override
  public int rows() {
    return heavy == null ? 0 : heavy.rows();
  }

  @Override
  public List<String> names() {
    return names;
  }

  /** The prior and the polynomial. */
  @Override
  public Prior prior() {
    return rest;
  }

  @Override
  public double rowLoss(double[] u, int row) {
    return heavy.rowLoss(u, row);
  }

  @Override
  public void addRowGradient(double[] u, int row, double weight, double[] out) {
    heavy.addRowGradient(u, row, weight, out);
  }

  @Override
  public double potential(double[] u) {
    return potentialAndGradient(u, new double[u.length]);
  }

  @Override
  public double[] likelihoodGradient(double[] u) {
    double[] out = new double[dimension()];
    if (rows() > MANY) {
      return Parallel.sum(
          rows(), out.length, (s, from, to) -> heavy.addRangeGradient(u, from, to, s));
    }
    if (heavy != null) {
      heavy.addRangeGradient(u, 0, rows(), out);
    }
    return out;
  }

  @Override
  public double potentialAndGradient(double[] u, double[] out) {
    int d = dimension();
    Arrays.fill(out, 0);
    double loss = 0;
    if (rows() > MANY) {
      double[] sum =
          Parallel.sum(
              rows(), d + 1, (s, from, to) -> s[d] += heavy.addRangeAndLoss(u, from, to, s));
      System.arraycopy(sum, 0, out, 0, d);
      loss = sum[d];
    } else if (heavy != null) {
      loss = heavy.addRangeAndLoss(u, 0, rows(), out);
    }
    return loss + rest.addBoth(u, out);
  }

  /** All that is not a row. */
  private record PriorAndRows(Prior prior, RowApproximation light, double reach) implements Prior {
    @Override
    public int dimension() {
      return prior.dimension();
    }

    /** Adds the gradient and returns the value. */
    double addBoth(double[] u, double[] out) {
      prior.addGradient(u, out);
      return prior.value(u) + light.addGradient(u, beyond(u, reach), out);
    }

    @Override
    public double value(double[] u) {
      return prior.value(u) + light.addGradient(u, beyond(u, reach), new double[u.length]);
    }

    @Override
    public void addGradient(double[] u, double[] out) {
      prior.addGradient(u, out);
      light.addGradient(u, beyond(u, reach), out);
    }

    @Override
    public void addHessian(double[] u, double[] h) {
      throw new UnsupportedOperationException("a surrogate is followed by its gradient alone");
    }

    @Override
    public boolean proper() {
      return prior.proper();
    }

    @Override
    public String describe(int coordinate) {
      return prior.describe(coordinate) + ", and rows by their polynomial";
    }
  }
}
