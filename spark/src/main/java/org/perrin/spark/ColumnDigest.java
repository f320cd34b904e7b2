package org.perrin.spark;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.TreeMap;

/**
 * A column at a glance, from one pass: what encodings and default priors ask of it. Every figure is
 * exact or independent of the order of rows, so partitions do not show.
 */
final class ColumnDigest implements Serializable {
  private static final long serialVersionUID = 1L;
  private static final MathContext DIGITS = new MathContext(60);

  /** One more than the levels that a model takes: enough to see that there are too many. */
  static final int MOST = 1001;

  private final ExactSum sum = new ExactSum();
  private final ExactSum sizes = new ExactSum();
  private final ExactSum squares = new ExactSum();
  private TreeMap<Double, Long> numbers = new TreeMap<>();
  private TreeMap<String, Long> texts = new TreeMap<>();
  private double low = Double.POSITIVE_INFINITY;
  private double high = Double.NEGATIVE_INFINITY;
  private double leastBroken = Double.POSITIVE_INFINITY;
  private double last = Double.NaN;
  private long count;

  void number(double value) {
    count++;
    sum.add(value);
    sizes.add(Math.abs(value));
    squares.add(value * value);
    low = Math.min(low, value);
    high = Math.max(high, value);
    if (value != Math.rint(value)) {
      leastBroken = Math.min(leastBroken, value);
    }
    // a feature that varies has too many values soon, and then costs nothing here
    if (numbers != null && value != last) {
      numbers = counted(numbers, value + 0.0, 1L);
      last = value;
    }
  }

  /** So many zeros. */
  void zeros(long times) {
    if (times == 0) {
      return;
    }
    count += times;
    low = Math.min(low, 0);
    high = Math.max(high, 0);
    numbers = numbers == null ? null : counted(numbers, 0.0, times);
    last = Double.NaN;
  }

  void text(String value, long times) {
    count += times;
    texts = texts == null ? null : counted(texts, value, times);
  }

  private static <K> TreeMap<K, Long> counted(TreeMap<K, Long> map, K key, long times) {
    map.merge(key, times, Long::sum);
    return map.size() > MOST ? null : map;
  }

  void add(ColumnDigest other) {
    count += other.count;
    sum.add(other.sum);
    sizes.add(other.sizes);
    squares.add(other.squares);
    low = Math.min(low, other.low);
    high = Math.max(high, other.high);
    leastBroken = Math.min(leastBroken, other.leastBroken);
    numbers = merged(numbers, other.numbers);
    texts = merged(texts, other.texts);
  }

  private static <K> TreeMap<K, Long> merged(TreeMap<K, Long> a, TreeMap<K, Long> b) {
    if (a == null || b == null) {
      return null;
    }
    var map = new TreeMap<>(a);
    b.forEach((key, times) -> map.merge(key, times, Long::sum));
    return map.size() > MOST ? null : map;
  }

  /** A few numbers that a model guessed from them would be guessed from all. */
  double[] witnesses() {
    if (numbers != null) {
      return numbers.keySet().stream().mapToDouble(v -> v).toArray();
    }
    boolean whole = leastBroken == Double.POSITIVE_INFINITY;
    double middle = low + (high - low) / 2;
    return whole
        ? new double[] {low, Math.rint(middle), high}
        : new double[] {low, leastBroken, middle, high};
  }

  /** The different texts, or null if there are more than a model takes. */
  TreeMap<String, Long> texts() {
    return texts;
  }

  long count() {
    return count;
  }

  boolean twoValued() {
    return numbers != null && numbers.size() == 2;
  }

  double low() {
    return low;
  }

  double high() {
    return high;
  }

  /** The mean size. */
  double size() {
    return count == 0 ? 0 : sizes.value().divide(BigDecimal.valueOf(count), DIGITS).doubleValue();
  }

  double mean() {
    return count == 0 ? 0 : sum.value().divide(BigDecimal.valueOf(count), DIGITS).doubleValue();
  }

  double sd() {
    if (count < 2 || low == high) {
      return 0;
    }
    BigDecimal n = BigDecimal.valueOf(count);
    BigDecimal total = sum.value();
    BigDecimal rest = squares.value().subtract(total.multiply(total).divide(n, DIGITS));
    return Math.sqrt(Math.max(0, rest.doubleValue() / (count - 1)));
  }
}
