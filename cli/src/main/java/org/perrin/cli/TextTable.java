package org.perrin.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Columns of text that line up. */
final class TextTable {
  private TextTable() {}

  /** A head and lines, all to the left. */
  static String of(List<String> head, List<List<String>> lines) {
    List<List<String>> all = new ArrayList<>(lines);
    all.addFirst(head);
    int[] width = new int[head.size()];
    for (List<String> line : all) {
      for (int c = 0; c < width.length; c++) {
        width[c] = Math.max(width[c], line.get(c).length());
      }
    }
    return all.stream().map(line -> aligned(line, width)).collect(Collectors.joining("\n"));
  }

  private static String aligned(List<String> line, int[] width) {
    var text = new StringBuilder();
    for (int c = 0; c < width.length; c++) {
      text.append(line.get(c)).repeat(' ', width[c] - line.get(c).length() + 2);
    }
    return text.toString().stripTrailing();
  }
}
