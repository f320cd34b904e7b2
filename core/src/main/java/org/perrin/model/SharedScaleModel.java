package org.perrin.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.perrin.data.Batch;
import org.perrin.data.Storage;

/**
 * A regression some of whose coefficients share unknown scales: θ is the regression's own, and
 * behind it h, the logarithms of scales, which rows do not see. Passes over the data are the
 * regression's. As the mode of all parameters lies where scales vanish, {@code SharedScaleNewton}
 * looks for a centre, and {@link PartlyCentredCoefficients} takes out the bend before NUTS runs.
 */
public final class SharedScaleModel implements Curved {
  private static final double FAR = 100;

  private final Curved rows;
  private final ScaleMixture prior;
  private final List<ShrunkCoefficients> blocks;
  private final List<String> names;
  private final int d;
  private final int all;

  private SharedScaleModel(Curved rows, ScaleMixture prior, List<ShrunkCoefficients> blocks) {
    this.rows = rows;
    this.prior = prior;
    this.blocks = List.copyOf(blocks);
    this.d = rows.dimension();
    this.all = prior.dimension();
    this.names = new ArrayList<>(rows.names());
    blocks.forEach(block -> names.addAll(scaleNames(block)));
  }

  /** A regression, whose prior leaves out the coefficients of blocks. */
  public static SharedScaleModel of(Curved rows, List<ShrunkCoefficients> blocks) {
    if (!(rows.prior() instanceof Independent own)) {
      throw new IllegalArgumentException(
          "shared scales need independent priors of all other coefficients");
    }
    return new SharedScaleModel(rows, new ScaleMixture(own, blocks), blocks);
  }

  private List<String> scaleNames(ShrunkCoefficients block) {
    List<String> columns = IntStream.of(block.columns()).mapToObj(rows.names()::get).toList();
    return block.by().names(columns).stream().map(name -> "log " + name).toList();
  }

  /** How many parameters are the regression's; h comes behind them. */
  public int coefficients() {
    return d;
  }

  /** The place of a log scale of the regression itself, such as log σ; empty if there is none. */
  public OptionalInt noise() {
    return rows instanceof LogScaleModel scaled ? scaled.scale() : OptionalInt.empty();
  }

  @Override
  public int dimension() {
    return all;
  }

  @Override
  public int rows() {
    return rows.rows();
  }

  @Override
  public Storage storage() {
    return rows.storage();
  }

  @Override
  public ScaleMixture prior() {
    return prior;
  }

  @Override
  public List<String> names() {
    return Collections.unmodifiableList(names);
  }

  @Override
  public int effort() {
    return rows.effort();
  }

  @Override
  public boolean multimodal() {
    return rows.multimodal() || blocks.stream().anyMatch(block -> block.by().multimodal());
  }

  /** The logarithms of scales begin at the modes of their priors, or where the block says. */
  @Override
  public double[] start() {
    double[] start = Arrays.copyOf(rows.start(), all);
    int at = d;
    for (ShrunkCoefficients block : blocks) {
      double[] modes = block.scales().stream().mapToDouble(SharedScaleModel::middle).toArray();
      System.arraycopy(block.by().start(modes), 0, start, at, modes.length);
      at += modes.length;
    }
    return start;
  }

  /** Where the slope changes its sign, by bisection; 0 if nowhere. */
  private static double middle(Density density) {
    double low = -FAR;
    double high = FAR;
    if (!(density.slope(low) < 0 && density.slope(high) > 0)) {
      return 0;
    }
    while (high - low > 1e-6) {
      double middle = (low + high) / 2;
      if (density.slope(middle) < 0) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return (low + high) / 2;
  }

  private double[] own(double[] theta) {
    return Arrays.copyOf(theta, d);
  }

  @Override
  public double rowLoss(double[] theta, int row) {
    return rows.rowLoss(own(theta), row);
  }

  @Override
  public double rangeLoss(double[] theta, int from, int to) {
    return rows.rangeLoss(own(theta), from, to);
  }

  /** Adds to a gradient of the regression. */
  private interface Part {
    void addTo(double[] theta, double[] gradient);
  }

  private void add(double[] theta, Part part, double[] out) {
    double[] gradient = new double[d];
    part.addTo(own(theta), gradient);
    for (int k = 0; k < d; k++) {
      out[k] += gradient[k];
    }
  }

  @Override
  public void addRowGradient(double[] theta, int row, double weight, double[] out) {
    add(theta, (own, g) -> rows.addRowGradient(own, row, weight, g), out);
  }

  @Override
  public void addGradient(double[] theta, Batch batch, int from, int to, double[] out) {
    add(theta, (own, g) -> rows.addGradient(own, batch, from, to, g), out);
  }

  @Override
  public void addRangeGradient(double[] theta, int from, int to, double[] out) {
    add(theta, (own, g) -> rows.addRangeGradient(own, from, to, g), out);
  }

  @Override
  public double[] likelihoodGradient(double[] theta) {
    return Arrays.copyOf(rows.likelihoodGradient(own(theta)), all);
  }

  @Override
  public double potential(double[] theta) {
    return rows.potential(own(theta)) + prior.shared(theta);
  }

  @Override
  public double potentialAndGradient(double[] theta, double[] out) {
    double[] gradient = new double[d];
    double value = rows.potentialAndGradient(own(theta), gradient);
    Arrays.fill(out, 0);
    System.arraycopy(gradient, 0, out, 0, d);
    prior.addShared(theta, out);
    return value + prior.shared(theta);
  }

  @Override
  public void addRowHessian(double[] theta, int row, double weight, double[] h) {
    double[] own = new double[d * d];
    rows.addRowHessian(own(theta), row, weight, own);
    widen(own, 0, h);
  }

  @Override
  public void addRangeHessian(double[] theta, int from, int to, double[] h) {
    double[] own = new double[d * d];
    rows.addRangeHessian(own(theta), from, to, own);
    widen(own, 0, h);
  }

  @Override
  public double[] expansionSum(double[] theta) {
    double[] own = rows.expansionSum(own(theta));
    double[] sum = new double[1 + all + all * all];
    System.arraycopy(own, 0, sum, 0, 1 + d);
    double[] hessian = new double[all * all];
    widen(own, 1 + d, hessian);
    System.arraycopy(hessian, 0, sum, 1 + all, hessian.length);
    return sum;
  }

  /** Adds a d × d matrix to the corner of a larger one. */
  private void widen(double[] from, int at, double[] to) {
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) {
        to[i * all + j] += from[at + i * d + j];
      }
    }
  }
}
