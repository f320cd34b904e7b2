package org.perrin.io.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Numbers for the different words among some bytes, in the order of first appearance. */
final class ByteWords {
  private final byte[] bytes;
  private int[] froms = new int[16];
  private int[] tos = new int[16];
  private int[] hashes = new int[16];
  private int[] slots = emptySlots(32);
  private int size;

  ByteWords(byte[] bytes) {
    this.bytes = bytes;
  }

  private static int[] emptySlots(int size) {
    int[] slots = new int[size];
    Arrays.fill(slots, -1);
    return slots;
  }

  /** The number of the word in these places. */
  int code(int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + bytes[i];
    }
    hash *= 0x9E3779B9;
    hash ^= hash >>> 15;
    int slot = hash & (slots.length - 1);
    while (slots[slot] >= 0) {
      int code = slots[slot];
      if (hashes[code] == hash && Arrays.equals(bytes, froms[code], tos[code], bytes, from, to)) {
        return code;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    return insert(from, to, hash, slot);
  }

  private int insert(int from, int to, int hash, int slot) {
    int code = size++;
    if (code == froms.length) {
      froms = Arrays.copyOf(froms, 2 * code);
      tos = Arrays.copyOf(tos, 2 * code);
      hashes = Arrays.copyOf(hashes, 2 * code);
    }
    froms[code] = from;
    tos[code] = to;
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

  /** The words, which must be UTF-8. */
  List<String> levels() throws IOException {
    List<String> levels = new ArrayList<>(size);
    for (int code = 0; code < size; code++) {
      levels.add(PlainCsv.text(bytes, froms[code], tos[code] - froms[code]));
    }
    return levels;
  }
}
