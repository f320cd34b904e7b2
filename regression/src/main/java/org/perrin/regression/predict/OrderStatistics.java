package org.perrin.regression.predict;

/** Order statistics without sorting. */
final class OrderStatistics {
  private OrderStatistics() {}

  /** The k-th smallest (from 0 on), by Hoare's selection; the values change places. */
  static double select(double[] values, int k) {
    int low = 0;
    int high = values.length - 1;
    while (low < high) {
      double pivot = values[(low + high) >>> 1];
      int i = low;
      int j = high;
      while (i <= j) {
        while (values[i] < pivot) {
          i++;
        }
        while (values[j] > pivot) {
          j--;
        }
        if (i <= j) {
          double swap = values[i];
          values[i++] = values[j];
          values[j--] = swap;
        }
      }
      if (k <= j) {
        high = j;
      } else if (k >= i) {
        low = i;
      } else {
        return values[k];
      }
    }
    return values[k];
  }
}
