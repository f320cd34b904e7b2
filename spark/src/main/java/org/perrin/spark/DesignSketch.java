package org.perrin.spark;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.design.Design;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.design.MissingPolicy;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;

/**
 * A small table that is encoded as the large one would be: each text column holds every level, each
 * column of numbers those that decide what a target is. So the rules of {@link Design} hold here,
 * and are written once.
 */
final class DesignSketch {
  private DesignSketch() {}

  static Design design(
      String source, UsedColumns used, Map<String, ColumnDigest> digests, DesignSpec spec) {
    int rows = 2;
    for (Field field : used.fields()) {
      rows = Math.max(rows, size(source, field, digests.get(field.name())));
    }
    List<Column> columns = new ArrayList<>();
    for (Field field : used.fields()) {
      columns.add(column(field, digests.get(field.name()), rows));
    }
    return Design.sketch(Table.of(source, columns), left(spec).missing(MissingPolicy.ERROR));
  }

  /** The roles without columns that are not read at all. */
  static DesignSpec left(DesignSpec spec) {
    if (spec.features() == null) {
      return spec.drop(new String[0]);
    }
    return spec.drop(new String[0])
        .features(
            spec.features().stream()
                .filter(name -> !spec.drop().contains(name))
                .toArray(String[]::new));
  }

  private static int size(String source, Field field, ColumnDigest digest) {
    if (field.type() != Field.Type.TEXT) {
      return digest.witnesses().length;
    }
    if (digest.texts() == null) {
      throw InputException.of(
          source,
          "column %s has over %s different texts, more than a model takes as levels: drop it"
              .formatted(
                  MessageText.quoted(field.name()), MessageText.count(ColumnDigest.MOST - 1)));
    }
    return digest.texts().size();
  }

  /** Values over and over, until there are enough. */
  private static Column column(Field field, ColumnDigest digest, int rows) {
    String[] texts = digest.texts() == null ? null : digest.texts().keySet().toArray(String[]::new);
    double[] numbers = digest.witnesses();
    return field.column(rows, i -> numbers[i % numbers.length], i -> texts[i % texts.length]);
  }
}
