package org.perrin.io.design;

import java.util.List;
import java.util.TreeSet;
import org.perrin.io.Say;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;

/**
 * The model that suits a target: logistic for two values, Poisson for small whole numbers from 0
 * on, linear for other numbers.
 *
 * @param model its name on the command line
 * @param outcome what the target holds
 * @param reason in one line
 */
public record ModelGuess(String model, Outcome outcome, String reason) {
  private static final int LEAST_LARGEST = 3;
  private static final int MOST_LARGEST = 1000;

  /** Looks at all values of the target. */
  public static ModelGuess of(Table table, String target) {
    return of(new Use(table), target, Rows.all(table));
  }

  static ModelGuess of(Use use, String target, Rows rows) {
    String name = Say.quoted(target);
    Column column = use.table().column(target);
    if (column instanceof Column.Flags) {
      return logistic(name + " is true or false");
    }
    if (column instanceof Column.Text text && text.flaw() == null) {
      List<String> levels = use.levels(target, rows);
      return logistic(
          levels.size() == 2
              ? "%s is %s or %s"
                  .formatted(name, Say.quoted(levels.get(0)), Say.quoted(levels.get(1)))
              : "%s is text with %d levels".formatted(name, levels.size()));
    }
    return ofNumbers(name, use.numbers(target), rows);
  }

  private static ModelGuess ofNumbers(String name, double[] values, Rows rows) {
    TreeSet<Double> few = Use.distinct(values, rows, 2);
    if (few.size() == 2) {
      return logistic(
          "%s is %s or %s".formatted(name, Use.label(few.first()), Use.label(few.last())));
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
    if (whole && least == 0 && most >= LEAST_LARGEST && most <= MOST_LARGEST) {
      return new ModelGuess(
          "poisson",
          Outcome.COUNT,
          "%s holds whole numbers from 0 to %s".formatted(name, Use.label(most)));
    }
    return new ModelGuess(
        "linear",
        Outcome.REAL,
        "%s holds numbers from %s to %s".formatted(name, Use.label(least), Use.label(most)));
  }

  private static ModelGuess logistic(String reason) {
    return new ModelGuess("logistic", Outcome.BINARY, reason);
  }
}
