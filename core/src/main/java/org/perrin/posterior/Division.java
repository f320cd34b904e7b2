package org.perrin.posterior;

import org.perrin.data.Doubles;
import org.perrin.data.Storage;
import org.perrin.dynamics.Corrected;
import org.perrin.dynamics.Correction;
import org.perrin.dynamics.Reversible;
import org.perrin.gradient.FullGradient;
import org.perrin.model.Bounded;
import org.perrin.model.Form;
import org.perrin.model.Remainder;
import org.perrin.model.Surrogate;
import org.perrin.model.Taylor;
import org.perrin.sampler.Sampler;
import org.perrin.subsampling.HeavyRows;
import org.perrin.subsampling.LightRows;
import org.perrin.subsampling.Preferential;

/**
 * A posterior in the natural metric taken apart: rows in full, rows by their polynomial, and what
 * puts that right.
 *
 * @param order of the polynomial
 * @param heavy the rows in full
 * @param surrogate both together
 * @param correction null if nothing is left to correct
 */
record Division(int order, HeavyRows heavy, Surrogate surrogate, Correction correction) {
  /** Bounds hold so far beyond √d; further out it all but never goes. */
  private static final double MARGIN = 6;

  /** Kicks of a trajectory, before a pilot knows. */
  private static final int KICKS = 4;

  /**
   * The largest cubic form, by its norm: {@code ½t² − ‖T‖t³/6} rises to {@code 2/(3‖T‖²)}, here
   * above 10, before it falls, and no chain gets over that.
   */
  private static final double MOST_CUBIC = 0.25;

  /** Up to so many columns a cubic form is made in the time of a few passes: it is worth it. */
  private static final int SMALL = 24;

  /** Nanoseconds of a step without rows or forms. */
  private static final double STEP = 2000;

  private static double reach(Bounded pulled) {
    return Math.sqrt(pulled.dimension()) + MARGIN;
  }

  /** The best division with quadratic polynomials: what a pilot begins with. */
  static Division quadratic(Bounded pulled) {
    Form summary = pulled.summary();
    if (summary != null) {
      var none = new HeavyRows(new int[0], 0, 0, 0);
      return new Division(2, none, Surrogate.of(pulled, summary), null);
    }
    return Plan.of(pulled, 2, reach(pulled)).make(pulled);
  }

  /** This, or the best with cubic polynomials if that makes {@code draws} of them cheaper. */
  Division orCubic(Bounded pulled, double draws) {
    if (correction == null || pulled.highestOrder() < 3) {
      return this;
    }
    Plan cubic = Plan.of(pulled, 3, reach(pulled));
    if (cubic.building + draws * cubic.heavy.nanoseconds() > draws * heavy.nanoseconds()) {
      return this;
    }
    Division division = cubic.make(pulled);
    var taylor = (Taylor) division.surrogate.light();
    return taylor.cubic().norm() < MOST_CUBIC ? division : this;
  }

  /** The sampler with a dynamics that proposes. */
  Sampler sampler(Reversible first) {
    return Sampler.of(new Corrected(first, correction), new FullGradient(surrogate));
  }

  /** Nanoseconds of a step with so many kicks that draws so many light rows, predicted. */
  double cost(int kicks, double light) {
    int d = surrogate.dimension();
    return STEP + kicks * (ofForm(d, order) + surrogate.rows() * ofHeavy(d)) + light * ofLight(d);
  }

  private static double ofHeavy(int d) {
    return 4 + 0.3 * d;
  }

  private static double ofLight(int d) {
    return 300 + 0.5 * d;
  }

  private static double ofForm(int d, int order) {
    return 200 + 0.5 * d * d + (order == 3 ? 0.06 * d * d * d : 0);
  }

  /** Rows divided, on paper. */
  private record Plan(Remainder remainder, Doubles lambda, HeavyRows heavy, double building) {
    static Plan of(Bounded pulled, int order, double reach) {
      int d = pulled.dimension();
      int n = pulled.rows();
      Storage storage = pulled.storage();
      Remainder remainder = pulled.remainder(order, reach);
      Doubles lambda = Preferential.scores(n, storage, remainder::bounds);
      Doubles spread = Preferential.scores(n, storage, remainder::spreads);
      double kappa = 2 * Math.pow(d + (order - 1) / 2.0, (order + 1) / 2.0);
      var costs =
          new HeavyRows.Costs(
              KICKS * ofHeavy(d), ofLight(d), STEP + KICKS * ofForm(d, order), kappa);
      double building = order == 3 && d > SMALL ? 0.022 * n * d * d * d * pulled.cubes() : 0;
      return new Plan(remainder, lambda, HeavyRows.choose(lambda, spread, costs), building);
    }

    Division make(Bounded pulled) {
      int[] rows = heavy.rows();
      double[] ones = new double[rows.length];
      java.util.Arrays.fill(ones, 1);
      Bounded packed = rows.length == 0 ? null : (Bounded) pulled.subset(rows, ones);
      var surrogate = Surrogate.of(pulled, packed, remainder.order(), remainder.reach());
      for (int row : rows) {
        lambda.set(row, 0);
      }
      var light = LightRows.of(lambda, pulled.storage());
      Correction correction = light.total() == 0 ? null : new Correction(remainder, light, pulled);
      return new Division(remainder.order(), heavy, surrogate, correction);
    }
  }
}
