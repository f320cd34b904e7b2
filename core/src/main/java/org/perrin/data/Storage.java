package org.perrin.data;

/**
 * Where what grows with the number of rows is kept: on the heap, or, where it would not fit, in
 * mapped files ({@link Scratch}). The numbers are the same bits either way.
 */
public interface Storage {
  /** Zeros. */
  Doubles doubles(long size);

  /** Zeros. */
  Ints ints(long size);

  /** An empty table, each number in four or eight bytes. */
  WritableRows rows(int count, int width, boolean single);

  /** Whether it is the heap. */
  default boolean onHeap() {
    return false;
  }

  /** Arrays. */
  static Storage heap() {
    return Heap.INSTANCE;
  }

  /** Arrays of Java, which have at most 2³¹ elements. */
  enum Heap implements Storage {
    /** The only one. */
    INSTANCE;

    @Override
    public Doubles doubles(long size) {
      return new Doubles.OnHeap(new double[Math.toIntExact(size)]);
    }

    @Override
    public Ints ints(long size) {
      return new Ints.OnHeap(new int[Math.toIntExact(size)]);
    }

    @Override
    public WritableRows rows(int count, int width, boolean single) {
      return single ? FloatRows.allocate(count, width) : DenseRows.allocate(count, width);
    }

    @Override
    public boolean onHeap() {
      return true;
    }
  }
}
