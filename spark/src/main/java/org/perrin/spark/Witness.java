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
final class Witness {
  private Witness() {}

  static Design design(
      String source, Layout layout, Map<String, ColumnDigest> digests, DesignSpec spec) {
    int rows = 2;
    for (Field field : layout.fields()) {
      rows = Math.max(rows, size(source, field, digests.get(field.name())));
    }
    List<Column> columns = new ArrayList<>();
    for (Field field : layout.fields()) {
      columns.add(column(field, digests.get(field.name()), rows));
    }
    return Design.sketch(Table.of(source, columns), left(spec).missing(MissingPolicy.ERROR));
  }

  /** The roles without columns that are not read at all. */
  private static DesignSpec left(DesignSpec spec) {
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
    if (field.type() == Field.Type.TEXT) {
      String[] levels = digest.texts().keySet().toArray(String[]::new);
      String[] texts = new String[rows];
      java.util.Arrays.setAll(texts, i -> levels[i % levels.length]);
      return Column.Text.of(field.name(), texts);
    }
    double[] numbers = digest.witnesses();
    if (field.type() == Field.Type.NUMBER) {
      double[] values = new double[rows];
      java.util.Arrays.setAll(values, i -> numbers[i % numbers.length]);
      return Column.Numeric.of(field.name(), values);
    }
    byte[] flags = new byte[rows];
    for (int i = 0; i < rows; i++) {
      flags[i] = (byte) numbers[i % numbers.length];
    }
    return new Column.Flags(field.name(), flags, 0);
  }
}
