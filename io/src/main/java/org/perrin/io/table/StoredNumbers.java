package org.perrin.io.table;

import java.util.Arrays;
import java.util.List;

/**
 * The numbers of a column in bytes, shorts, ints or doubles: the narrowest that gives every one of
 * them back bit by bit. Most columns of real tables are small whole numbers and take an eighth of
 * what doubles do. NaN stands for a missing value; the least value of a narrow form is kept for it.
 * The three narrow forms differ by the type of their arrays alone: one loop for all of them would
 * ask for each number which it is, where designs are filled.
 */
public sealed interface StoredNumbers {
  /** How many. */
  int length();

  /** One of them. */
  double get(int row);

  /** Writes numbers {@code from ≤ i < to} to {@code out[at]}, {@code out[at + step]} and so on. */
  void copy(int from, int to, double[] out, int at, int step);

  /** All of them; the array may be the one that is stored, and must not be changed. */
  default double[] toArray() {
    double[] all = new double[length()];
    copy(0, all.length, all, 0, 1);
    return all;
  }

  /** As they are, in the array that is given. */
  static StoredNumbers of(double... values) {
    return new Doubles(values);
  }

  /** All numbers of an array in the narrowest form, which may be the array itself. */
  static StoredNumbers narrow(double... values) {
    return bytes(values, values.length) == Double.BYTES
        ? of(values)
        : narrow(values, values.length);
  }

  /** The first {@code count} of an array, copied into the narrowest form. */
  static StoredNumbers narrow(double[] values, int count) {
    return copied(values, count, bytes(values, count));
  }

  /** The same of whole numbers and NaN that are no larger than this, which is an int; no −0. */
  static StoredNumbers narrow(double[] values, int count, long largest) {
    return copied(values, count, bytes((int) largest));
  }

  private static StoredNumbers copied(double[] values, int count, int bytes) {
    Growing all = zeros(bytes, count);
    all.put(of(values), count, 0);
    return all;
  }

  /**
   * Several after each other, in the form of the widest. Doubles stay where they are: a column of
   * them is copied into a design as a rule, and nowhere else.
   */
  static StoredNumbers joined(List<StoredNumbers> parts) {
    int bytes = parts.stream().mapToInt(StoredNumbers::bytes).max().orElse(1);
    int count = parts.stream().mapToInt(StoredNumbers::length).reduce(0, Math::addExact);
    if (bytes == Double.BYTES && parts.size() > 1) {
      return Parts.of(parts);
    }
    Growing all = zeros(bytes, count);
    int at = 0;
    for (StoredNumbers part : parts) {
      all.put(part, part.length(), at);
      at += part.length();
    }
    return all;
  }

  private static int bytes(double[] values, int count) {
    int bytes = 1;
    for (int i = 0; i < count && bytes < Double.BYTES; i++) {
      bytes = Math.max(bytes, bytes(values[i]));
    }
    return bytes;
  }

  private static Growing zeros(int bytes, int count) {
    return switch (bytes) {
      case Byte.BYTES -> new Bytes(new byte[count]);
      case Short.BYTES -> new Shorts(new short[count]);
      case Integer.BYTES -> new Ints(new int[count]);
      default -> new Doubles(new double[count]);
    };
  }

  /** Bytes a number. */
  int bytes();

  /** Bytes that a number needs: a whole one few, but not −0, which is a double only. */
  private static int bytes(double value) {
    int whole = (int) value;
    if (Double.isNaN(value)) {
      return Byte.BYTES;
    }
    if (Double.doubleToRawLongBits(whole) != Double.doubleToRawLongBits(value)
        || whole == Integer.MIN_VALUE) {
      return Double.BYTES;
    }
    return bytes(Math.abs(whole));
  }

  private static int bytes(int size) {
    return size <= Byte.MAX_VALUE
        ? Byte.BYTES
        : size <= Short.MAX_VALUE ? Short.BYTES : Integer.BYTES;
  }

  /** A form that is filled while it is made. */
  sealed interface Growing extends StoredNumbers {
    /** Writes the first of a part, none of which needs a wider form, from place {@code at} on. */
    void put(StoredNumbers part, int count, int at);
  }

  /** Any numbers. */
  record Doubles(double[] values) implements Growing {
    @Override
    public int length() {
      return values.length;
    }

    @Override
    public double get(int row) {
      return values[row];
    }

    @Override
    public void copy(int from, int to, double[] out, int at, int step) {
      for (int i = from, j = at; i < to; i++, j += step) {
        out[j] = values[i];
      }
    }

    @Override
    public double[] toArray() {
      return values;
    }

    @Override
    public int bytes() {
      return Double.BYTES;
    }

    @Override
    public void put(StoredNumbers part, int count, int at) {
      part.copy(0, count, values, at, 1);
    }
  }

