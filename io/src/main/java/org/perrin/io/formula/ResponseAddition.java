package org.perrin.io.formula;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What a response needs beside its value. */
public sealed interface ResponseAddition {
  /** The left side of a formula, as it would be typed. */
  String text(Expr response);

  /** The columns that it needs. */
  Set<String> columns();

  /** {@code successes | trials(n)}: how many trials there were. */
  record Trials(Expr count) implements ResponseAddition {
    @Override
    public String text(Expr response) {
      return "%s | trials(%s)".formatted(response.text(), count.text());
    }

    @Override
    public Set<String> columns() {
      return count.columns();
    }
  }

  /** {@code time | cens(event)}: whether the event happened, else it had not until then. */
  record Event(String column) implements ResponseAddition {
    @Override
    public String text(Expr response) {
      return "%s | cens(%s)".formatted(response.text(), Expr.name(column));
    }

    @Override
    public Set<String> columns() {
      return Set.of(column);
    }
  }

  /** {@code ordered(y, "low", "mid", "high")}: the levels from the least to the most. */
  record Order(List<String> levels) implements ResponseAddition {
    /** Copies the list. */
    public Order {
      levels = List.copyOf(levels);
    }

    @Override
    public String text(Expr response) {
      return levels.stream()
          .map(Formula.Levels::quoted)
          .collect(Collectors.joining(", ", "ordered(" + response.text() + ", ", ")"));
    }

    @Override
    public Set<String> columns() {
      return Set.of();
    }
  }
}
