package org.perrin.io.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringTokenizer;
import org.perrin.io.InputException;
import org.perrin.io.MemoryCheck;
import org.perrin.io.MessageText;

/**
 * Reads {@code label index:value …}, one row a line, zeros left out, into columns {@code label},
 * {@code x1}, {@code x2}, … that are stored as they are written, without zeros: 12 bytes a value.
 * Features beyond the largest index have no column, and are zeros to a model that knows them.
 */
final class LibsvmFile {
  private static final int MOST_COLUMNS = 1_000_000;

  private final SourceFile file;
  private final Numbers numbers = new Numbers('.');
  private final DoubleBlocks labels = new DoubleBlocks();
  private final DoubleBlocks values = new DoubleBlocks();
  private final GrowingInts indices = new GrowingInts();
  private final GrowingInts ends = new GrowingInts();
  private int least = Integer.MAX_VALUE;
  private int most;
  private long line;

  private LibsvmFile(SourceFile file) {
    this.file = file;
  }

  static Table read(SourceFile file) {
    LibsvmFile reader = new LibsvmFile(file);
    TextLines.each(file, reader::add);
    return reader.build();
  }

  /** With zeros, for one who goes over all rows. */
  static Table readDense(SourceFile file) {
    Table table = read(file);
    MemoryCheck.check(
        file.name(), 8.0 * table.columns().size() * table.count(), "leave out rare features");
    return Table.of(
        table.source(),
        table.columns().stream()
            .map(Column.Numeric.class::cast)
            .<Column>map(c -> Column.Numeric.of(c.name(), c.values().toArray()))
            .toList());
  }

  private void add(long number, String row) {
    line = number;
    int comment = row.indexOf('#');
    var tokens = new StringTokenizer(comment < 0 ? row : row.substring(0, comment));
    if (!tokens.hasMoreTokens()) {
      return;
    }
    labels.add(number(tokens.nextToken(), "a label must be a number"));
    int last = -1;
    while (tokens.hasMoreTokens()) {
      String token = tokens.nextToken();
      if (token.startsWith("qid:")) {
        continue;
      }
      int index = index(token);
      if (index <= last) {
        throw bad(token, "indices must increase");
      }
      last = index;
      least = Math.min(least, index);
      most = Math.max(most, index);
      indices.add(index);
      values.add(number(token.substring(token.indexOf(':') + 1), "a value must be a number"));
    }
    ends.add(values.size());
  }

  private int index(String token) {
    int colon = token.indexOf(':');
    if (colon < 1) {
      throw bad(token, "features are written index:value");
    }
    try {
      int index = Integer.parseInt(token, 0, colon, 10);
      if (index >= 0) {
        return index;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw bad(token, "an index must be a whole number from 1 on");
  }

  private double number(String text, String rule) {
    double value = numbers.parse(text.toCharArray(), 0, text.length());
    if (!Double.isFinite(value)) {
      throw bad(text, rule);
    }
    return value;
  }

  private InputException bad(String token, String rule) {
    return InputException.of(
        file.name(), line, "%s: %s; correct the line".formatted(MessageText.quoted(token), rule));
  }

  private Table build() {
    double[] label = labels.toArray();
    if (label.length == 0) {
      throw InputException.of(file.name(), "holds no rows: add rows");
    }
    int first = Math.min(1, least);
    long width = values.size() == 0 ? 0 : (long) most - first + 1;
    if (width > MOST_COLUMNS) {
      throw InputException.of(
          file.name(),
          "%s features are more than %s: leave out rare ones"
              .formatted(MessageText.count(width), MessageText.count(MOST_COLUMNS)));
    }
    List<Column> columns = new ArrayList<>();
    columns.add(Column.Numeric.of("label", label));
    StoredNumbers[] features = features(first, (int) width, label.length);
    for (int k = 0; k < width; k++) {
      columns.add(Column.Numeric.of("x" + (first + k), features[k]));
    }
    return Table.sparse(file.name(), columns);
  }

  /** By columns; a value that was written as 0 is no other than one that was left out. */
  private StoredNumbers[] features(int first, int width, int count) {
    MemoryCheck.check(file.name(), 12.0 * values.size(), "leave out rare features");
    double[] value = values.toArray();
    int[] index = indices.toArray();
    int[] sizes = new int[width];
    for (int at = 0; at < value.length; at++) {
      sizes[index[at] - first] += value[at] == 0 ? 0 : 1;
    }
    int[][] rows = Arrays.stream(sizes).mapToObj(int[]::new).toArray(int[][]::new);
    double[][] numbers = Arrays.stream(sizes).mapToObj(double[]::new).toArray(double[][]::new);
    int[] used = new int[width];
    int[] end = ends.toArray();
    for (int row = 0, at = 0; row < end.length; row++) {
      for (; at < end[row]; at++) {
        int k = index[at] - first;
        if (value[at] != 0) {
          rows[k][used[k]] = row;
          numbers[k][used[k]++] = value[at];
        }
      }
    }
    StoredNumbers[] features = new StoredNumbers[width];
    Arrays.setAll(features, k -> new StoredNumbers.Sparse(count, rows[k], numbers[k]));
    return features;
  }
}
