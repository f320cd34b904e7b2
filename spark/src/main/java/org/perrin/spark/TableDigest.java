package org.perrin.spark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.api.java.JavaRDD;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.design.MissingPolicy;

/**
 * What the driver learns from the first pass over a table.
 *
 * @param columns each at a glance
 * @param keys of the complete rows, by partitions
 * @param notes what a user should know
 */
record TableDigest(Map<String, ColumnDigest> columns, List<long[]> keys, List<String> notes) {
  static TableDigest of(
      String source,
      UsedColumns used,
      JavaRDD<PartitionChunk> pieces,
      MissingPolicy missing,
      JobLog work) {
    int width = used.fields().size();
    List<PartDigest> parts =
        work.pass(
            "read",
            () ->
                pieces
                    .mapPartitions(part -> List.of(PartDigest.of(part, width)).iterator(), true)
                    .collect());
    List<long[]> keys = parts.stream().map(part -> part.keys).toList();
    return new TableDigest(merged(used, parts), keys, notes(source, parts, missing));
  }

  private static Map<String, ColumnDigest> merged(UsedColumns used, List<PartDigest> parts) {
    Map<String, ColumnDigest> digests = new LinkedHashMap<>();
    for (int k = 0; k < used.fields().size(); k++) {
      var digest = new ColumnDigest();
      for (PartDigest part : parts) {
        digest.add(part.columns[k]);
      }
      digests.put(used.fields().get(k).name(), digest);
    }
    return digests;
  }

  private static List<String> notes(String source, List<PartDigest> parts, MissingPolicy missing) {
    long incomplete = parts.stream().mapToLong(part -> part.incomplete).sum();
    long complete = parts.stream().mapToLong(part -> part.keys.length).sum();
    String first =
        parts.stream().map(part -> part.fault).filter(f -> f != null).findFirst().orElse(null);
    if (complete == 0) {
      throw new InputException(
          first == null ? source + ": there are no rows" : first + ": no row is complete");
    }
    if (incomplete > 0 && missing == MissingPolicy.ERROR) {
      throw new InputException(
          "%s (%s in all): fill it in, or leave such rows out by --missing drop"
              .formatted(first, MessageText.count(incomplete, "row")));
    }
    List<String> notes = new ArrayList<>();
    if (incomplete > 0) {
      notes.add(
          "%s of %s left out for missing values"
              .formatted(
                  MessageText.count(incomplete), MessageText.count(incomplete + complete, "row")));
    }
    return notes;
  }

  long rows() {
    return keys.stream().mapToLong(part -> part.length).sum();
  }

  /** All keys, sorted; a column that users name as the key must tell rows apart. */
  long[] sorted(String keyColumn) {
    if (rows() > Integer.MAX_VALUE - 64) {
      throw new InputException(
          "%,d rows are more than the driver numbers: fit a sample, or aggregate equal rows"
              .formatted(rows()));
    }
    long[] sorted = RowOrder.sorted(keys);
    for (int i = 1; keyColumn != null && i < sorted.length; i++) {
      if (sorted[i] == sorted[i - 1]) {
        throw new InputException(
            "key %s: %d stands twice: name a column that differs in all rows, or none"
                .formatted(MessageText.quoted(keyColumn), sorted[i]));
      }
    }
    return sorted;
  }
}
