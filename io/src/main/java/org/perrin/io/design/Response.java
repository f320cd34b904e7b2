package org.perrin.io.design;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.perrin.io.formula.Expr;

/** How the target becomes a number. */
public sealed interface Response {
  /** What it is called. */
  String name();

  /** The columns that it needs. */
  Set<String> columns();

  /** What it holds. */
  Outcome outcome();

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
    public Outcome outcome() {
      return Outcome.BINARY;
    }
  }

  /**
   * The number of the level, from 0.
   *
   * @param name the column
   * @param levels in order
   */
  record Classes(String name, List<String> levels) implements Response {
    /** Copies the list. */
    public Classes {
      levels = List.copyOf(levels);
    }

    @Override
    public Set<String> columns() {
      return Set.of(name);
    }

    @Override
    public Outcome outcome() {
      return Outcome.CLASS;
    }
  }

  /** A count. */
  record Count(String name) implements Response {
    @Override
    public Set<String> columns() {
      return Set.of(name);
    }

    @Override
    public Outcome outcome() {
      return Outcome.COUNT;
    }
  }

  /** A number, a function of columns perhaps. */
  record Real(Expr expr) implements Response {
    @Override
    public String name() {
      return expr instanceof Expr.Column column ? column.name() : expr.text();
    }

    @Override
    public Set<String> columns() {
      return expr.columns();
    }

    @Override
    public Outcome outcome() {
      return Outcome.REAL;
    }
  }
}
