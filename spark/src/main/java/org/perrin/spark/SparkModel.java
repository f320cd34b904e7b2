package org.perrin.spark;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.apache.spark.api.java.function.Function;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.data.Rows;
import org.perrin.family.NormalNoise;
import org.perrin.metric.Metric;
import org.perrin.mode.Newton;
import org.perrin.model.Curved;
import org.perrin.model.Prior;
import org.perrin.model.Regressed;

/**
 * A regression whose rows lie on a cluster. Everything that reads all rows is one pass; single rows
 * are fetched, many at a time. The passes of a fit: one reads the source ({@link SparkFit}), one
 * makes the blocks and their rough leverage, one or two are Newton steps, one finds weights.
 */
final class SparkModel implements Curved {
  private final BlockRows rows;
  private final Recipe recipe;
  private final Kind kind;
  private final Prior prior;
  private final Regressed form;
  private final Supplier<double[][]> sample;
  private double[] leverage;
  private double[] responses;
  private SparkPulled pulled;

  /** {@code sample} gives evenly spaced rows before blocks are made. */
  SparkModel(BlockRows rows, Recipe recipe, Prior prior, Supplier<double[][]> sample) {
    this.sample = sample;
    this.rows = rows;
    this.recipe = recipe;
    this.kind = recipe.kind();
    this.prior = prior;
    this.form = kind.model(Local.empty(recipe.width()).named(recipe.names()), prior);
    if (dimension() > Newton.DENSE_LIMIT) {
      throw new IllegalArgumentException(
          "%d parameters are more than the %d that are fitted on Spark: use fewer columns or levels"
              .formatted(dimension(), Newton.DENSE_LIMIT));
    }
  }

  @Override
  public int dimension() {
    return form.dimension();
  }

  @Override
  public int rows() {
    return rows.rows();
  }

  @Override
  public Prior prior() {
    return prior;
  }

  @Override
  public List<String> names() {
    return form.names();
  }

  /** The model of no rows to speak of, for its form and its prior. */
  Regressed form() {
    return form;
  }

  Recipe recipe() {
    return recipe;
  }

  BlockRows table() {
    return rows;
  }

  static UnsupportedOperationException far() {
    return new UnsupportedOperationException("rows on a cluster are not read one at a time");
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
  public double[] start() {
    double[] start = new double[dimension()];
    if (kind.scaled()) {
      survey();
      start[dimension() - 1] = new NormalNoise().startScale(Doubles.of(responses));
    }
    return start;
  }

  @Override
  public Doubles prominence() {
    survey();
    return Doubles.of(leverage);
  }

  /** Rough leverage, and responses where the start depends on them: the first pass over blocks. */
  private void survey() {
    if (leverage != null) {
      return;
    }
    double[][] some = sample.get();
    double[] inverse =
        Rows.inverseSquares(
            some[0].length,
            some.length,
            rows(),
            (j, row) -> System.arraycopy(some[j], 0, row, 0, row.length));
    boolean scaled = kind.scaled();
    List<double[][]> found =
        rows.pass(
            "leverage",
            block ->
                new double[][] {
                  Local.leverage(inverse, block), scaled ? block.data().y() : new double[0]
                });
    leverage = joined(found.stream().map(pair -> pair[0]).toList());
    responses = joined(found.stream().map(pair -> pair[1]).toList());
  }

  static double[] joined(List<double[]> parts) {
    double[] all = new double[parts.stream().mapToInt(part -> part.length).sum()];
    int at = 0;
    for (double[] part : parts) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    return all;
  }

  private Dataset fetched(int[] sorted) {
    return new Packets(rows.fetch(sorted), recipe.width()).dataset(recipe);
  }

  /** All rows, for a table that turned out small. */
  Regressed collected() {
    int[] all = new int[rows()];
    Arrays.setAll(all, i -> i);
    return kind.model(fetched(all), prior);
  }

  @Override
  public Curved subset(int[] chosen, double[] factors) {
    return kind.model(fetched(chosen).scaled(factors), prior);
  }

  @Override
  public Expansion expand(double[] theta) {
    int d = dimension();
    double[] at = theta.clone();
    Kind k = kind;
    double[] sum = sum("expansion", 1 + d + d * d, block -> Local.expansion(k, at, block));
    return Expansion.of(sum, prior, theta);
  }

  private double[] sum(String what, int size, Function<RowBlock, double[]> of) {
    return rows.sum(what, size, of);
  }

  @Override
  public double[] hessian(double[] theta) {
    double[] at = theta.clone();
    Kind k = kind;
    double[] sum =
        sum("hessian", theta.length * theta.length, block -> Local.hessian(k, at, block));
    prior.addHessian(theta, sum);
    return sum;
  }

  @Override
  public double[] likelihoodGradient(double[] theta) {
    double[] at = theta.clone();
    Kind k = kind;
    return sum("gradient", theta.length, block -> Local.gradient(k, at, block));
  }

  @Override
  public double potential(double[] theta) {
    double[] at = theta.clone();
    Kind k = kind;
    return prior.value(theta) + sum("potential", 1, block -> Local.loss(k, at, block))[0];
  }

  /** Frees what the sampler held on the executors. */
  void release() {
    if (pulled != null) {
      pulled.forget();
    }
  }

  /** Rows pulled back stay on the executors until another metric comes. */
  @Override
  public SparkPulled in(Metric metric) {
    if (pulled != null) {
      pulled.forget();
    }
    pulled = new SparkPulled(this, metric);
    return pulled;
  }
}
