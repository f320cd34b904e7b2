package org.perrin.io.design;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.perrin.io.formula.Basis;
import org.perrin.io.formula.Expr;
import org.perrin.io.formula.Formula;

/** A factor of a term as it was fitted: enough to compute its columns for any table. */
public sealed interface FittedFactor {
  /** The names of its columns. */
  List<String> names();

  /** The columns of the table that it needs. */
  Set<String> columns();

  /** A number. */
  record Number(Expr expr) implements FittedFactor {
    @Override
    public List<String> names() {
      return List.of(
          expr instanceof Expr.ColumnValue column
              ? column.name()
              : new Formula.Computed(expr).text());
    }

    @Override
    public Set<String> columns() {
      return expr.columns();
    }
  }

  /**
   * 1 for true and 0 for false.
   *
   * @param column of the table
   * @param full whether false has a column too, and the first
   */
  record Flag(String column, boolean full) implements FittedFactor {
    @Override
    public List<String> names() {
      return full ? List.of(column + "[false]", column + "[true]") : List.of(column);
    }

    @Override
    public Set<String> columns() {
      return Set.of(column);
    }
  }

  /**
   * Columns made of a number by {@code poly}, {@code scale}, {@code bs}, {@code ns} or {@code s}.
   *
   * @param basis as typed
   * @param numbers what it took from the rows that it was fitted to
   */
  record Curved(Basis basis, List<Double> numbers) implements FittedFactor {
    /** Copies the list, and checks that it goes with the basis. */
    public Curved {
      numbers = List.copyOf(numbers);
      FittedBasis.of(basis, numbers);
    }

    FittedBasis curve() {
      return FittedBasis.of(basis, numbers);
    }

    @Override
    public List<String> names() {
      int width = curve().width();
      if (basis.smooth()) {
        return Stream.concat(Stream.of(basis.text()), numbered(width - 1)).toList();
      }
      return width == 1 ? List.of(basis.text()) : numbered(width).toList();
    }

    private Stream<String> numbered(int count) {
      return IntStream.rangeClosed(1, count).mapToObj(k -> basis.text() + "[" + k + "]");
    }

    @Override
    public Set<String> columns() {
      return basis.of().columns();
    }
  }

  /**
   * A column for each level, the reference left out.
   *
   * @param column of the table
   * @param levels sorted, the reference first
   * @param full whether the reference has a column too, as no other term stands for it
   */
  record Levels(String column, List<String> levels, boolean full) implements FittedFactor {
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
