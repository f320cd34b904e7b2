package org.perrin.io.design;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.Remedy;
import org.perrin.io.formula.Expr;
import org.perrin.io.table.Column;
import org.perrin.io.table.StoredNumbers;
import org.perrin.io.table.Table;
import org.perrin.io.table.TruthWords;

/**
 * The columns of a table as they are used: numbers, flags or levels, with what is wrong in them
 * reported at that moment.
 */
record TypedColumns(Table table) {
  static final int MOST_LEVELS = 1000;

  /** From here on, or from some levels and a share of the rows on, levels are many. */
  private static final int MANY_LEVELS = 100;

  private static final int SOME_LEVELS = 20;
  private static final double SHARE = 0.05;

  private static final Set<String> FLAGS = Set.of("false", "true");

  /** The code of a level that was not there when the model was fitted. */
  static final int NEW = -2;

  InputException bad(String column, String problem) {
    return new InputException(
        "%s, column %s: %s".formatted(table.source(), MessageText.quoted(column), problem));
  }

  InputException bad(int row, String column, String problem) {
    return new InputException(
        "%s, row %d, column %s: %s"
            .formatted(table.source(), row + 1, MessageText.quoted(column), problem));
  }

  private InputException bad(String column, Column.Flaw flaw) {
    return new InputException(
        "%s, %s, column %s: %s"
            .formatted(table.source(), flaw.where(), MessageText.quoted(column), flaw.problem()));
  }

  /** The column as numbers, NaN where missing; flags count as 0 and 1. */
  double[] numbers(String name) {
    return switch (table.column(name)) {
      case Column.Numeric column -> {
        if (column.flaw() != null) {
          throw bad(name, column.flaw());
        }
        yield column.values().toArray();
      }
      case Column.Flags column -> {
        double[] values = new double[column.count()];
        for (int i = 0; i < values.length; i++) {
          values[i] = column.values()[i] < 0 ? Double.NaN : column.values()[i];
        }
        yield values;
      }
      case Column.Text column -> {
        if (column.flaw() != null) {
          throw bad(name, column.flaw());
        }
        throw bad(
            name,
            "holds text such as %s where numbers are needed: use C(…) for a feature; for a target, %s"
                .formatted(example(column), Remedy.TWO_LEVELS));
      }
      case Column.Other column -> throw bad(name, column.advice());
    };
  }

  /** The same, as they are stored. */
  StoredNumbers values(String name) {
    return table.column(name) instanceof Column.Numeric column && column.flaw() == null
        ? column.values()
        : StoredNumbers.of(numbers(name));
  }

  private static String example(Column.Text column) {
    return column.levels().stream().findFirst().map(MessageText::quoted).orElse("nothing");
  }

  /** The column as 0 and 1. */
  double[] flags(String name) {
    Column column = table.column(name);
    double[] values = column instanceof Column.Text text ? truths(name, text) : numbers(name);
    for (int i = 0; i < values.length; i++) {
      if (!Double.isNaN(values[i]) && Target.flag(values[i]) != null) {
        throw bad(i, name, Target.flag(values[i]) + ": correct it");
      }
    }
    return values;
  }

  private double[] truths(String name, Column.Text text) {
    double[] values = new double[text.count()];
    for (int i = 0; i < values.length; i++) {
      String word = text.get(i);
      int truth = word == null ? 0 : TruthWords.of(word);
      if (truth < 0) {
        throw bad(
            i,
            name,
            "%s is neither true nor false: correct it".formatted(MessageText.quoted(word)));
      }
      values[i] = word == null ? Double.NaN : truth;
    }
    return values;
  }

  /** Whether so many levels leave few rows for each. */
  boolean isCrowded(int levels, RowSelection rows) {
    return levels > MANY_LEVELS || levels > SOME_LEVELS && levels > SHARE * total(rows);
  }

  /** Rows that are kept, of the packed table if this is a sketch of one. */
  int total(RowSelection rows) {
    return rows.kept() == null ? table.total() : rows.count();
  }

  /** A number as a level's name: without decimals if it has none. */
  static String label(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? String.valueOf((long) value)
        : String.valueOf(value);
  }

  /** The levels that occur in {@code rows}, sorted: numbers by size, text by its characters. */
  List<String> levels(String name, RowSelection rows) {
    return levels(name, rows, MOST_LEVELS);
  }

  /** As {@link #levels(String, Rows)}, with another limit. */
  List<String> levels(String name, RowSelection rows, int most) {
    Collection<?> found =
        switch (table.column(name)) {
          case Column.Text text -> textLevels(text, rows);
          case Column.Other other -> throw bad(name, other.advice());
          case Column.Flags _, Column.Numeric _ -> distinct(numbers(name), rows, most);
        };
    if (found.size() > most) {
      boolean text = table.column(name) instanceof Column.Text;
      throw bad(
          name,
          "has %s, more than a model takes as levels: %s%s"
              .formatted(
                  text
                      ? MessageText.count(found.size()) + " different texts"
                      : "over %s different numbers".formatted(MessageText.count(most)),
                  Remedy.LEAVE_COLUMN_OUT,
                  most > MOST_LEVELS
                      ? ""
                      : ", or give each level an intercept by (1 | %s) in a formula"
                          .formatted(Expr.name(name))));
    }
    boolean flags = table.column(name) instanceof Column.Flags;
    return found.stream().map(level -> text(level, flags)).toList();
  }

