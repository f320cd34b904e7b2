package org.perrin.data;

import org.perrin.math.Parallel;

/**
 * Numbers of which there is one a row, or a few: a response, weights, residuals. They lie on the
 * heap or in a mapped file, as {@link Storage} says, or are computed from a table's columns.
 */
public interface Doubles {
  /** How many. */
  long size();

  /** One of them. */
  double get(long i);

  /** Changes one; numbers that are computed refuse. */
  default void set(long i, double value) {
    throw new UnsupportedOperationException("these numbers are computed");
  }

  /** {@code out[at + j] = this[from + j]}, {@code 0 ≤ j < n}. */
  default void copy(long from, int n, double[] out, int at) {
    for (int j = 0; j < n; j++) {
      out[at + j] = get(from + j);
    }
  }

  /** {@code this[from + j] = values[j]}, {@code 0 ≤ j < n}. */
  default void put(long from, int n, double[] values) {
    for (int j = 0; j < n; j++) {
      set(from + j, values[j]);
    }
  }

  /** Their sum, by all cores; for as many as there can be rows. */
  default double sum() {
    return Parallel.sum(
        (int) size(),
        1,
        (s, from, to) -> {
          for (int i = from; i < to; i++) {
            s[0] += get(i);
          }
        })[0];
  }

  /** The first {@code n} of them, seen where they lie. */
  default Doubles first(long n) {
    return n == size() ? this : new First(this, n);
  }

  /** All in an array; the array itself where they lie in one. For as many as the heap holds. */
  default double[] toArray() {
    double[] all = new double[Math.toIntExact(size())];
    copy(0, all.length, all, 0);
    return all;
  }

  /** Those of an array, which is not copied. */
  static Doubles of(double[] values) {
    return new OnHeap(values);
  }

  /** Some of others. */
  record First(Doubles all, long size) implements Doubles {
    @Override
    public double get(long i) {
      return all.get(i);
    }

    @Override
    public void set(long i, double value) {
      all.set(i, value);
    }

    @Override
    public void copy(long from, int n, double[] out, int at) {
      all.copy(from, n, out, at);
    }
  }

  /** Numbers in an array. */
  record OnHeap(double[] values) implements Doubles {
    @Override
    public long size() {
      return values.length;
    }

    @Override
    public double get(long i) {
      return values[(int) i];
    }

    @Override
    public void set(long i, double value) {
      values[(int) i] = value;
    }

    @Override
    public void copy(long from, int n, double[] out, int at) {
      System.arraycopy(values, (int) from, out, at, n);
    }

    @Override
    public void put(long from, int n, double[] given) {
      System.arraycopy(given, 0, values, (int) from, n);
    }

    @Override
    public double[] toArray() {
      return values;
    }
  }
}
