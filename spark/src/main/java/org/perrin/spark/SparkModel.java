package org.perrin.spark;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.perrin.data.CodedRows;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.data.HeldCodes;
import org.perrin.data.Rows;
import org.perrin.family.ScaledLikelihood;
import org.perrin.metric.Metric;
import org.perrin.model.Curved;
import org.perrin.model.Prior;
import org.perrin.model.RowReplaceableModel;

/**
 * A regression in the coefficients of the design. The passes of a fit: one reads the source ({@link
 * SparkFit}), one makes the blocks and their rough leverage, one or two are Newton steps, one finds
 * weights, or bounds; then one or two make the sums that the exact sampler needs.
 */
final class SparkModel extends BlockModel {
  private final RowEncoder encoder;
  private final @Nullable ScaledLikelihood scaled;
  private final RowReplaceableModel form;
  private final Supplier<Rows> sample;
  private double[] leverage;
  private double[] responses;
  private SparkPulled pulled;

  /**
   * {@code form} is the model of no rows to speak of, {@code sample} gives evenly spaced rows
   * before blocks are made.
   */
  SparkModel(BlockTable rows, RowEncoder encoder, RowReplaceableModel form, Supplier<Rows> sample) {
    super(rows, form, BlockLikelihoods.likelihoods(encoder.family()));
    this.form = form;
    this.sample = sample;
    this.encoder = encoder;
    this.scaled = encoder.family().family() instanceof ScaledLikelihood two ? two : null;
  }

  /** The model of a few rows of no meaning. */
  static RowReplaceableModel form(RowEncoder encoder, Prior prior) {
    Dataset rows = BlockLikelihoods.empty(encoder.family(), encoder.layout());
    return encoder.family().regressed(rows.named(encoder.names()), prior);
  }

  RowEncoder encoder() {
    return encoder;
  }

  /** The regression without rows to speak of. */
  RowReplaceableModel form() {
    return form;
  }

  /** Of its rows in a metric. */
  RowLayout pulledLayout() {
    return encoder.pulledLayout();
  }

  @Override
  public double[] start() {
    double[] start = new double[dimension()];
    if (scaled != null) {
      survey();
      start[dimension() - 1] = scaled.startScale(Doubles.of(responses));
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
    double[] inverse = form.data().x() instanceof HeldCodes codes ? summed(codes) : guessed();
    boolean both = scaled != null;
    List<double[][]> found =
        table()
            .pass(
                "leverage",
                block ->
                    new double[][] {
                      BlockLikelihoods.leverage(inverse, block),
                      both ? block.data().y() : new double[0]
                    });
    leverage = joined(found.stream().map(pair -> pair[0]).toList());
    responses = joined(found.stream().map(pair -> pair[1]).toList());
  }

  /** {@code 1 / Σᵢ xᵢₖ²} as dense rows have it in memory. */
  private double[] guessed() {
    Rows some = sample.get();
    return Rows.inverseSquares(some.width(), some.count(), rows(), some::copy);
  }

  /** The same as coded rows have it. */
  private double[] summed(HeldCodes codes) {
    int size = codes.momentsSize();
    double[] moments =
        table()
            .sum(
                "squares",
                size,
                block -> {
                  double[] sum = new double[size];
                  ((HeldCodes) block.data().x()).addMoments(0, block.count(), sum);
                  return sum;
                });
    return CodedRows.inverses(codes.squares(moments, rows()));
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
    return PacketTable.of(table().fetch(sorted), encoder.layout(), RowChunk.SIDE)
        .dataset(encoder.names(), encoder.offset(), encoder.weight());
  }

  @Override
  public Curved subset(int[] chosen, double[] factors) {
    return encoder.family().regressed(fetched(chosen).scaled(factors), prior());
  }

  @Override
  public double[] hessian(double[] theta) {
    double[] at = theta.clone();
    double[] sum =
        sum("hessian", at.length * at.length, (m, to, s) -> m.addRangeHessian(at, 0, to, s));
    prior().addHessian(theta, sum);
    return sum;
  }

  @Override
  public double[] likelihoodGradient(double[] theta) {
    double[] at = theta.clone();
    return sum("gradient", at.length, (m, to, s) -> m.addRangeGradient(at, 0, to, s));
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
    if (pulled != null && pulled.metric() == metric) {
      return pulled.emptied();
    }
    release();
    pulled =
        encoder.layout().coded() ? new CodedPulled(this, metric) : new DensePulled(this, metric);
    return pulled;
  }
}
