package org.perrin.posterior;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Doubles;
import org.perrin.data.Storage;
import org.perrin.dynamics.Correction;
import org.perrin.gradient.Fetching;
import org.perrin.model.Bounded;
import org.perrin.model.Remainder;
import org.perrin.model.RowApproximation;
import org.perrin.model.Surrogate;
import org.perrin.model.Taylor;
import org.perrin.subsampling.HeavyRows;
import org.perrin.subsampling.LightRows;
import org.perrin.subsampling.Preferential;

/**
 * How the rows of a posterior could be divided into heavy and light ones, and what draws would cost
 * then: known before anything is made.
 */
sealed interface DivisionPlan {
  /** Bounds hold so far beyond √d; further out it all but never goes. */
  double MARGIN = 6;

  /** Kicks of a trajectory, before a pilot knows. */
  int KICKS = 4;

  /** Nanoseconds of {@code draws} nearly independent draws, predicted. */
  double price(double draws);

  /** Passes that it takes to divide. */
  int passes();

  /** Divides. */
  Division make(Bounded pulled);

  /** The cheapest way to {@code draws} draws. */
  static DivisionPlan of(Bounded pulled, double draws) {
    RowApproximation summary = pulled.summary();
    if (summary != null) {
      return new Summed(summary, StepCosts.of(pulled));
    }
    double reach = Math.sqrt(pulled.dimension()) + MARGIN;
    var quadratic = Polynomials.of(pulled, 2, reach, null);
    if (pulled.highestOrder() < 3 || quadratic.price(draws) <= Polynomials.least(pulled, draws)) {
      return quadratic;
    }
    var cubic = Polynomials.of(pulled, 3, reach, quadratic);
    return cubic.price(draws) < quadratic.price(draws) ? cubic : quadratic;
  }

  /** A few sums say everything: no row is read again. */
  record Summed(RowApproximation summary, StepCosts costs) implements DivisionPlan {
    @Override
    public double price(double draws) {
      return draws * costs.step(KICKS, 2, 0, 0);
    }

    @Override
    public int passes() {
      return 1;
    }

    @Override
    public Division make(Bounded pulled) {
      var none = new HeavyRows(new int[0], 0, 0, 0);
      return new Division(2, none, Surrogate.of(pulled, summary), null, costs);
    }
  }

  /**
   * Rows in full, and polynomials of the others.
   *
   * @param remainder what the polynomials leave
   * @param lambda bounds of it
   * @param heavy rows in full
   * @param costs of a step
   * @param building nanoseconds that cubic forms take
   * @param instead a plan without them; null if this is one
   */
  record Polynomials(
      Remainder remainder,
      Doubles lambda,
      HeavyRows heavy,
      StepCosts costs,
      double building,
      @Nullable Polynomials instead)
      implements DivisionPlan {
    /**
     * The largest cubic form, by its norm: {@code ½t² − ‖T‖t³/6} rises to {@code 2/(3‖T‖²)}, here
     * above 5, before it falls. Chains seldom get over that, and the correction rejects moves
     * beyond.
     */
    private static final double MOST_CUBIC = 0.35;

    /** Up to so many columns a cubic form is made in the time of a few passes: it is worth it. */
    private static final int SMALL = 24;

    static Polynomials of(Bounded pulled, int order, double reach, @Nullable Polynomials instead) {
      int d = pulled.dimension();
      int n = pulled.rows();
      Storage storage = pulled.storage();
      StepCosts costs = StepCosts.of(pulled);
      Remainder remainder = pulled.remainder(order, reach);
      Doubles lambda = Preferential.scores(n, storage, remainder::bounds);
      Doubles spread = Preferential.scores(n, storage, remainder::spreads);
      double kappa = 2 * Math.pow(d + (order - 1) / 2.0, (order + 1) / 2.0);
      double step = costs.step(KICKS, order, 0, 0);
      var choice = new HeavyRows.Costs(KICKS * costs.heavy(), costs.light(), step, kappa);
      HeavyRows heavy = HeavyRows.choose(lambda, spread, choice);
      double building = order == 3 ? building(pulled) : 0;
      return new Polynomials(remainder, lambda, heavy, costs, building, instead);
    }

    private static double building(Bounded pulled) {
      StepCosts costs = StepCosts.of(pulled);
      return pulled.dimension() > SMALL ? costs.building(pulled.rows(), pulled.cubes()) : 0;
    }

    /** What draws cost with cubic forms if they leave nothing to heavy or light rows. */
    static double least(Bounded pulled, double draws) {
      return building(pulled) + draws * StepCosts.of(pulled).step(KICKS, 3, 0, 0);
    }

    @Override
    public double price(double draws) {
      return building + draws * heavy.nanoseconds();
    }

    @Override
    public int passes() {
      return 1 + remainder.order();
    }

    @Override
    public Division make(Bounded pulled) {
      Division division = divide(pulled);
      boolean steep =
          instead != null
              && division.surrogate().light() instanceof Taylor taylor
              && taylor.cubic().norm() >= MOST_CUBIC;
      return steep ? instead.make(pulled) : division;
    }

    private Division divide(Bounded pulled) {
      int[] rows = heavy.rows();
      double[] ones = new double[rows.length];
      Arrays.fill(ones, 1);
      Bounded packed = rows.length == 0 ? null : (Bounded) pulled.subset(rows, ones);
      var surrogate = Surrogate.of(pulled, packed, remainder.order(), remainder.reach());
      for (int row : rows) {
        lambda.set(row, 0);
      }
      var light = LightRows.of(lambda, pulled.storage());
      Correction correction = light.total() == 0 ? null : correction(pulled, light);
      return new Division(remainder.order(), heavy, surrogate, correction, costs);
    }

    private Correction correction(Bounded pulled, LightRows light) {
      return pulled instanceof Fetching far
          ? new Correction(far.near(remainder), far.near(light, heavy.lightRate()), pulled)
          : new Correction(remainder, light, pulled);
    }
  }
}
