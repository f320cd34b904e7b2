package org.perrin.io.design;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.Remedy;
import org.perrin.io.formula.Expr;
import org.perrin.io.formula.ResponseAddition;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;
import org.perrin.io.table.TruthWords;

/** Finds out how a target becomes a response, and makes it one. */
final class Target {
  private static final int MOST_CLASSES = 100;
  private static final Set<ResponseKind> NUMBERS =
      Set.of(ResponseKind.REAL, ResponseKind.TIME, ResponseKind.ANY);

  private final TypedColumns use;
  private final RowSelection rows;

  Target(Table table, RowSelection rows) {
    this.use = new TypedColumns(table);
    this.rows = rows;
  }

  /** The model for what was asked, or what the column looks like; null if it was asked for. */
  @Nullable ModelGuess guess(Roles roles, DesignSpec spec) {
    Expr target = roles.target();
    if (spec.outcome() != null) {
      return null;
    }
    if (roles.beside() != null) {
      return ModelGuess.beside(target.text(), roles.beside());
    }
    if (!(target instanceof Expr.ColumnValue(String name))) {
      return ModelGuess.computed(target.text());
    }
    checkVaries(name);
    return spec.positive() != null ? ModelGuess.positive(name) : ModelGuess.of(use, name, rows);
  }

  /** The response that holds such an outcome. */
  Response fit(Roles roles, DesignSpec spec, ResponseKind outcome) {
    Expr target = roles.target();
    if (roles.beside() instanceof ResponseAddition.Trials(Expr trials)) {
      checkFor(outcome, "trials(…)", ResponseKind.SHARE);
      return new Response.Share(target, trials);
    }
    if (roles.beside() instanceof ResponseAddition.Event(String event)) {
      checkFor(outcome, "cens(…)", ResponseKind.TIME);
      return new Response.Time(target, event);
    }
    if (outcome == ResponseKind.SHARE) {
      throw new InputException(
          "a model of shares needs trials: give a formula \"%s | trials(n) ~ …\" or \"cbind(successes, failures) ~ …\""
              .formatted(target.text()));
    }
    if (!(target instanceof Expr.ColumnValue column)) {
      return real(target, spec);
    }
    String name = column.name();
    checkVaries(name);
    if (roles.beside() instanceof ResponseAddition.Order(List<String> order)) {
      checkFor(outcome, "ordered(…)", ResponseKind.ORDERED, ResponseKind.CLASS, ResponseKind.ANY);
      return ordered(name, order, outcome == ResponseKind.ORDERED);
    }
    return switch (outcome) {
      case BINARY -> binary(name, spec.positive());
      case COUNT -> new Response.Count(name);
      case REAL, TIME -> new Response.Real(column);
      case CLASS -> classes(name, false);
      case ORDERED -> classes(name, true);
      case ANY -> isNumeric(name) ? new Response.Real(column) : classes(name, false);
      case SHARE -> throw new AssertionError("refused above");
    };
  }

  /** Refuses an addition to a target that is not for what it holds; the models it is for. */
  private static void checkFor(ResponseKind outcome, String addition, ResponseKind... fitting) {
    if (!List.of(fitting).contains(outcome)) {
      throw new InputException(
          "formula: %s is for models such as %s: choose it, or leave that out"
              .formatted(addition, fitting[0].model()));
    }
  }

  /** Every level has its place, and there are no others. */
  private Response ordered(String name, List<String> order, boolean means) {
    List<String> levels = use.levels(name, rows);
    List<String> placed =
        order.stream().map(level -> use.level(name, level, levels, "to have a place")).toList();
    for (String level : levels) {
      if (!placed.contains(level)) {
        throw use.bad(
            name,
            "level %s has no place in ordered(%s, …): add it"
                .formatted(MessageText.quoted(level), Expr.name(name)));
      }
    }
    return new Response.Classes(name, placed, means);
  }

  private boolean isNumeric(String name) {
    Column column = use.table().column(name);
    return column instanceof Column.Numeric
        || column instanceof Column.Text text && text.flaw() != null;
  }

  private Response classes(String name, boolean ordered) {
    List<String> levels = use.levels(name, rows);
    if (levels.size() > MOST_CLASSES) {
      throw use.bad(
          name,
          "has %d levels, too many for classes (at most %d): choose another target, or %s"
              .formatted(levels.size(), MOST_CLASSES, Remedy.POSITIVE));
    }
    return new Response.Classes(name, levels, ordered);
  }

