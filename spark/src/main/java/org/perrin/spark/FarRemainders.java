package org.perrin.spark;

import org.perrin.model.Bounded;
import org.perrin.model.Remainder;

/**
 * What polynomials of any order leave of rows on a cluster: bounds and spreads, two numbers for
 * every row and order, come with the first that is asked for, in one pass.
 */
final class FarRemainders {
  private static final int LEAST = 2;

  private final BlockModel model;
  private final double reach;
  private final Awaited<double[][]> measured = new Awaited<>();

  FarRemainders(BlockModel model, double reach) {
    this.model = model;
    this.reach = reach;
  }

  double reach() {
    return reach;
  }

  Remainder of(int order) {
    return new Far(order);
  }

  /** Bounds and spreads of a block, of one order after the other. */
  static double[][] measured(Bounded block, double reach) {
    double[][] found = new double[2 * (block.highestOrder() - LEAST + 1)][block.rows()];
    for (int k = 0; k < found.length; k += 2) {
      Remainder remainder = block.remainder(LEAST + k / 2, reach);
      remainder.bounds(0, block.rows(), found[k]);
      remainder.spreads(0, block.rows(), found[k + 1]);
    }
    return found;
  }

  /** Frees them: plans hold on to remainders, but ask for nothing more. */
  void forget() {
    measured.forget();
  }

  private double[] measured(int which) {
    return measured.get(() -> model.measured(reach))[which];
  }

  /** Of one order. */
  private final class Far implements Remainder {
    private final int order;

    Far(int order) {
      this.order = order;
    }

    @Override
    public int order() {
      return order;
    }

    @Override
    public double reach() {
      return reach;
    }

    @Override
    public void bounds(int from, int to, double[] out) {
      System.arraycopy(measured(2 * (order - LEAST)), from, out, 0, to - from);
    }

    @Override
    public void spreads(int from, int to, double[] out) {
      System.arraycopy(measured(2 * (order - LEAST) + 1), from, out, 0, to - from);
    }

    @Override
    public void rises(double[] u, double[] v, int[] rows, int n, double[] out) {
      throw BlockModel.far();
    }
  }
}
