package org.perrin.io.table;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.perrin.io.MessageText;
import org.perrin.io.Remedy;

/** What the fields of a column of numbers say about how they are to be read; O(1) memory. */
final class SpellingTally implements Resumable {
  private final Map<String, Integer> units = new TreeMap<>();
  private final Map<String, Integer> markers = new TreeMap<>();
  private String groups = "";
  private String points = "";
  private String doubts = "";
  private Column.@Nullable Flaw odd;
  private Column.@Nullable Flaw doubtful;

  /** How a column is to be read; the flaw says why not as numbers, if it cannot be. */
  record Decision(Spelling spelling, Column.@Nullable Flaw flaw) {}

  void add(@Nullable FormattedNumber number, String text, long line) {
    groups = with(groups, number.group());
    points = with(points, number.point());
    doubts = with(doubts, number.doubt());
    if (!number.unit().isEmpty()) {
      units.merge(number.unit(), 1, Integer::sum);
    }
    if (odd == null) {
      odd = unlike(text, line);
    }
    if (doubtful == null && number.doubt() != Spelling.NONE) {
      doubtful =
          flaw(
              line,
              text,
              "may be %s or %s: %s"
                  .formatted(
                      text.replace(number.doubt(), '.'),
                      text.replace("" + number.doubt(), ""),
                      Remedy.DECIMAL));
    }
  }

  /** For a field that is not read as the others are. */
  static Column.Flaw unlike(String text, long line) {
    return flaw(line, text, "is not written like the other numbers of the column: write all alike");
  }

  private static Column.Flaw flaw(long line, String text, String problem) {
    return new Column.Flaw(
        "line " + line,
        "%s %s, %s, or take its values as levels by C(…) in a formula"
            .formatted(MessageText.quoted(text), problem, Remedy.LEAVE_COLUMN_OUT));
  }

  /** A number as programs write it, which has decimals after {@code point}. */
  void addPoint(char point) {
    points = with(points, point);
  }

  void addMarker(String text) {
    markers.merge(text, 1, Integer::sum);
  }

  private static String with(String seen, char c) {
    return c == Spelling.NONE || seen.indexOf(c) >= 0 ? seen : seen + c;
  }

  /** What certainly stands before decimals: one character, several, or none. */
  String points() {
    return points;
  }

  /** Fields that are missing by their words. */
  int marked() {
    return markers.values().stream().mapToInt(Integer::intValue).sum();
  }

  /**
   * Decides.
   *
   * @param numbers how many there are
   * @param now how they were read so far, which is kept unless the numbers contradict it
   * @param file what stands before decimals in the rest of the file, or NONE if that is unknown
   * @param said whether the user said so
   */
  Decision decide(long numbers, Spelling now, char file, boolean said) {
    long dressed = units.values().stream().mapToLong(Integer::longValue).sum();
    boolean uniform = units.isEmpty() || units.size() == 1 && dressed == numbers;
    boolean other = said && !points.isEmpty() && points.charAt(0) != file;
    if (!uniform || other || groups.length() > 1 || points.length() > 1) {
      return new Decision(Spelling.TEXT, odd);
    }
    char group = groups.isEmpty() ? Spelling.NONE : groups.charAt(0);
    char point = points.isEmpty() ? Spelling.NONE : points.charAt(0);
    if (doubts.length() > 1 && point == Spelling.NONE && group == Spelling.NONE) {
      return new Decision(Spelling.TEXT, doubtful);
    }
    for (char doubt : doubts.toCharArray()) {
      boolean settled = doubt == point || doubt == group;
      if (!settled && point == Spelling.NONE && group == Spelling.NONE) {
        if (file == Spelling.NONE) {
          return new Decision(Spelling.TEXT, doubtful);
        }
        point = file;
        settled = doubt == file;
      }
      if (!settled && point == Spelling.NONE && group != Spelling.NONE) {
        point = doubt;
      } else if (!settled && group == Spelling.NONE) {
        group = doubt;
      } else if (!settled) {
        return new Decision(Spelling.TEXT, odd);
      }
    }
    if (point == Spelling.NONE) {
      point = group != now.point() ? now.point() : group == '.' ? ',' : '.';
    }
    String unit = units.keySet().stream().findFirst().orElse("");
    return point == group
        ? new Decision(Spelling.TEXT, odd)
        : new Decision(
            new Spelling(false, point, group, unit, List.copyOf(markers.keySet())), null);
  }

  @Override
  public void save(DataOutput out) throws IOException {
    save(out, units);
    save(out, markers);
    Resumable.write(out, groups);
    Resumable.write(out, points);
    Resumable.write(out, doubts);
    Resumable.write(out, odd);
    Resumable.write(out, doubtful);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    restore(in, units);
    restore(in, markers);
    groups = Resumable.text(in);
    points = Resumable.text(in);
    doubts = Resumable.text(in);
    odd = Resumable.flaw(in);
    doubtful = Resumable.flaw(in);
  }

  private static void save(DataOutput out, Map<String, Integer> counts) throws IOException {
    out.writeInt(counts.size());
    for (var entry : counts.entrySet()) {
      Resumable.write(out, entry.getKey());
      out.writeInt(entry.getValue());
    }
  }

  private static void restore(DataInput in, Map<String, Integer> counts) throws IOException {
    int size = in.readInt();
    for (int k = 0; k < size; k++) {
      String text = Resumable.text(in);
      counts.put(text, in.readInt());
    }
  }
}
