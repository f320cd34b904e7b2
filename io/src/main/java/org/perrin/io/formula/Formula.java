package org.perrin.io.formula;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What stands on both sides of {@code y ~ x1 + log(x2) + C(kind) + x1:x2}. Terms are kept in the
 * order in which they were written; {@code .} is filled in when the columns are known.
 *
 * @param response left of the tilde, or null
 * @param items right of it
 */
public record Formula(Expr response, List<Item> items) {
  /** Copies the list. */
  public Formula {
    items = List.copyOf(items);
  }

  /** One of the summands. */
  public sealed interface Item {}

  /** A term that is added, or taken away. */
  public record Signed(Term term, boolean added) implements Item {}

  /** All columns that have no other role: {@code .} */
  public record Everything(boolean added) implements Item {}

  /** {@code + 1}, or {@code + 0} and {@code - 1}. */
  public record Intercept(boolean present) implements Item {}

  /** {@code (1 | group)}: an intercept for each group, from a common distribution. */
  public record VaryingIntercept(String group) implements Item {}

  /** A product of factors; a single one is a main effect. */
  public record Term(List<Factor> factors) {
    /** Copies the list. */
    public Term {
      factors = List.copyOf(factors);
    }

    /** A main effect. */
    public static Term of(Factor factor) {
      return new Term(List.of(factor));
    }

    /** As it would be typed. */
    public String text() {
      return factors.stream().map(Factor::text).collect(Collectors.joining(":"));
    }

    private Set<Factor> set() {
      return Set.copyOf(factors);
    }
  }

  /** A part of a product. */
  public sealed interface Factor {
    /** As it would be typed. */
    String text();
  }

  /** A column, taken as what it holds. */
  public record Plain(String column) implements Factor {
    @Override
    public String text() {
      return Expr.name(column);
    }
  }

  /** {@code C(column)}: its values are levels, even if they are numbers. */
  public record Levels(String column) implements Factor {
    @Override
    public String text() {
      return "C(" + Expr.name(column) + ")";
    }
  }

  /** A number computed from columns. */
  public record Computed(Expr expr) implements Factor {
    @Override
    public String text() {
      return standsAlone() ? expr.text() : "I(" + expr.text() + ")";
    }

    /** Whether it means the same among terms, where {@code + - *} and numbers mean other things. */
    private boolean standsAlone() {
      return switch (expr) {
        case Expr.Call _ -> true;
        case Expr.Binary(char operator, Expr base, _) ->
            operator == '^' && (base instanceof Expr.Column || base instanceof Expr.Call);
        case Expr.Column _, Expr.Constant _ -> false;
      };
    }
  }

  /** Reads a formula; errors give the position in it. */
  public static Formula parse(String text) {
    return new FormulaParser("formula", text).formula();
  }

  /** Whether there is an intercept: yes unless it was taken away. */
  public boolean intercept() {
    boolean present = true;
    for (Item item : items) {
      if (item instanceof Intercept intercept) {
        present = intercept.present;
      }
    }
    return present;
  }

  /** The varying intercepts. */
  public List<VaryingIntercept> varying() {
    return items.stream()
        .filter(VaryingIntercept.class::isInstance)
        .map(VaryingIntercept.class::cast)
        .toList();
  }

  /** The terms that remain when everything is added and taken away, each once. */
  public List<Term> terms(List<String> everything) {
    Map<Set<Factor>, Term> terms = new LinkedHashMap<>();
    for (Item item : items) {
      switch (item) {
        case Signed(Term term, boolean added) -> change(terms, term, added);
        case Everything(boolean added) ->
            everything.forEach(name -> change(terms, Term.of(new Plain(name)), added));
        case Intercept _, VaryingIntercept _ -> {}
      }
    }
    return List.copyOf(terms.values());
  }

  private static void change(Map<Set<Factor>, Term> terms, Term term, boolean added) {
    if (added) {
      terms.putIfAbsent(term.set(), term);
    } else {
      terms.remove(term.set());
    }
  }
}
