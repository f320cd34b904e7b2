package org.perrin.io.design;

import java.util.ArrayList;
import java.util.List;
import org.perrin.io.InputException;
import org.perrin.io.Say;
import org.perrin.io.formula.Expr;
import org.perrin.io.formula.Formula;
import org.perrin.io.table.Column;

/**
 * Decides how each term is encoded. Levels lose their first, the reference, to the intercept; where
 * there is none, the first term of levels keeps all of them.
 */
record Terms(Use use, Rows rows, List<String> notes) {
  private static final int MOST_COLUMNS = 100_000;

  List<List<Part>> encode(List<Formula.Term> terms, boolean intercept) {
    List<List<Part>> encoded = new ArrayList<>();
    boolean full = !intercept;
    for (Formula.Term term : terms) {
      List<Part> parts = new ArrayList<>();
      for (Formula.Factor factor : term.factors()) {
        parts.add(encode(factor, full && term.factors().size() == 1));
      }
      checkWidth(term, parts);
      full &= !(parts.size() == 1 && parts.getFirst() instanceof Part.Levels);
      if (Encoding.names(parts).isEmpty()) {
        notes.add("%s has one level only and is left out".formatted(Say.quoted(term.text())));
      } else {
        encoded.add(parts);
      }
    }
    return encoded;
  }

  /** An interaction of many levels must not fill the memory with names. */
  private void checkWidth(Formula.Term term, List<Part> parts) {
    double width = 1;
    for (Part part : parts) {
      width *= part.names().size();
    }
    if (width > MOST_COLUMNS) {
      throw new InputException(
          "%s: the term %s makes %s columns: use fewer levels"
              .formatted(use.table().source(), Say.quoted(term.text()), Say.count((long) width)));
    }
  }

  private Part encode(Formula.Factor factor, boolean full) {
    return switch (factor) {
      case Formula.Computed(Expr expr) -> new Part.Number(expr);
      case Formula.Levels(String column) -> levels(column, full);
      case Formula.Plain(String column) ->
          switch (use.table().column(column)) {
            case Column.Numeric _ -> new Part.Number(new Expr.Column(column));
            case Column.Flags _ -> new Part.Flag(column);
            case Column.Text text when text.flaw() == null -> levels(column, full);
            case Column.Text _ -> throw flawed(column);
            case Column.Other other -> throw use.bad(column, other.advice());
          };
    };
  }

  private RuntimeException flawed(String column) {
    use.numbers(column);
    throw new AssertionError("a flaw must have been told");
  }

  private Part levels(String column, boolean full) {
    List<String> levels = use.levels(column, rows);
    if (use.isCrowded(levels.size(), rows)) {
      notes.add(
          "%s has %s levels, each with a coefficient: (1 | %s) in a formula lets rare ones borrow from the others"
              .formatted(Say.quoted(column), Say.count(levels.size()), Expr.name(column)));
    }
    return new Part.Levels(column, levels, full);
  }
}
