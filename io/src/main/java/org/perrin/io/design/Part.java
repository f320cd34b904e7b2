package org.perrin.io.design;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.perrin.io.formula.Expr;
import org.perrin.io.formula.Formula;

/** A factor of a term as it was fitted: enough to compute its columns for any table. */
public sealed interface Part {
  /** The names of its columns. */
  List<String> names();

  /** The columns of the table that it needs. */
  Set<String> columns();

  /** A number. */
  record Number(Expr expr) implements Part {
    @Override
    public List<String> names() {
      return List.of(
          expr instanceof Expr.Column column ? column.name() : new Formula.Computed(expr).text());
    }

    @Override
    public Set<String> columns() {
      return expr.columns();
    }
  }

  /** 1 for true and 0 for false. */
  record Flag(String column) implements Part {
    @Override
    public List<String> names() {
      return List.of(column);
    }

    @Override
    public Set<String> columns() {
      return Set.of(column);
    }
  }

  /**
   * A column for each level, the reference left out.
   *
   * @param column of the table
   * @param levels sorted, the reference first
   * @param full whether the reference has a column too, as there is no intercept
   */
  record Levels(String column, List<String> levels, boolean full) implements Part {
    /** Copies the list. */
    public Levels {
      levels = List.copyOf(levels);
    }

    @Override
    public List<String> names() {
      Stream<String> shown = levels.stream().skip(full ? 0 : 1);
      return shown.map(level -> column + "[" + level + "]").toList();
    }

    @Override
    public Set<String> columns() {
      return Set.of(column);
    }
  }
}
