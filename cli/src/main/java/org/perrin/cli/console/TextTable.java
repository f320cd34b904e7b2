package org.perrin.cli.console;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Columns of text that line up, within the width of the terminal. */
public final class TextTable {
  private static final String GAP = "  ";

  /** No column is made narrower than this. */
  private static final int LEAST = 12;

  private TextTable() {}

  /** A head and lines, all to the left; cells of the widest columns are broken where needed. */
  public static String of(List<String> head, List<List<String>> lines) {
    return of(head, lines, Terminal.width());
  }

  public static String of(List<String> head, List<List<String>> lines, int most) {
    List<List<String>> all = new ArrayList<>(lines);
    all.addFirst(head);
    int[] width = widths(all);
    while (total(width) > most && Arrays.stream(width).max().orElse(0) > LEAST) {
      width[widest(width)]--;
    }
    return all.stream().flatMap(line -> broken(line, width).stream()).collect(lines());
  }

  /**
   * The same, each line on one line: columns are dropped in the order given while the column {@code
   * flexible} cannot have {@code enough} characters (or all it needs), and then its cells are cut.
   */
  public static String cut(
      List<String> head,
      List<List<String>> lines,
      List<String> drop,
      String flexible,
      int enough,
      int most) {
    List<List<String>> all = new ArrayList<>(lines);
    all.addFirst(head);
    int f = head.indexOf(flexible);
    int[] width = widths(all);
    int room = most - total(width) + width[f];
    if (room < Math.min(enough, width[f]) && !drop.isEmpty()) {
      int gone = head.indexOf(drop.getFirst());
      return cut(
          without(head, gone),
          lines.stream().map(line -> without(line, gone)).toList(),
          drop.subList(1, drop.size()),
          flexible,
          enough,
          most);
    }
    width[f] = Math.min(width[f], Math.max(LEAST, room));
    return all.stream()
        .map(
            line ->
                IntStream.range(0, width.length)
                    .mapToObj(c -> TextLayout.cut(line.get(c), width[c]))
                    .toList())
        .map(line -> aligned(line, width))
        .collect(lines());
  }

  private static List<String> without(List<String> line, int column) {
    List<String> rest = new ArrayList<>(line);
    rest.remove(column);
    return rest;
  }

  private static java.util.stream.Collector<CharSequence, ?, String> lines() {
    return Collectors.joining("\n");
  }

  private static int[] widths(List<List<String>> all) {
    int[] width = new int[all.getFirst().size()];
    for (List<String> line : all) {
      for (int c = 0; c < width.length; c++) {
        width[c] = Math.max(width[c], TextLayout.length(line.get(c)));
      }
    }
    return width;
  }

  private static int total(int[] width) {
    return Arrays.stream(width).sum() + GAP.length() * (width.length - 1);
  }

  private static int widest(int[] width) {
    return IntStream.range(0, width.length)
        .reduce((a, b) -> width[b] > width[a] ? b : a)
        .orElseThrow();
  }

  /** A line as several, the cells broken between words. */
  private static List<String> broken(List<String> line, int[] width) {
    List<List<String>> cells =
        IntStream.range(0, width.length)
            .mapToObj(c -> TextLayout.words(line.get(c), width[c], width[c]))
            .toList();
    int height = cells.stream().mapToInt(List::size).max().orElse(1);
    return IntStream.range(0, height)
        .mapToObj(
            k -> aligned(cells.stream().map(c -> k < c.size() ? c.get(k) : "").toList(), width))
        .toList();
  }

  private static String aligned(List<String> line, int[] width) {
    var text = new StringBuilder();
    for (int c = 0; c < width.length; c++) {
      int gap = Math.max(0, width[c] - TextLayout.length(line.get(c))) + GAP.length();
      text.append(line.get(c)).repeat(' ', gap);
    }
    return text.toString().stripTrailing();
  }
}
