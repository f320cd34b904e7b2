package org.perrin.spark;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.api.java.function.Function;
import org.perrin.gradient.Remote;
import org.perrin.model.Bounded;
import org.perrin.model.Cubic;
import org.perrin.model.Prior;
import org.perrin.model.Remainder;
import org.perrin.model.RowApproximation;

/**
 * A regression whose rows lie on a cluster in blocks. Everything that reads all rows is one pass,
 * in which an executor does with a block what memory does with a chunk; single rows are fetched,
 * many at a time.
 */
abstract class BlockModel implements Bounded, Remote {
  private final BlockTable table;
  private final Bounded form;
  private final Function<RowBlock, ? extends Bounded> local;
  private FarRemainders remainders;

  /**
   * {@code form} is the model of no rows to speak of, for its form and its prior, {@code local}
   * that of a block.
   */
  BlockModel(BlockTable table, Bounded form, Function<RowBlock, ? extends Bounded> local) {
    this.table = table;
    this.form = form;
    this.local = local;
  }

  BlockTable table() {
    return table;
  }

  /** Frees what the driver knows of every row's remainder. */
  final void forgetBounds() {
    if (remainders != null) {
      remainders.forget();
    }
  }

  @Override
  public int dimension() {
    return form.dimension();
  }

  @Override
  public int rows() {
    return table.rows();
  }

  @Override
  public Prior prior() {
    return form.prior();
  }

  @Override
  public List<String> names() {
    return form.names();
  }

  @Override
  public int nonZeros() {
    return form.nonZeros();
  }

  @Override
  public boolean wantsCurvature() {
    return form.wantsCurvature();
  }

  @Override
  public int effort() {
    return form.effort();
  }

  /** What only a model whose rows are here can do; {@link SparkFit} then brings them here. */
  static final class RowsAreFar extends UnsupportedOperationException {
    private static final long serialVersionUID = 1L;

    RowsAreFar() {
      super("rows on a cluster are not read one at a time");
    }
  }

  static RowsAreFar far() {
    return new RowsAreFar();
  }

  @Override
  public double rowLoss(double[] theta, int row) {
    throw far();
  }

  @Override
  public void addRowGradient(double[] theta, int row, double weight, double[] out) {
    throw far();
  }

  @Override
  public void addRowHessian(double[] theta, int row, double weight, double[] h) {
    throw far();
  }

  @Override
  public void addCubic(int from, int to, double[] sum) {
    throw far();
  }

  /** What the rows of a block, {@code 0 ≤ i < to}, add to a sum. */
  interface Summand extends Serializable {
    void add(Bounded model, int to, double[] sum);
  }

  /** A sum over all rows; one pass. */
  final double[] sum(String what, int size, Summand summand) {
    return sum(what, size, local, summand);
  }

  /** The same over another model of the blocks. */
  final double[] sum(
      String what, int size, Function<RowBlock, ? extends Bounded> model, Summand summand) {
    return table.sum(
        what,
        size,
        block -> {
          double[] sum = new double[size];
          summand.add(model.call(block), block.count(), sum);
          return sum;
        });
  }

  @Override
  public double potential(double[] theta) {
    double[] at = theta.clone();
    double[] loss = sum("potential", 1, (m, to, s) -> s[0] = m.rangeLoss(at, 0, to));
    return prior().value(theta) + loss[0];
  }

  @Override
  public double[] expansionSum(double[] theta) {
    double[] at = theta.clone();
    return form.expanded(
        sum("expansion", form.expansionSize(), (m, to, s) -> m.addExpansion(at, 0, to, s)));
  }

  @Override
  public double[] cubicSum() {
    return sum("cubic form", Cubic.size(dimension()), (m, to, s) -> m.addCubic(0, to, s));
  }

  @Override
  public int summarySize() {
    return form.summarySize();
  }

  @Override
  public RowApproximation summary() {
    return summarySize() == 0
        ? null
        : form.summary(sum("summary", summarySize(), (m, to, s) -> m.addSummary(0, to, s)));
  }

  @Override
  public String unbounded() {
    return form.unbounded();
  }

  @Override
  public int highestOrder() {
    return form.highestOrder();
  }

  @Override
  public int cubes() {
    return form.cubes();
  }

  @Override
  public double cubicWork() {
    return form.cubicWork();
  }

  @Override
  public Remainder remainder(int order, double reach) {
    if (remainders == null || remainders.reach() != reach) {
      remainders = new FarRemainders(this, reach);
    }
    return remainders.of(order);
  }

  /** Bounds and spreads of all rows, of one order after the other; one pass. */
  double[][] measured(double reach) {
    Function<RowBlock, ? extends Bounded> model = local;
    List<double[][]> found =
        table.pass("bounds", block -> FarRemainders.measured(model.call(block), reach));
    double[][] all = new double[found.getFirst().length][];
    for (int k = 0; k < all.length; k++) {
      int which = k;
      all[k] = SparkModel.joined(found.stream().map(block -> block[which]).toList());
    }
    return all;
  }
}