  private static String text(Object level, boolean flag) {
    return switch (level) {
      case Double number when flag -> number == 1 ? "true" : "false";
      case Double number -> label(number);
      default -> level.toString();
    };
  }

  private static Collection<String> textLevels(Column.Text text, RowSelection rows) {
    boolean[] seen = new boolean[text.levels().size()];
    for (int i = 0; i < rows.count(); i++) {
      int code = text.codes()[rows.get(i)];
      if (code >= 0) {
        seen[code] = true;
      }
    }
    List<String> levels = new ArrayList<>();
    for (int code = 0; code < seen.length; code++) {
      if (seen[code]) {
        levels.add(text.levels().get(code));
      }
    }
    if (!text.arranged()) {
      levels.sort(null);
    }
    return levels;
  }

  /** The different numbers in {@code rows}; stops when there are more than {@code most}. */
  static TreeSet<Double> distinct(double[] values, RowSelection rows, int most) {
    TreeSet<Double> found = new TreeSet<>();
    double last = Double.NaN;
    // columns of two values change between them all the time
    double before = Double.NaN;
    for (int i = 0; i < rows.count() && found.size() <= most; i++) {
      double value = values[rows.get(i)] + 0.0;
      if (value != last && value != before && !Double.isNaN(value)) {
        found.add(value);
        before = last;
        last = value;
      }
    }
    return found;
  }

  /** The level that is asked for, by its text or by its number. */
  String level(String name, String wanted, List<String> levels, String what) {
    for (String level : levels) {
      if (level.equals(wanted) || sameNumber(level, wanted.strip())) {
        return level;
      }
    }
    String hint = MessageText.didYouMean(wanted.strip(), levels);
    throw bad(
        name,
        "has no level %s %s%s"
            .formatted(
                MessageText.quoted(wanted),
                what,
                hint.isEmpty() ? ": the levels are " + MessageText.listed(levels) : hint));
  }

  private static boolean sameNumber(String a, String b) {
    try {
      return Double.parseDouble(a) == Double.parseDouble(b);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /**
   * For each row of the table the place of its value in {@code levels}, −1 where missing. A row
   * that is not in {@code rows} may have any level: its code is not read.
   */
  int[] codes(String name, List<String> levels, RowSelection rows) {
    int[] codes = codesOrNew(name, levels);
    for (int i = 0; i < rows.count(); i++) {
      if (codes[rows.get(i)] == NEW) {
        throw unknown(rows.get(i), name, levels);
      }
    }
    return codes;
  }

  /** The same, {@link #NEW} where the value is none of them. */
  int[] codesOrNew(String name, List<String> levels) {
    TreeMap<String, Integer> places = new TreeMap<>();
    for (int k = 0; k < levels.size(); k++) {
      places.put(levels.get(k), k);
    }
    Column column = table.column(name);
    return column instanceof Column.Text text
        ? textCodes(text, places)
        : numberCodes(name, column instanceof Column.Flags, places);
  }

  private int[] textCodes(Column.Text text, TreeMap<String, Integer> places) {
    int[] place = text.levels().stream().mapToInt(level -> place(level, places)).toArray();
    int[] codes = new int[text.count()];
    for (int i = 0; i < codes.length; i++) {
      int code = text.codes()[i];
      codes[i] = code < 0 ? -1 : place[code];
    }
    return codes;
  }

  /** A table that holds one of the words for true and false only has them as text. */
  private static int place(String level, TreeMap<String, Integer> places) {
    boolean flags = places.keySet().equals(FLAGS) && TruthWords.of(level) >= 0;
    return places.getOrDefault(flags ? String.valueOf(TruthWords.of(level) == 1) : level, NEW);
  }

  private int[] numberCodes(String name, boolean flags, TreeMap<String, Integer> places) {
    double[] values = numbers(name);
    int[] codes = new int[values.length];
    // columns of two values change between them all the time
    double last = Double.NaN;
    double before = Double.NaN;
    int code = -1;
    int codeBefore = -1;
    for (int i = 0; i < codes.length; i++) {
      double value = values[i];
      if (Double.isNaN(value)) {
        codes[i] = -1;
        continue;
      }
      if (value != last) {
        int next = value == before ? codeBefore : places.getOrDefault(text(value, flags), NEW);
        before = last;
        codeBefore = code;
        last = value;
        code = next;
      }
      codes[i] = code;
    }
    return codes;
  }

  /** The value of a row as a level's name. */
  @Nullable String level(int row, String name) {
    Column column = table.column(name);
    return column instanceof Column.Text text
        ? text.get(row)
        : text(values(name).get(row), column instanceof Column.Flags);
  }

  private InputException unknown(int row, String name, List<String> known) {
    String level = level(row, name);
    String hint = MessageText.didYouMean(level, known);
    return bad(
        row,
        name,
        "level %s was not there when the model was fitted%s"
            .formatted(
                MessageText.quoted(level),
                hint.isEmpty() ? ": leave the row out, or fit again" : hint));
  }
}
