package org.perrin.spark;

import java.io.Serializable;
import java.util.List;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.family.Likelihood;
import org.perrin.io.InputException;
import org.perrin.io.design.CodeLayout;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.MissingPolicy;
import org.perrin.io.design.Response;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.standard.Scaling;

/**
 * How pieces become rows of the design, for executors.
 *
 * @param source stands in messages
 * @param family of responses
 * @param names of the design's columns
 * @param encoding as JSON, which travels
 * @param layout of rows
 * @param offset whether there is one
 * @param weight whether there are any
 */
record RowEncoder(
    String source,
    FamilyName family,
    List<String> names,
    String encoding,
    RowLayout layout,
    boolean offset,
    boolean weight)
    implements Serializable {
  /**
   * With columns as they are. Factors are coded where that pays, for models that take coded rows:
   * the encoding alone decides, so that all pieces are alike.
   */
  static RowEncoder of(String source, ModelChoice choice, Encoding encoding) {
    CodeLayout layout = CodeLayout.of(encoding);
    boolean coded = choice.family() instanceof Likelihood && layout.pays();
    return new RowEncoder(
        source,
        FamilyName.of(choice, encoding),
        encoding.names(),
        encoding.toJson(),
        RowLayout.of(layout.width(), coded ? layout : null),
        encoding.offset() != null,
        encoding.weights() != null || encoding.response() instanceof Response.Share);
  }

  /** With columns centred and scaled. */
  RowEncoder scaled(Scaling scaling) {
    return new RowEncoder(
        source,
        family,
        names,
        encoding,
        layout.scaled(scaling.centre(), scaling.scale()),
        offset,
        weight);
  }

  /** d of the design. */
  int width() {
    return names.size();
  }

  /** Of rows in a metric: dense ones are mapped into it, and see all parameters. */
  RowLayout pulledLayout() {
    return layout.coded() ? layout : RowLayout.dense(width() + family.shared());
  }

  /** The encoding, parsed once a partition. */
  Encoding parsed() {
    return Encoding.fromJson(encoding);
  }

  /** A piece as rows of the design, each with response, offset and weight behind it. */
  RowChunk rows(PartitionChunk piece, Encoding parsed) {
    Dataset data = parsed.apply(piece.table(source), MissingPolicy.ERROR).data();
    int numbers = layout.numbers();
    var chunk = RowChunk.ofSize(piece.count(), layout);
    System.arraycopy(piece.keys, 0, chunk.keys(), 0, piece.count());
    double[] values = chunk.values();
    RowLayout.Splitter splitter = layout.splitter();
    DoubleFunction<@Nullable String> refusal = family.refusal();
    for (int i = 0; i < piece.count(); i++) {
      int at = i * (numbers + RowChunk.SIDE);
      splitter.encode(data.x(), i, values, at, chunk.places(), i * layout.factors());
      double y = data.responses().get(i);
      String fault = refusal.apply(y);
      if (fault != null) {
        throw InputException.of(source, "a row has the target %s: %s".formatted(y, fault));
      }
      values[at + numbers] = y;
      values[at + numbers + 1] = data.offset(i);
      values[at + numbers + 2] = data.weight(i);
    }
    return chunk;
  }
}
