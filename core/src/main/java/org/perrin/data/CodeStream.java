package org.perrin.data;

/** Rows of numbers and codes that lie elsewhere, written to arrays when they are asked for. */
public interface CodeStream {
  /** N. */
  int count();

  /** Where what is made of the rows is to be kept. */
  Storage storage();

  /**
   * Writes rows {@code first ≤ i < first + n}: the numbers of each {@link CodedRows#pitch} apart,
   * the places of each next to the others'.
   */
  void write(int first, int n, double[] numbers, char[] places);

  /** The same of rows {@code rows[from + j]}, {@code 0 ≤ j < n}. */
  void write(int[] rows, int from, int n, double[] numbers, char[] places);
}
