package org.perrin.spark;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.data.Rows;
import org.perrin.family.ScaledLikelihood;
import org.perrin.metric.Metric;
import org.perrin.model.Curved;
import org.perrin.model.Prior;

/**
 * A regression in the coefficients of the design. The passes of a fit: one reads the source ({@link
 * SparkFit}), one makes the blocks and their rough leverage, one or two are Newton steps, one finds
 * weights, or bounds; then one or two make the sums that the exact sampler needs.
 */
final class SparkModel extends BlockModel {
  private final RowEncoder encoder;
  private final @Nullable ScaledLikelihood scaled;
  private final Supplier<double[][]> sample;
  private double[] leverage;
  private double[] responses;
  private SparkPulled pulled;

  /** {@code sample} gives evenly spaced rows before blocks are made. */
  SparkModel(BlockTable rows, RowEncoder encoder, Prior prior, Supplier<double[][]> sample) {
    super(
        rows,
        encoder
            .family()
            .regressed(
                BlockLikelihoods.empty(encoder.family(), encoder.width()).named(encoder.names()),
                prior),
        BlockLikelihoods.likelihoods(encoder.family()));
    this.sample = sample;
    this.encoder = encoder;
    this.scaled = encoder.family().family() instanceof ScaledLikelihood two ? two : null;
  }

  RowEncoder encoder() {
    return encoder;
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
    double[][] some = sample.get();
    double[] inverse =
        Rows.inverseSquares(
            some[0].length,
            some.length,
            rows(),
            (j, row) -> System.arraycopy(some[j], 0, row, 0, row.length));
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
    return new Packets(table().fetch(sorted), encoder.width())
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
    pulled = new SparkPulled(this, metric);
    return pulled;
  }
}
