package org.perrin.io.design;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.perrin.io.MessageText;
import org.perrin.io.formula.ResponseAddition;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;

/**
 * What a target holds, and so which model suits it: one of two values, a class for three texts and
 * more, a count for small whole numbers from 0 on, a real number else.
 *
 * @param outcome what the target holds
 * @param reason in one line
 * @param doubt what else the target may be, in one line, or null
 */
public record ModelGuess(ResponseKind outcome, String reason, @Nullable String doubt) {
  private static final int LEAST_LARGEST = 3;
  private static final int MOST_LARGEST = 1000;

  /** So few different whole numbers may be the numbers of classes. */
  private static final int FEW = 10;

  /** The name of the model. */
  public String model() {
    return outcome.model();
  }

  /** Looks at all values of the target. */
  public static ModelGuess of(Table table, String target) {
    return of(new TypedColumns(table), target, RowSelection.all(table));
  }

  static ModelGuess of(TypedColumns use, String target, RowSelection rows) {
    String name = MessageText.quoted(target);
    Column column = use.table().column(target);
    if (column instanceof Column.Flags) {
      return binary(name + " is true or false");
    }
    if (column instanceof Column.Text text && text.flaw() == null) {
      return ofTexts(name, use.levels(target, rows));
    }
    return ofNumbers(name, use.numbers(target), rows, use.total(rows));
  }

  private static ModelGuess ofTexts(String name, List<String> levels) {
    return levels.size() <= 2
        ? binary(
            "%s is %s or %s"
                .formatted(
                    name,
                    MessageText.quoted(levels.getFirst()),
                    MessageText.quoted(levels.getLast())))
        : new ModelGuess(
            ResponseKind.CLASS, "%s is text with %d levels".formatted(name, levels.size()), null);
  }

  /** For a target that is computed. */
  static ModelGuess computed(String target) {
    return new ModelGuess(ResponseKind.REAL, MessageText.quoted(target) + " is computed", null);
  }

  /** For a target of which one level is named. */
  static ModelGuess positive(String target) {
    return binary("a positive level of %s is named".formatted(MessageText.quoted(target)));
  }

  /** For a target with a second column, as trials or events. */
  static ModelGuess beside(String target, ResponseAddition beside) {
    String name = MessageText.quoted(target);
    return switch (beside) {
      case ResponseAddition.Trials _ ->
          new ModelGuess(ResponseKind.SHARE, name + " has trials", null);
      case ResponseAddition.Event _ ->
          new ModelGuess(ResponseKind.TIME, name + " has an event", null);
      case ResponseAddition.Order _ ->
          new ModelGuess(ResponseKind.ORDERED, "%s is ordered".formatted(name), null);
    };
  }

  private static ModelGuess ofNumbers(String name, double[] values, RowSelection rows, int count) {
    TreeSet<Double> few = TypedColumns.distinct(values, rows, 2);
    if (few.size() == 2) {
      return binary(
          "%s is %s or %s"
              .formatted(name, TypedColumns.label(few.first()), TypedColumns.label(few.last())));
    }
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    boolean whole = true;
    for (int i = 0; i < rows.count(); i++) {
      double value = values[rows.get(i)];
      if (!Double.isNaN(value)) {
        least = Math.min(least, value);
        most = Math.max(most, value);
        whole &= value == Math.rint(value);
      }
    }
    TreeSet<Double> found = TypedColumns.distinct(values, rows, FEW);
    boolean doubtful = whole && least >= 0 && found.size() <= Math.min(FEW, count / 2);
    if (whole && least == 0 && most >= LEAST_LARGEST && most <= MOST_LARGEST) {
      return new ModelGuess(
          ResponseKind.COUNT,
          "%s holds whole numbers from 0 to %s".formatted(name, TypedColumns.label(most)),
          doubtful ? doubt(name, found, "counts", "a quantity", ResponseKind.REAL) : null);
    }
    return new ModelGuess(
        ResponseKind.REAL,
        "%s holds numbers from %s to %s".formatted(name, rounded(least), rounded(most)),
        doubtful ? doubt(name, found, "a quantity", "counts", ResponseKind.COUNT) : null);
  }

  /** Four digits are enough to recognise a column by. */
  private static String rounded(double value) {
    return value == Math.rint(value)
        ? TypedColumns.label(value)
        : Double.toString(new BigDecimal(value).round(new MathContext(4)).doubleValue());
  }

  /** A few whole numbers that come again may be amounts, counts or classes: the user knows. */
  private static String doubt(
      String name, Set<Double> found, String taken, String other, ResponseKind kind) {
    return "%s holds %d different whole numbers, taken for %s: if they are %s, use the model %s; if classes, the model %s"
        .formatted(name, found.size(), taken, other, kind.model(), ResponseKind.CLASS.model());
  }

  private static ModelGuess binary(String reason) {
    return new ModelGuess(ResponseKind.BINARY, reason, null);
  }
}