  private static Response real(Expr target, DesignSpec spec) {
    boolean number = spec.outcome() == null || NUMBERS.contains(spec.outcome());
    if (spec.positive() != null || !number) {
      throw new InputException(
          "formula: the response %s is computed, which only models of numbers allow: %s"
              .formatted(MessageText.quoted(target.text()), Remedy.QUERY));
    }
    return new Response.Real(target);
  }

  private void checkVaries(String name) {
    Column column = use.table().column(name);
    boolean text = column instanceof Column.Text t && t.flaw() == null;
    List<String> levels =
        text
            ? use.levels(name, rows)
            : TypedColumns.distinct(use.numbers(name), rows, 2).stream()
                .map(TypedColumns::label)
                .toList();
    if (levels.size() == 1) {
      throw use.bad(
          name,
          "is %s in all %s, so there is nothing to learn: choose another target"
              .formatted(
                  MessageText.quoted(levels.getFirst()),
                  MessageText.count(use.total(rows), "row")));
    }
  }

  private Response binary(String name, String positive) {
    List<String> levels = use.levels(name, rows);
    if (positive == null && levels.size() > 2) {
      throw use.bad(
          name,
          "has %d levels (%s), the model needs two: %s"
              .formatted(levels.size(), MessageText.listed(levels), Remedy.POSITIVE));
    }
    String one = positive == null ? levels.getLast() : find(name, positive, levels);
    return new Response.Binary(
        name, one, levels.stream().filter(level -> !level.equals(one)).toList());
  }

  private String find(String name, String positive, List<String> levels) {
    boolean flags = use.table().column(name) instanceof Column.Flags;
    int truth = flags && !levels.contains(positive) ? TruthWords.of(positive.strip()) : -1;
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
      case Response.Classes(String name, List<String> levels, _) -> {
        int[] codes = use.codes(name, levels, rows);
        double[] y = new double[rows.count()];
        for (int i = 0; i < y.length; i++) {
          y[i] = codes[rows.get(i)];
        }
        yield y;
      }
      case Response.Real(Expr expr) -> numbers(expr);
      case Response.Share share -> shares(share);
      case Response.Time time -> times(time);
    };
  }

  private double[] numbers(Expr expr) {
    return rows.pick(new EvaluatedExpressions(use, rows).of(expr));
  }

  /** How many trials each kept row has. */
  double[] trials(Response.Share share) {
    double[] trials = numbers(share.trials());
    for (int i = 0; i < trials.length; i++) {
      check(i, share.trials().text(), Response.Share.problem(0, trials[i]));
    }
    return trials;
  }

  private double[] shares(Response.Share share) {
    double[] successes = numbers(share.successes());
    double[] trials = numbers(share.trials());
    double[] y = new double[trials.length];
    for (int i = 0; i < y.length; i++) {
      check(i, share.name(), Response.Share.problem(successes[i], trials[i]));
      y[i] = Response.Share.share(successes[i], trials[i]);
    }
    return y;
  }

  private double[] times(Response.Time time) {
    double[] times = numbers(time.time());
    double[] happened = rows.pick(use.flags(time.event()));
    double[] y = new double[times.length];
    for (int i = 0; i < y.length; i++) {
      check(i, time.name(), Response.Time.problem(times[i]));
      y[i] = happened[i] == 1 ? times[i] : -times[i];
    }
    return y;
  }

  /** What is wrong with a flag, or null. */
  static @Nullable String flag(double value) {
    return value == 0 || value == 1
        ? null
        : "%s is neither true nor false".formatted(TypedColumns.label(value));
  }

  private void check(int i, String name, @Nullable String problem) {
    if (problem != null) {
      throw use.bad(rows.get(i), name, problem + ": correct it");
    }
  }

  private double[] counts(String name) {
    double[] y = rows.pick(use.numbers(name));
    for (int i = 0; i < y.length; i++) {
      if (y[i] < 0 || y[i] != Math.rint(y[i])) {
        throw use.bad(
            rows.get(i),
            name,
            "%s is not a count 0, 1, 2, …: %s".formatted(TypedColumns.label(y[i]), Remedy.NUMBERS));
      }
    }
    return y;
  }
}
