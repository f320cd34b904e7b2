package org.perrin.data;

/** Whole numbers of which there is one a row, on the heap or mapped; see {@link Storage}. */
public interface Ints {
  /** One of them. */
  int get(long i);

  /** Changes one. */
  void set(long i, int value);

  /** Numbers in an array. */
  record OnHeap(int[] values) implements Ints {
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
