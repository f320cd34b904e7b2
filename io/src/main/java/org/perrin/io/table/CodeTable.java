package org.perrin.io.table;

import java.util.Arrays;

/**
 * A hash table with open addressing of numbers 0, 1, 2 … for things that its user keeps and
 * compares, in the order of first appearance. To look one up, go from {@link #first} by {@link
 * #next} until its slot is empty, where {@link #insert} may put it, or holds the number of an
 * equal.
 */
final class CodeTable {
  private int[] hashes = new int[16];
  private int[] slots = emptySlots(32);
  private int size;

  private static int[] emptySlots(int size) {
    int[] slots = new int[size];
    Arrays.fill(slots, -1);
    return slots;
  }

  /** Mixes the bits of a sum over letters. */
  static int spread(int sum) {
    int mixed = sum * 0x9E3779B9;
    return mixed ^ (mixed >>> 15);
  }

  int size() {
    return size;
  }

  /** The number in a slot, below 0 if it is empty. */
  int code(int slot) {
    return slots[slot];
  }

  /** The first slot with that hash, or the empty one where it belongs. */
  int first(int hash) {
    return from(hash, hash & (slots.length - 1));
  }

  /** The one after a slot. */
  int next(int hash, int slot) {
    return from(hash, (slot + 1) & (slots.length - 1));
  }

  private int from(int hash, int start) {
    int slot = start;
    while (slots[slot] >= 0 && hashes[slots[slot]] != hash) {
      slot = (slot + 1) & (slots.length - 1);
    }
    return slot;
  }

  /** A new number, in an empty slot that was found for its hash. */
  int insert(int hash, int slot) {
    int code = size++;
    if (code == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * code);
    }
    hashes[code] = hash;
    slots[slot] = code;
    if (2 * size > slots.length) {
      grow();
    }
    return code;
  }

  private void grow() {
    slots = emptySlots(2 * slots.length);
    for (int code = 0; code < size; code++) {
      int slot = hashes[code] & (slots.length - 1);
      while (slots[slot] >= 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = code;
    }
  }
}
