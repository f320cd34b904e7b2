package org.perrin.io.packed;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.perrin.io.table.Column;
import org.perrin.io.table.RowSink;
import org.perrin.io.table.Spelling;

/** What is seen of a column while its values pass by; O(1) memory. */
final class ColumnTally {
  private static final int MOST_SEEN = 1001;

  private final Set<Double> seen = new HashSet<>();
  private double last = Double.NaN;
  private double low = Double.POSITIVE_INFINITY;
  private double high = Double.NEGATIVE_INFINITY;
  private double fraction = Double.NaN;
  private double mean;
  private double squares;
  private long count;
  private long missing;

  void add(double value) {
    if (Double.isNaN(value)) {
      missing++;
      return;
    }
    count++;
    double away = value - mean;
    mean += away / count;
    squares += away * (value - mean);
    if (value == last) {
      return;
    }
    last = value;
    low = Math.min(low, value);
    high = Math.max(high, value);
    if (Double.isNaN(fraction) && value != Math.rint(value)) {
      fraction = value;
    }
    if (seen.size() < MOST_SEEN) {
      seen.add(value + 0.0);
    }
  }

  void save(DataOutput out) throws IOException {
    for (double value : new double[] {last, low, high, fraction, mean, squares}) {
      out.writeDouble(value);
    }
    out.writeLong(count);
    out.writeLong(missing);
    out.writeInt(seen.size());
    for (double value : seen) {
      out.writeDouble(value);
    }
  }

  void restore(DataInput in) throws IOException {
    last = in.readDouble();
    low = in.readDouble();
    high = in.readDouble();
    fraction = in.readDouble();
    mean = in.readDouble();
    squares = in.readDouble();
    count = in.readLong();
    missing = in.readLong();
    int size = in.readInt();
    for (int k = 0; k < size; k++) {
      seen.add(in.readDouble());
    }
  }

  private double sd() {
    return Math.sqrt(squares / Math.max(1, count - 1));
  }

  /** The values seen, as {@link PackedColumn#seen()} has them. */
  private List<Double> seen() {
    TreeSet<Double> all = new TreeSet<>(seen);
    if (count > 0) {
      all.add(low + 0.0);
      all.add(high + 0.0);
    }
    if (!Double.isNaN(fraction)) {
      all.add(fraction);
    }
    return new ArrayList<>(all);
  }

  /** What is known of the column without its rows. */
  PackedColumn column(RowSink.Shell shell, int place) {
    Column column = shell.column();
    Column.Flaw flaw =
        switch (column) {
          case Column.Numeric numeric -> numeric.flaw();
          case Column.Text text -> text.flaw();
          default -> null;
        };
    String advice = column instanceof Column.Other other ? other.advice() : null;
    return new PackedColumn(
        column.name(),
        column.kind(),
        place,
        missing,
        advice == null ? shell.levels() : List.of(),
        advice == null && finite(column) ? seen() : List.of(),
        finite(mean),
        finite(sd()),
        flaw,
        advice,
        column instanceof Column.Numeric numeric ? numeric.spelling() : Spelling.TEXT,
        column.note());
  }

  /** A column of numbers with a flaw cannot be used, so its values need not be known. */
  private static boolean finite(Column column) {
    return !(column instanceof Column.Numeric numeric) || numeric.flaw() == null;
  }

  private static double finite(double value) {
    return Double.isFinite(value) ? value : 0;
  }
}
