package org.perrin.data;

/** Whole numbers of which there is one a row, on the heap or mapped; see {@link Storage}. */
public interface Ints {
  /** How many. */
  long size();

  /** One of them. */
  int get(long i);

  /** Changes one. */
  void set(long i, int value);

  /** The first {@code n} of them, seen where they lie. */
  default Ints first(long n) {
    return n == size() ? this : new First(this, n);
  }

  /** All in an array; the array itself where they lie in one. For as many as the heap holds. */
  default int[] toArray() {
    int[] all = new int[Math.toIntExact(size())];
    for (int i = 0; i < all.length; i++) {
      all[i] = get(i);
    }
    return all;
  }

  /** Some of others. */
  record First(Ints all, long size) implements Ints {
    @Override
    public int get(long i) {
      return all.get(i);
    }

    @Override
    public void set(long i, int value) {
      all.set(i, value);
    }
  }

  /** Numbers in an array. */
  record OnHeap(int[] values) implements Ints {
    @Override
    public long size() {
      return values.length;
    }

    @Override
    public int[] toArray() {
      return values;
    }

    @Override
    public int get(long i) {
      return values[(int) i];
    }

    @Override
    public void set(long i, int value) {
      values[(int) i] = value;
    }
  }
}
