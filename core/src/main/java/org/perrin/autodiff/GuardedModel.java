package org.perrin.autodiff;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.perrin.metric.Metric;
import org.perrin.model.Bounded;
import org.perrin.model.PulledModel;
import org.perrin.model.Remainder;

/** A model of one's own in the natural metric, with bounds of remainders that are estimates. */
final class GuardedModel extends PulledModel implements Bounded {
  private final Differentiated own;
  private final Metric metric;
  private final double safety;
  private final int[] unknown;

  GuardedModel(Differentiated own, Metric metric, double safety, int[] unknown) {
    super(own, metric);
    this.own = own;
    this.metric = metric;
    this.safety = safety;
    this.unknown = unknown.clone();
  }

  @Override
  public boolean multimodal() {
    return own.multimodal();
  }

  @Override
  public GuardedModel subset(int[] rows, double[] factors) {
    return new GuardedModel(own.subset(rows, factors), metric, safety, new int[0]);
  }

  @Override
  public int highestOrder() {
    return 2;
  }

  @Override
  public Remainder remainder(int order, double reach) {
    if (order != 2) {
      throw new IllegalArgumentException("rows of an own model are expanded to order 2");
    }
    IntPredicate known = row -> Arrays.binarySearch(unknown, row) < 0;
    return new GuardedRemainder(own, metric, reach, safety, known);
  }

  @Override
  public void addCubic(int from, int to, double[] sum) {
    throw new UnsupportedOperationException("third derivatives of an own model are not known");
  }
}
