package org.perrin.io.design;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.formula.Basis;
import org.perrin.io.formula.Expr;
import org.perrin.io.formula.Formula;
import org.perrin.io.table.Column;

/**
 * Decides how each term is encoded, by R's rule (Chambers and Hastie, 1992, section 2.4.1). Levels
 * in a term lose their first, the reference, if an earlier term holds the rest of the term; else
 * they keep all, as nothing else spans the reference's column. The rest of a main effect is the
 * intercept; where there is none, the first levels keep all.
 *
 * @param values of an expression in all rows that are kept
 * @param flagged whether flags are levels too, as in R; a flag among plain features is 0 or 1
 */
record Terms(
    TypedColumns use,
    RowSelection rows,
    Function<Expr, double[]> values,
    boolean flagged,
    List<String> notes) {
  private static final int MOST_COLUMNS = 100_000;

  /** Terms are given main effects first. */
  List<List<FittedFactor>> encode(List<Formula.Term> terms, boolean intercept) {
    List<List<FittedFactor>> encoded = new ArrayList<>();
    Set<Set<Formula.Factor>> spanned = new HashSet<>(Set.of(Set.of()));
    boolean none = !intercept;
    for (Formula.Term term : terms) {
      checkAlone(term);
      List<FittedFactor> parts = new ArrayList<>();
      for (Formula.Factor factor : term.factors()) {
        boolean levels = isLevels(factor);
        parts.add(encode(factor, levels && (none || !spanned.contains(rest(term, factor)))));
        none &= !levels;
      }
      addSubsets(term.factors(), spanned);
      checkWidth(term, parts);
      if (Encoding.names(parts).isEmpty()) {
        notes.add(
            "%s has one level only and is left out".formatted(MessageText.quoted(term.text())));
      } else {
        encoded.add(parts);
      }
    }
    return encoded;
  }

  private static void checkAlone(Formula.Term term) {
    for (Formula.Factor factor : term.factors()) {
      if (term.factors().size() > 1 && factor instanceof Basis basis && basis.smooth()) {
        throw new InputException(
            "formula: %s stands by itself, not in the product %s: use bs(…) or ns(…) there"
                .formatted(basis.text(), term.text()));
      }
    }
  }

  private static Set<Formula.Factor> rest(Formula.Term term, Formula.Factor factor) {
    Set<Formula.Factor> rest = new HashSet<>(term.factors());
    rest.remove(factor);
    return rest;
  }

  private static void addSubsets(List<Formula.Factor> factors, Set<Set<Formula.Factor>> sets) {
    for (int bits = 1; bits < 1 << factors.size(); bits++) {
      Set<Formula.Factor> subset = new HashSet<>();
      for (int k = 0; k < factors.size(); k++) {
        if ((bits >> k & 1) == 1) {
          subset.add(factors.get(k));
        }
      }
      sets.add(subset);
    }
  }

  private boolean isLevels(Formula.Factor factor) {
    return switch (factor) {
      case Formula.Levels _ -> true;
      case Formula.Plain(String column) ->
          switch (use.table().column(column)) {
            case Column.Text _ -> true;
            case Column.Flags _ -> flagged;
            case Column.Numeric _, Column.Other _ -> false;
          };
      case Formula.Computed _, Basis _ -> false;
    };
  }

  /** An interaction of many levels must not fill the memory with names. */
  private void checkWidth(Formula.Term term, List<FittedFactor> parts) {
    double width = 1;
    for (FittedFactor part : parts) {
      width *= part.names().size();
    }
    if (width > MOST_COLUMNS) {
      throw new InputException(
          "%s: the term %s makes %s columns: use fewer levels"
              .formatted(
                  use.table().source(),
                  MessageText.quoted(term.text()),
                  MessageText.count((long) width)));
    }
  }

  private FittedFactor encode(Formula.Factor factor, boolean full) {
    return switch (factor) {
      case Formula.Computed(Expr expr) -> new FittedFactor.Number(expr);
      case Basis basis -> curve(basis);
      case Formula.Levels(String column, String reference) ->
          new FittedFactor.Levels(column, referred(column, reference), full);
      case Formula.Plain(String column) ->
          switch (use.table().column(column)) {
            case Column.Numeric _ -> new FittedFactor.Number(new Expr.ColumnValue(column));
            case Column.Flags _ -> new FittedFactor.Flag(column, full);
            case Column.Text text when text.flaw() == null ->
                new FittedFactor.Levels(column, referred(column, null), full);
            case Column.Text _ -> throw flawed(column);
            case Column.Other other -> throw use.bad(column, other.advice());
          };
    };
  }

  private RuntimeException flawed(String column) {
    use.numbers(column);
    throw new AssertionError("a flaw must have been reported");
  }

  /** The levels, the reference first. */
  private List<String> referred(String column, @Nullable String reference) {
    List<String> levels = use.levels(column, rows);
    if (use.isCrowded(levels.size(), rows)) {
      notes.add(
          "%s has %s levels, each with a coefficient: (1 | %s) in a formula lets rare ones borrow from the others"
              .formatted(
                  MessageText.quoted(column), MessageText.count(levels.size()), Expr.name(column)));
    }
    if (reference == null) {
      return levels;
    }
    String first = use.level(column, reference, levels, "to be the reference");
    List<String> referred = new ArrayList<>(levels);
    referred.remove(first);
    referred.addFirst(first);
    return referred;
  }

  private FittedFactor curve(Basis basis) {
    String where = use.table().source() + ": " + basis.text() + " ";
    return new FittedFactor.Curved(
        basis,
        FittedBasis.fit(basis, values.apply(basis.of()), text -> new InputException(where + text)));
  }
}
