package org.perrin.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.perrin.data.CodedRows;
import org.perrin.data.Rows;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.FittedFactor;
import org.perrin.io.design.Response;
import org.perrin.io.formula.Expr;
import org.perrin.regression.standard.ColumnStatistics;
import org.perrin.regression.standard.ResponseStatistics;

/**
 * Columns of a design and its response at a glance, whose rows lie on a cluster. Columns that are
 * those of the table, or their levels, are known from the pass that reads it; where a formula
 * computes others they take a pass of their own.
 */
record FarStatistics(ColumnStatistics columns, ResponseStatistics response) {
  static FarStatistics of(
      Encoding encoding,
      Map<String, ColumnDigest> digests,
      JavaRDD<PartitionChunk> pieces,
      RowEncoder encoder,
      JobLog work) {
    if (!encoding.terms().stream().allMatch(FarStatistics::plain)
        || !(encoding.response() instanceof Response.Real(Expr target)
            ? target instanceof Expr.ColumnValue
            : !(encoding.response() instanceof Response.Share
                || encoding.response() instanceof Response.Time))) {
      return counted(pieces, encoder, work);
    }
    List<double[]> columns = new ArrayList<>();
    if (encoding.intercept()) {
      columns.add(new double[] {1, 0, 1, 1, 0});
    }
    for (List<FittedFactor> term : encoding.terms()) {
      FittedFactor part = term.getFirst();
      ColumnDigest digest = digests.get(part.columns().iterator().next());
      if (part instanceof FittedFactor.Levels levels) {
        addLevels(levels, digest, columns);
      } else {
        columns.add(numbers(digest));
      }
    }
    String target = encoding.response().name();
    ColumnDigest y = digests.containsKey(target) ? digests.get(target) : new ColumnDigest();
    return new FarStatistics(joined(columns), response(y));
  }

  /** One part, and that no more than a column or its levels. */
  private static boolean plain(List<FittedFactor> term) {
    return term.size() == 1
        && switch (term.getFirst()) {
          case FittedFactor.Number(Expr expr) -> expr instanceof Expr.ColumnValue;
          case FittedFactor.Flag _, FittedFactor.Levels _ -> true;
          default -> false;
        };
  }

  private static FarStatistics counted(
      JavaRDD<PartitionChunk> pieces, RowEncoder encoder, JobLog work) {
    int width = encoder.width();
    List<ColumnDigest[]> parts =
        work.pass(
            "columns",
            () ->
                pieces
                    .mapPartitions(
                        part -> {
                          var digests = new ColumnDigest[width + 1];
                          Arrays.setAll(digests, _ -> new ColumnDigest());
                          Encoding encoding = encoder.parsed();
                          part.forEachRemaining(piece -> count(encoder, piece, encoding, digests));
                          return List.<ColumnDigest[]>of(digests).iterator();
                        },
                        true)
                    .collect());
    ColumnDigest[] all = parts.getFirst();
    parts.stream()
        .skip(1)
        .forEach(
            part -> {
              for (int k = 0; k <= width; k++) {
                all[k].add(part[k]);
              }
            });
    List<double[]> columns = Arrays.stream(all).limit(width).map(FarStatistics::numbers).toList();
    return new FarStatistics(joined(columns), response(all[width]));
  }

  private static void count(
      RowEncoder encoder, PartitionChunk piece, Encoding encoding, ColumnDigest[] to) {
    if (piece.count() == 0) {
      return;
    }
    RowChunk rows = encoder.rows(piece, encoding);
    RowLayout layout = encoder.layout();
    int step = layout.numbers() + RowChunk.SIDE;
    Rows x = PacketTable.of(rows, layout).rows();
    if (x instanceof CodedRows coded) {
      count(coded, to);
    }
    for (int i = 0; i < rows.count(); i++) {
      for (int k = 0; k < layout.numbers() && !layout.coded(); k++) {
        to[k].number(rows.values()[i * step + k]);
      }
      to[encoder.width()].number(rows.values()[i * step + layout.numbers()]);
    }
  }

  /** What is not stored is 0. */
  private static void count(CodedRows x, ColumnDigest[] to) {
    int[] at = new int[x.nonZeros()];
    double[] elements = new double[at.length];
    int[] seen = new int[x.width()];
    for (int i = 0; i < x.count(); i++) {
      int n = x.elements(i, at, elements);
      for (int e = 0; e < n; e++) {
        to[at[e]].number(elements[e]);
        seen[at[e]]++;
      }
    }
    for (int k = 0; k < seen.length; k++) {
      to[k].zeros(x.count() - seen[k]);
    }
  }

  /** Mean, sd, least, greatest, and 1 if there are no others than these two. */
  private static double[] numbers(ColumnDigest digest) {
    return new double[] {
      digest.mean(), digest.sd(), digest.low(), digest.high(), digest.twoValued() ? 1 : 0
    };
  }

  private static void addLevels(
      FittedFactor.Levels part, ColumnDigest digest, List<double[]> columns) {
    for (String level : part.levels().subList(part.full() ? 0 : 1, part.levels().size())) {
      double n = digest.count();
      double p = digest.texts().getOrDefault(level, 0L) / n;
      columns.add(new double[] {p, Math.sqrt(p * (1 - p) * n / Math.max(1, n - 1)), 0, 1, 1});
    }
  }

  private static ColumnStatistics joined(List<double[]> columns) {
    double[][] by = new double[4][columns.size()];
    boolean[] two = new boolean[columns.size()];
    for (int k = 0; k < two.length; k++) {
      for (int f = 0; f < by.length; f++) {
        by[f][k] = columns.get(k)[f];
      }
      two[k] = columns.get(k)[4] == 1;
    }
    return new ColumnStatistics(by[0], by[1], by[2], by[3], two);
  }

  /** Of a target that is a text nothing is asked. */
  private static ResponseStatistics response(ColumnDigest y) {
    return new ResponseStatistics(y.mean(), y.size(), y.sd() > 0 ? y.sd() : 1);
  }
}
