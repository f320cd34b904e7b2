package org.perrin.io.design;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.perrin.io.formula.Expr;
import org.perrin.io.formula.ResponseAddition;

/** How the target becomes a number. */
public sealed interface Response {
  /** What it is called. */
  String name();

  /** The columns that it needs. */
  Set<String> columns();

  /** What it holds. */
  ResponseKind outcome();

  /** The left side of a formula. */
  default String left() {
    return name();
  }

  /** The levels that it may have; none if it is a number. */
  default List<String> levels() {
    return List.of();
  }

  /**
   * 1 for one level, 0 for the others.
   *
   * @param name the column
   * @param positive the level that is 1
   * @param negative those that are 0
   */
  record Binary(String name, String positive, List<String> negative) implements Response {
    /** Copies the list. */
    public Binary {
      negative = List.copyOf(negative);
    }

    @Override
    public Set<String> columns() {
      return Set.of(name);
    }

    @Override
    public List<String> levels() {
      List<String> levels = new ArrayList<>(negative);
      levels.addFirst(positive);
      return levels;
    }

    @Override
    public ResponseKind outcome() {
      return ResponseKind.BINARY;
    }
  }

  /**
   * The number of the level, from 0.
   *
   * @param name the column
   * @param levels in order
   * @param ordered whether their order means something
   */
  record Classes(String name, List<String> levels, boolean ordered) implements Response {
    /** Copies the list. */
    public Classes {
      levels = List.copyOf(levels);
    }

    @Override
    public Set<String> columns() {
      return Set.of(name);
    }

    @Override
    public ResponseKind outcome() {
      return ordered ? ResponseKind.ORDERED : ResponseKind.CLASS;
    }
  }

  /** A count. */
  record Count(String name) implements Response {
    @Override
    public Set<String> columns() {
      return Set.of(name);
    }

    @Override
    public ResponseKind outcome() {
      return ResponseKind.COUNT;
    }
  }

  /** A number, a function of columns perhaps. */
  record Real(Expr expr) implements Response {
    @Override
    public String name() {
      return expr instanceof Expr.ColumnValue column ? column.name() : expr.text();
    }

    @Override
    public Set<String> columns() {
      return expr.columns();
    }

    @Override
    public ResponseKind outcome() {
      return ResponseKind.REAL;
    }
  }

  /**
   * The share of successes; a row counts as often as it has trials.
   *
   * @param successes how many
   * @param trials of how many, or null where that is not known
   */
  record Share(Expr successes, @Nullable Expr trials) implements Response {
    @Override
    public String name() {
      return new Real(successes).name();
    }

    @Override
    public String left() {
      return trials == null ? name() : new ResponseAddition.Trials(trials).text(successes);
    }

    @Override
    public Set<String> columns() {
      Set<String> columns = new LinkedHashSet<>(successes.columns());
      if (trials != null) {
        columns.addAll(trials.columns());
      }
      return columns;
    }

    @Override
    public ResponseKind outcome() {
      return ResponseKind.SHARE;
    }

    /** What is wrong with so many successes of so many trials, or null. */
    static @Nullable String problem(double successes, double trials) {
      boolean whole = successes == Math.rint(successes) && trials == Math.rint(trials);
      return !whole || successes < 0 || trials < 0
          ? "%s of %s: successes and trials are whole numbers from 0 on"
              .formatted(TypedColumns.label(successes), TypedColumns.label(trials))
          : successes > trials
              ? "%s successes are more than %s trials"
                  .formatted(TypedColumns.label(successes), TypedColumns.label(trials))
              : null;
    }

    /** Nothing is known of a row without trials, and it has no weight. */
    static double share(double successes, double trials) {
      return trials == 0 ? 0 : successes / trials;
    }
  }

  /**
   * The time of an event, or minus the time until which there was none.
   *
   * @param time above 0
   * @param event the column that says whether it happened
   */
  record Time(Expr time, String event) implements Response {
    @Override
    public String name() {
      return new Real(time).name();
    }

    @Override
    public String left() {
      return new ResponseAddition.Event(event).text(time);
    }

    @Override
    public Set<String> columns() {
      Set<String> columns = new LinkedHashSet<>(time.columns());
      columns.add(event);
      return columns;
    }

    @Override
    public ResponseKind outcome() {
      return ResponseKind.TIME;
    }

    /** What is wrong with a time, or null. */
    static @Nullable String problem(double time) {
      return time > 0 ? null : "a time is above 0, and not " + TypedColumns.label(time);
    }
  }
}
