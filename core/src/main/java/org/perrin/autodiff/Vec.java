package org.perrin.autodiff;

/** A vector of parameters: numbers that stand side by side, so that sums over all are one node. */
public final class Vec {
  private final Tape tape;
  private final int first;
  private final int size;

  Vec(Tape tape, int first, int size) {
    this.tape = tape;
    this.first = first;
    this.size = size;
  }

  /** How many numbers. */
  public int size() {
    return size;
  }

  /** Element {@code k}, counted from 0. */
  public Num get(int k) {
    return tape.handle(first + java.util.Objects.checkIndex(k, size));
  }

  /** Elements {@code from ≤ k < to}: a row of a matrix, say. */
  public Vec slice(int from, int to) {
    java.util.Objects.checkFromToIndex(from, to, size);
    return new Vec(tape, first + from, to - from);
  }

  /** {@code Σₖ xₖ · this[k]}, a linear predictor. */
  public Num dot(double[] x) {
    if (x.length < size) {
      throw new IllegalArgumentException("%d numbers for a vector of %d".formatted(x.length, size));
    }
    return tape.dense(first, x, 0, size);
  }

  /** {@code Σₖ this[k] · other[k]}. */
  public Num dot(Vec other) {
    if (other.size != size) {
      throw new IllegalArgumentException(
          "a vector of %d and one of %d".formatted(size, other.size));
    }
    Num[] products = new Num[size];
    for (int k = 0; k < size; k++) {
      products[k] = get(k).times(other.get(k));
    }
    return tape.sum(products, size);
  }

  /** {@code Σₖ this[k]²}. */
  public Num squares() {
    Num[] squares = new Num[size];
    for (int k = 0; k < size; k++) {
      squares[k] = get(k).square();
    }
    return tape.sum(squares, size);
  }

  /** {@code Σₖ this[k]}. */
  public Num sum() {
    double[] ones = new double[size];
    java.util.Arrays.fill(ones, 1);
    return dot(ones);
  }
}
