package org.perrin.io.packed;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

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

  long missing() {
    return missing;
  }

  double mean() {
    return mean;
  }

  double sd() {
    return Math.sqrt(squares / Math.max(1, count - 1));
  }

  /** The values seen, as {@link PackedColumn#seen()} has them. */
  List<Double> seen() {
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
}
