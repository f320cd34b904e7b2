package org.perrin.io.table;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Numbers for texts, in the order of first appearance. Looking up a text that is known makes no
 * object: letters are compared in place.
 */
final class Dictionary implements Resumable {
  private final List<String> levels = new ArrayList<>();
  private final CodeTable codes = new CodeTable();

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
    int sum = 0;
    for (int i = from; i < from + length; i++) {
      sum = 31 * sum + buffer[i];
    }
    int hash = CodeTable.spread(sum);
    int slot = codes.first(hash);
    while (codes.code(slot) >= 0) {
      if (same(levels.get(codes.code(slot)), buffer, from, length)) {
        return codes.code(slot);
      }
      slot = codes.next(hash, slot);
    }
    levels.add(new String(buffer, from, length));
    return codes.insert(hash, slot);
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
}
