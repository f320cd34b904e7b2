package org.perrin.io.table;

import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import org.perrin.io.InputException;
import org.perrin.io.MemoryCheck;
import org.perrin.io.MessageText;

/**
 * Reads {@code label index:value …}, one row a line, zeros left out, into dense columns {@code
 * label}, {@code x1}, {@code x2}, … Takes 12 bytes a non-zero value beside the table.
 */
final class LibsvmFile {
  private static final long MOST_CELLS = Integer.MAX_VALUE;

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
    if (width * label.length > MOST_CELLS || width > 1_000_000) {
      throw InputException.of(
          file.name(),
          "%s × %s features are too many for a dense table: leave out rare ones"
              .formatted(MessageText.count(label.length, "row"), MessageText.count(width)));
    }
    MemoryCheck.check(file.name(), 8.0 * width * label.length, "leave out rare features");
    double[][] dense = new double[(int) width][label.length];
    scatter(dense, first);
    List<Column> columns = new ArrayList<>();
    columns.add(Column.Numeric.of("label", label));
    for (int k = 0; k < width; k++) {
      columns.add(Column.Numeric.of("x" + (first + k), dense[k]));
    }
    return Table.of(file.name(), columns);
  }

  private void scatter(double[][] dense, int first) {
    double[] value = values.toArray();
    int[] index = indices.toArray();
    int[] end = ends.toArray();
    int at = 0;
    for (int row = 0; row < end.length; row++) {
      for (; at < end[row]; at++) {
        dense[index[at] - first][row] = value[at];
      }
    }
  }
}
