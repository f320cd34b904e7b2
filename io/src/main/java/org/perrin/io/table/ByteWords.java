package org.perrin.io.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Numbers for the different words among some bytes, in the order of first appearance. */
final class ByteWords {
  private final byte[] bytes;
  private final CodeTable codes = new CodeTable();
  private int[] froms = new int[16];
  private int[] tos = new int[16];

  ByteWords(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The number of the word in these places. */
  int code(int from, int to) {
    int sum = 0;
    for (int i = from; i < to; i++) {
      sum = 31 * sum + bytes[i];
    }
    int hash = CodeTable.spread(sum);
    int slot = codes.first(hash);
    while (codes.code(slot) >= 0) {
      int code = codes.code(slot);
      if (Arrays.equals(bytes, froms[code], tos[code], bytes, from, to)) {
        return code;
      }
      slot = codes.next(hash, slot);
    }
    return insert(from, to, codes.insert(hash, slot));
  }

  private int insert(int from, int to, int code) {
    if (code == froms.length) {
      froms = Arrays.copyOf(froms, 2 * code);
      tos = Arrays.copyOf(tos, 2 * code);
    }
    froms[code] = from;
    tos[code] = to;
    return code;
  }

  /** The words, which must be UTF-8. */
  List<String> levels() throws IOException {
    List<String> levels = new ArrayList<>(codes.size());
    for (int code = 0; code < codes.size(); code++) {
      levels.add(PlainCsv.text(bytes, froms[code], tos[code] - froms[code]));
    }
    return levels;
  }
}
