package org.perrin.io.table;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers for texts, in the order of first appearance. Looking up a text that is known makes no
 * object: a hash table with open addressing, compared in place.
 */
final class Dictionary implements Resumable {
  private final List<String> levels = new ArrayList<>();
  private int[] hashes = new int[16];
  private int[] slots = emptySlots(32);

  private static int[] emptySlots(int size) {
    int[] slots = new int[size];
    Arrays.fill(slots, -1);
    return slots;
  }

  List<String> levels() {
    return List.copyOf(levels);
  }

  String level(int code) {
    return levels.get(code);
  }

  int size() {
    return levels.size();
  }

  int code(String text) {
    return code(text.toCharArray(), 0, text.length());
  }

  /** The number of the text in {@code buffer[from] …}, a new one if it has not been seen. */
  int code(char[] buffer, int from, int length) {
    int hash = 0;
    for (int i = from; i < from + length; i++) {
      hash = 31 * hash + buffer[i];
    }
    hash = spread(hash);
    int slot = hash & (slots.length - 1);
    while (slots[slot] >= 0) {
      int code = slots[slot];
      if (hashes[code] == hash && same(levels.get(code), buffer, from, length)) {
        return code;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    return insert(new String(buffer, from, length), hash, slot);
  }

  private static int spread(int hash) {
    int mixed = hash * 0x9E3779B9;
    return mixed ^ (mixed >>> 15);
  }

  private static boolean same(String level, char[] buffer, int from, int length) {
    if (level.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (level.charAt(i) != buffer[from + i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(levels.size());
    for (String level : levels) {
      Resumable.write(out, level);
    }
  }

  @Override
  public void restore(DataInput in) throws IOException {
    int size = in.readInt();
    for (int k = 0; k < size; k++) {
      code(Resumable.text(in));
    }
  }

  private int insert(String level, int hash, int slot) {
    int code = levels.size();
    levels.add(level);
    if (code == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * code);
    }
    hashes[code] = hash;
    slots[slot] = code;
    if (2 * levels.size() > slots.length) {
      grow();
    }
    return code;
  }

  private void grow() {
    slots = emptySlots(2 * slots.length);
    for (int code = 0; code < levels.size(); code++) {
      int slot = hashes[code] & (slots.length - 1);
      while (slots[slot] >= 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = code;
    }
  }
}
