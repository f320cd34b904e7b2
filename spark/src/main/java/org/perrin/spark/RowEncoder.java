package org.perrin.spark;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.io.InputException;
import org.perrin.io.design.Design;
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
 * @param centre of columns
 * @param scale of columns
 * @param offset whether there is one
 * @param weight whether there are any
 */
record RowEncoder(
    String source,
    FamilyName family,
    List<String> names,
    String encoding,
    double[] centre,
    double[] scale,
    boolean offset,
    boolean weight)
    implements Serializable {
  /** With columns as they are. */
  static RowEncoder of(String source, ModelChoice choice, Encoding encoding) {
    double[] ones = new double[encoding.names().size()];
    Arrays.fill(ones, 1);
    return new RowEncoder(
        source,
        FamilyName.of(choice, encoding),
        encoding.names(),
        encoding.toJson(),
        new double[ones.length],
        ones,
        encoding.offset() != null,
        encoding.weights() != null || encoding.response() instanceof Response.Share);
  }

  /** With columns centred and scaled. */
  RowEncoder scaled(Scaling scaling) {
    return new RowEncoder(
        source, family, names, encoding, scaling.centre(), scaling.scale(), offset, weight);
  }

  /** d of the design. */
  int width() {
    return names.size();
  }

  /** The encoding, parsed once a partition. */
  Encoding parsed() {
    return Encoding.fromJson(encoding);
  }

  /** A piece as rows of the design, each with response, offset and weight behind it. */
  double[] rows(PartitionChunk piece, Encoding parsed) {
    Design design = parsed.apply(piece.table(source), MissingPolicy.ERROR);
    Dataset data = design.data();
    int d = width();
    double[] values = new double[piece.count() * (d + RowChunk.SIDE)];
    double[] row = new double[d];
    DoubleFunction<@Nullable String> refusal = family.refusal();
    for (int i = 0; i < piece.count(); i++) {
      int at = i * (d + RowChunk.SIDE);
      data.x().copy(i, row);
      for (int k = 0; k < d; k++) {
        values[at + k] = (row[k] - centre[k]) / scale[k];
      }
      values[at + d] = data.y()[i];
      String fault = refusal.apply(data.y()[i]);
      if (fault != null) {
        throw InputException.of(
            source, "a row has the target %s: %s".formatted(data.y()[i], fault));
      }
      values[at + d + 1] = data.offset() == null ? 0 : data.offset()[i];
      values[at + d + 2] = data.weight() == null ? 1 : data.weight()[i];
    }
    return values;
  }
}
