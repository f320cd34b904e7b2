package org.perrin.io.design;

import java.util.List;
import java.util.Set;
import org.perrin.io.InputException;
import org.perrin.io.Remedy;
import org.perrin.io.Say;
import org.perrin.io.formula.Expr;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;
import org.perrin.io.table.Truth;

/** Finds out how a target becomes a response, and makes it one. */
final class Target {
  private static final int MOST_CLASSES = 100;
  private static final Set<Outcome> NUMBERS = Set.of(Outcome.REAL, Outcome.ANY);

  private final Use use;
  private final Rows rows;

  Target(Table table, Rows rows) {
    this.use = new Use(table);
    this.rows = rows;
  }

  /** The model for what was asked, or what the column looks like; null if it was asked for. */
  ModelGuess guess(Expr target, DesignSpec spec) {
    if (spec.outcome() != null) {
      return null;
    }
    if (!(target instanceof Expr.Column(String name))) {
      return ModelGuess.computed(target.text());
    }
    checkVaries(name);
    return spec.positive() != null ? ModelGuess.positive(name) : ModelGuess.of(use, name, rows);
  }

  /** The response that holds such an outcome. */
  Response fit(Expr target, DesignSpec spec, Outcome outcome) {
    if (!(target instanceof Expr.Column column)) {
      return real(target, spec);
    }
    String name = column.name();
    checkVaries(name);
    return switch (outcome) {
      case BINARY -> binary(name, spec.positive());
      case COUNT -> new Response.Count(name);
      case REAL -> new Response.Real(column);
      case CLASS -> classes(name);
      case ANY -> isNumeric(name) ? new Response.Real(column) : classes(name);
    };
  }

  private boolean isNumeric(String name) {
    Column column = use.table().column(name);
    return column instanceof Column.Numeric
        || column instanceof Column.Text text && text.flaw() != null;
  }

  private Response classes(String name) {
    List<String> levels = use.levels(name, rows);
    if (levels.size() > MOST_CLASSES) {
      throw use.bad(
          name,
          "has %d levels, too many for classes (at most %d): choose another target, or %s"
              .formatted(levels.size(), MOST_CLASSES, Remedy.POSITIVE));
    }
    return new Response.Classes(name, levels);
  }

  private static Response real(Expr target, DesignSpec spec) {
    boolean number = spec.outcome() == null || NUMBERS.contains(spec.outcome());
    if (spec.positive() != null || !number) {
      throw new InputException(
          "formula: the response %s is computed, which only linear models allow: %s"
              .formatted(Say.quoted(target.text()), Remedy.QUERY));
    }
    return new Response.Real(target);
  }

  private void checkVaries(String name) {
    Column column = use.table().column(name);
    boolean text = column instanceof Column.Text t && t.flaw() == null;
    List<String> levels =
        text
            ? use.levels(name, rows)
            : Use.distinct(use.numbers(name), rows, 2).stream().map(Use::label).toList();
    if (levels.size() == 1) {
      throw use.bad(
          name,
          "is %s in all %s, so there is nothing to learn: choose another target"
              .formatted(Say.quoted(levels.getFirst()), Say.count(use.total(rows), "row")));
    }
  }

  private Response binary(String name, String positive) {
    List<String> levels = use.levels(name, rows);
    if (positive == null && levels.size() > 2) {
      throw use.bad(
          name,
          "has %d levels (%s), a logistic model needs two: %s"
              .formatted(levels.size(), Say.listed(levels), Remedy.POSITIVE));
    }
    String one = positive == null ? levels.getLast() : find(name, positive, levels);
    return new Response.Binary(
        name, one, levels.stream().filter(level -> !level.equals(one)).toList());
  }

  private String find(String name, String positive, List<String> levels) {
    boolean flags = use.table().column(name) instanceof Column.Flags;
    int truth = flags && !levels.contains(positive) ? Truth.of(positive.strip()) : -1;
    return truth < 0
        ? use.level(name, positive, levels, "to be the positive one")
        : truth == 1 ? "true" : "false";
  }

  /** The response of each kept row. */
  double[] values(Response response) {
    return switch (response) {
      case Response.Binary binary -> {
        int[] codes = use.codes(binary.name(), binary.levels(), rows);
        double[] y = new double[rows.count()];
        for (int i = 0; i < y.length; i++) {
          y[i] = codes[rows.get(i)] == 0 ? 1 : 0;
        }
        yield y;
      }
      case Response.Count(String name) -> counts(name);
      case Response.Classes(String name, List<String> levels) -> {
        int[] codes = use.codes(name, levels, rows);
        double[] y = new double[rows.count()];
        for (int i = 0; i < y.length; i++) {
          y[i] = codes[rows.get(i)];
        }
        yield y;
      }
      case Response.Real(Expr expr) -> rows.pick(new Evaluated(use, rows).of(expr));
    };
  }

  private double[] counts(String name) {
    double[] y = rows.pick(use.numbers(name));
    for (int i = 0; i < y.length; i++) {
      if (y[i] < 0 || y[i] != Math.rint(y[i])) {
        throw use.bad(
            rows.get(i),
            name,
            "%s is not a count 0, 1, 2, …: %s".formatted(Use.label(y[i]), Remedy.LINEAR));
      }
    }
    return y;
  }
}
