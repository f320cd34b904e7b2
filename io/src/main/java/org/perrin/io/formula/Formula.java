package org.perrin.io.formula;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What stands on both sides of {@code y ~ x1 + log(x2) + C(kind) + x1:x2}. As in R, main effects
 * come first, then products of two, of three and so on, each in the order in which they were
 * written; {@code .} is filled in when the columns are known.
 *
 * @param response left of the tilde, or null
 * @param beside what the response needs beside its value, or null
 * @param items right of it
 */
public record Formula(
    @Nullable Expr response, @Nullable ResponseAddition beside, List<Item> items) {
  /** Copies the list. */
  public Formula {
    items = List.copyOf(items);
  }

  /** One of the summands. */
  public sealed interface Item {}

  /** Terms that are added, or taken away. */
  public record Signed(TermTree terms, boolean added) implements Item {}

  /** {@code offset(log(exposure))}: a number added to the predictor. */
  public record Offset(Expr expr) implements Item {}

  /** {@code + 1}, or {@code + 0} and {@code - 1}. */
  public record Intercept(boolean present) implements Item {}

  /**
   * {@code (1 + x | g)}: coefficients for each level, from a common distribution.
   *
   * @param parts terms whose coefficients vary
   * @param intercept whether intercepts vary too
   * @param correlated false for {@code ||}
   * @param by factors whose levels they vary by: one, or several for {@code a/b}
   */
  public record Grouped(List<Signed> parts, boolean intercept, boolean correlated, List<Term> by)
      implements Item {
    /** Copies the lists. */
    public Grouped {
      parts = List.copyOf(parts);
      by = List.copyOf(by);
    }

    /** The terms, each once, main effects first. */
    public List<Term> terms(List<String> everything) {
      Map<Set<Factor>, Term> terms = new LinkedHashMap<>();
      parts.forEach(part -> part.terms().change(terms, part.added(), everything));
      return mainFirst(terms);
    }
  }

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
  }

  /** A part of a product. */
  public sealed interface Factor permits Plain, Levels, Computed, Basis {
    /** As it would be typed. */
    String text();

    /** The columns that it needs. */
    default Set<String> columns() {
      return switch (this) {
        case Plain(String column) -> Set.of(column);
        case Levels(String column, _) -> Set.of(column);
        case Computed(Expr expr) -> expr.columns();
        case Basis basis -> basis.of().columns();
      };
    }
  }

  /** A column, taken as what it holds. */
  public record Plain(String column) implements Factor {
    @Override
    public String text() {
      return Expr.name(column);
    }
  }

  /**
   * {@code C(column)}, {@code C(column, ref = "level")}: its values are levels, even if they are
   * numbers.
   *
   * @param column of the table
   * @param reference the level that others are compared with, the first if null
   */
  public record Levels(String column, @Nullable String reference) implements Factor {
    @Override
    public String text() {
      String ref = reference == null ? "" : ", ref = " + quoted(reference);
      return "C(" + Expr.name(column) + ref + ")";
    }

    static String quoted(String level) {
      return '"' + level.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
  }

  /** A number computed from columns; operators are those of numbers inside {@code I(…)} only. */
  public record Computed(Expr expr) implements Factor {
    @Override
    public String text() {
      return expr instanceof Expr.Call ? expr.text() : "I(" + expr.text() + ")";
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

  /** What varies by groups. */
  public List<Grouped> grouped() {
    return items.stream().filter(Grouped.class::isInstance).map(Grouped.class::cast).toList();
  }

  /** The columns that it needs of a table with these. */
  public Set<String> columns(List<String> everything) {
    Set<String> columns = new LinkedHashSet<>();
    if (response != null) {
      columns.addAll(response.columns());
    }
    if (beside != null) {
      columns.addAll(beside.columns());
    }
    List<String> others = everything.stream().filter(name -> !columns.contains(name)).toList();
    List<Term> all = new ArrayList<>(terms(others));
    for (Grouped group : grouped()) {
      all.addAll(group.terms(others));
      all.addAll(group.by());
    }
    all.forEach(term -> term.factors().forEach(factor -> columns.addAll(factor.columns())));
    offsets().forEach(offset -> columns.addAll(offset.columns()));
    return columns;
  }

  /** What the formula adds to the predictor as it is. */
  public List<Expr> offsets() {
    return items.stream()
        .filter(Offset.class::isInstance)
        .map(item -> ((Offset) item).expr())
        .toList();
  }

  /** The terms that remain when everything is added and taken away, each once. */
  public List<Term> terms(List<String> everything) {
    Map<Set<Factor>, Term> terms = new LinkedHashMap<>();
    for (Item item : items) {
      switch (item) {
        case Signed(TermTree tree, boolean added) -> tree.change(terms, added, everything);
        case Intercept _, Grouped _, Offset _ -> {}
      }
    }
    return mainFirst(terms);
  }

  private static List<Term> mainFirst(Map<Set<Factor>, Term> terms) {
    return terms.values().stream()
        .sorted(Comparator.comparingInt(term -> term.factors().size()))
        .toList();
  }
}