  /**
   * Numbers of which most are 0.
   *
   * @param length how many
   * @param rows those that are not 0, in order
   * @param values what they are
   */
  record Sparse(int length, int[] rows, double[] values) implements StoredNumbers {
    @Override
    public double get(int row) {
      int at = Arrays.binarySearch(rows, row);
      return at < 0 ? 0 : values[at];
    }

    @Override
    public void copy(int from, int to, double[] out, int at, int step) {
      for (int i = from, j = at; i < to; i++, j += step) {
        out[j] = 0;
      }
      int first = Arrays.binarySearch(rows, from);
      for (int e = first < 0 ? -first - 1 : first; e < rows.length && rows[e] < to; e++) {
        out[at + (rows[e] - from) * step] = values[e];
      }
    }

    @Override
    public int bytes() {
      return Double.BYTES;
    }
  }

  /**
   * Several forms after each other, as parts of a file were read.
   *
   * @param parts the forms
   * @param starts where each begins, and where the last one ends
   */
  record Parts(StoredNumbers[] parts, int[] starts) implements StoredNumbers {
    static Parts of(List<StoredNumbers> parts) {
      int[] starts = new int[parts.size() + 1];
      for (int p = 0; p < parts.size(); p++) {
        starts[p + 1] = starts[p] + parts.get(p).length();
      }
      return new Parts(parts.toArray(StoredNumbers[]::new), starts);
    }

    @Override
    public int length() {
      return starts[parts.length];
    }

    private int part(int row) {
      int place = Arrays.binarySearch(starts, row);
      return place < 0 ? -place - 2 : place;
    }

    @Override
    public double get(int row) {
      int p = part(row);
      return parts[p].get(row - starts[p]);
    }

    @Override
    public void copy(int from, int to, double[] out, int at, int step) {
      int first = from;
      for (int p = from < to ? part(from) : 0; first < to; p++) {
        int last = Math.min(to, starts[p + 1]);
        parts[p].copy(first - starts[p], last - starts[p], out, at + (first - from) * step, step);
        first = last;
      }
    }

    @Override
    public int bytes() {
      return Double.BYTES;
    }
  }

  /** Whole numbers of up to nine digits, and some of ten. */
  record Ints(int[] values) implements Growing {
    private static final int NONE = Integer.MIN_VALUE;

    @Override
    public int length() {
      return values.length;
    }

    @Override
    public double get(int row) {
      return values[row] == NONE ? Double.NaN : values[row];
    }

    @Override
    public void copy(int from, int to, double[] out, int at, int step) {
      for (int i = from, j = at; i < to; i++, j += step) {
        out[j] = values[i] == NONE ? Double.NaN : values[i];
      }
    }

    @Override
    public int bytes() {
      return Integer.BYTES;
    }

    @Override
    public void put(StoredNumbers part, int count, int at) {
      for (int i = 0; i < count; i++) {
        double value = part.get(i);
        values[at + i] = Double.isNaN(value) ? NONE : (int) value;
      }
    }
  }

  /** Whole numbers within ±32,767. */
  record Shorts(short[] values) implements Growing {
    private static final short NONE = Short.MIN_VALUE;

    @Override
    public int length() {
      return values.length;
    }

    @Override
    public double get(int row) {
      return values[row] == NONE ? Double.NaN : values[row];
    }

    @Override
    public void copy(int from, int to, double[] out, int at, int step) {
      for (int i = from, j = at; i < to; i++, j += step) {
        out[j] = values[i] == NONE ? Double.NaN : values[i];
      }
    }

    @Override
    public int bytes() {
      return Short.BYTES;
    }

    @Override
    public void put(StoredNumbers part, int count, int at) {
      for (int i = 0; i < count; i++) {
        double value = part.get(i);
        values[at + i] = Double.isNaN(value) ? NONE : (short) value;
      }
    }
  }

  /** Whole numbers within ±127. */
  record Bytes(byte[] values) implements Growing {
    private static final byte NONE = Byte.MIN_VALUE;

    @Override
    public int length() {
      return values.length;
    }

    @Override
    public double get(int row) {
      return values[row] == NONE ? Double.NaN : values[row];
    }

    @Override
    public void copy(int from, int to, double[] out, int at, int step) {
      for (int i = from, j = at; i < to; i++, j += step) {
        out[j] = values[i] == NONE ? Double.NaN : values[i];
      }
    }

    @Override
    public int bytes() {
      return Byte.BYTES;
    }

    @Override
    public void put(StoredNumbers part, int count, int at) {
      for (int i = 0; i < count; i++) {
        double value = part.get(i);
        values[at + i] = Double.isNaN(value) ? NONE : (byte) value;
      }
    }
  }
}
