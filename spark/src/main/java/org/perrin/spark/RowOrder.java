package org.perrin.spark;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The order of rows that came in parts: that of their keys, then of their contents. A row's place
 * is its part times 2³² and its number in the part. O(N log N), 20 bytes a row.
 */
final class RowOrder {
  private RowOrder() {}

  /** All keys, sorted. */
  static long[] sorted(List<long[]> keys) {
    long[] all = new long[keys.stream().mapToInt(part -> part.length).sum()];
    int at = 0;
    for (long[] part : keys) {
      System.arraycopy(part, 0, all, at, part.length);
      at += part.length;
    }
    Arrays.parallelSort(all);
    return all;
  }

  /** The place of the first key that is not below {@code key}. */
  static int first(long[] sorted, long key) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** The places of rows, in order. */
  static long[] of(List<long[]> keys, Comparator<Long> contents) {
    long[] sorted = sorted(keys);
    long[] places = new long[sorted.length];
    int[] equal = new int[sorted.length];
    for (int part = 0; part < keys.size(); part++) {
      long[] own = keys.get(part);
      for (int i = 0; i < own.length; i++) {
        int at = first(sorted, own[i]);
        places[at + equal[at]++] = (long) part << 32 | i;
      }
    }
    for (int at = 0; at < places.length; at += equal[at]) {
      if (equal[at] > 1) {
        sort(places, at, at + equal[at], contents);
      }
    }
    return places;
  }

  private static void sort(long[] places, int from, int to, Comparator<Long> contents) {
    Long[] some = Arrays.stream(places, from, to).boxed().toArray(Long[]::new);
    Arrays.sort(some, contents);
    for (int i = from; i < to; i++) {
      places[i] = some[i - from];
    }
  }

  /** The part of a place. */
  static int part(long place) {
    return (int) (place >>> 32);
  }

  /** The number of a place in its part. */
  static int row(long place) {
    return (int) place;
  }
}
