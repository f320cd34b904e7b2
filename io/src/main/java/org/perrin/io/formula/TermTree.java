package org.perrin.io.formula;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.perrin.io.InputException;
import org.perrin.io.formula.Formula.Factor;
import org.perrin.io.formula.Formula.Plain;
import org.perrin.io.formula.Formula.Signed;
import org.perrin.io.formula.Formula.Term;

/**
 * Terms as they are written: sums, products, powers, and {@code .} for all columns. Expanding
 * follows R (Chambers and Hastie, 1992): a term is a set of factors, and operators make sets of
 * terms from sets of terms.
 */
public sealed interface TermTree {
  /** The most factors of a term. */
  int MOST_FACTORS = 6;

  /** The most pairs of terms that an operator may look at. */
  int MOST_PAIRS = 100_000;

  /** A single factor. */
  record Leaf(Factor factor) implements TermTree {}

  /** All columns that have no other role: {@code .} */
  record Everything() implements TermTree {}

  /** Terms added and taken away, from left to right. */
  record Sum(List<Signed> parts) implements TermTree {
    /** Copies the list. */
    public Sum {
      parts = List.copyOf(parts);
    }
  }

  /** Two sets of terms and what stands between them. */
  record Product(Operator operator, TermTree left, TermTree right) implements TermTree {}

  /** {@code (a + b)^2}: all products of at most so many terms. */
  record Power(TermTree base, int exponent) implements TermTree {}

  /** What stands between sets of terms A and B. */
  enum Operator {
    /** All products of a term of A and one of B. */
    CROSS(":"),
    /** Each term of A times all factors of B. */
    IN("%in%"),
    /** A, B and their products. */
    STAR("*"),
    /** A, and all factors of A times each term of B. */
    NEST("/");

    private final String sign;

    Operator(String sign) {
      this.sign = sign;
    }

    String sign() {
      return sign;
    }
  }

  /** Each term once, in the order in which they first appear. */
  default List<Term> terms(List<String> everything) {
    Map<Set<Factor>, Term> terms = new LinkedHashMap<>();
    change(terms, true, everything);
    return List.copyOf(terms.values());
  }

  /** Adds the terms to others, or takes them away. */
  default void change(Map<Set<Factor>, Term> terms, boolean added, List<String> everything) {
    if (this instanceof Sum(List<Signed> parts) && added && terms.isEmpty()) {
      parts.forEach(part -> part.terms().change(terms, part.added(), everything));
      return;
    }
    for (Term term : expand(everything)) {
      if (added) {
        terms.putIfAbsent(Set.copyOf(term.factors()), term);
      } else {
        terms.remove(Set.copyOf(term.factors()));
      }
    }
  }

  private List<Term> expand(List<String> everything) {
    return switch (this) {
      case Leaf(Factor factor) -> List.of(Term.of(factor));
      case Everything _ -> everything.stream().map(name -> Term.of(new Plain(name))).toList();
      case Sum sum -> sum.terms(everything);
      case Product(Operator operator, TermTree left, TermTree right) ->
          combine(operator, left.terms(everything), right.terms(everything));
      case Power(TermTree base, int exponent) -> {
        List<Term> all = base.terms(everything);
        List<Term> power = all;
        for (int k = 1; k < exponent; k++) {
          power = unique(all(power, cross(power, all)));
        }
        yield power;
      }
    };
  }

  private static List<Term> combine(Operator operator, List<Term> left, List<Term> right) {
    return switch (operator) {
      case CROSS -> unique(cross(left, right));
      case IN -> unique(cross(left, merged(right)));
      case STAR -> unique(all(all(left, right), cross(left, right)));
      case NEST -> unique(all(left, cross(merged(left), right)));
    };
  }

  private static List<Term> all(List<Term> first, List<Term> second) {
    List<Term> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  private static List<Term> unique(List<Term> terms) {
    Map<Set<Factor>, Term> seen = new LinkedHashMap<>();
    terms.forEach(term -> seen.putIfAbsent(Set.copyOf(term.factors()), term));
    return List.copyOf(seen.values());
  }

  private static List<Term> cross(List<Term> left, List<Term> right) {
    if ((long) left.size() * right.size() > MOST_PAIRS) {
      throw new InputException(
          "formula: products of %d with %d terms are too many: cross fewer columns"
              .formatted(left.size(), right.size()));
    }
    List<Term> products = new ArrayList<>();
    for (Term first : left) {
      for (Term second : right) {
        products.add(join(List.of(first, second)));
      }
    }
    return products;
  }

  /** One term with the factors of all. */
  private static List<Term> merged(List<Term> terms) {
    return terms.isEmpty() ? terms : List.of(join(terms));
  }

  private static Term join(Collection<Term> terms) {
    List<Factor> factors =
        terms.stream().flatMap(term -> term.factors().stream()).distinct().toList();
    if (factors.size() > MOST_FACTORS) {
      throw new InputException(
          "formula: a term has at most %d factors, not %d: cross fewer columns"
              .formatted(MOST_FACTORS, factors.size()));
    }
    return new Term(factors);
  }

  /** Whether it is one term, whatever the columns are. */
  default boolean single() {
    return switch (this) {
      case Leaf _ -> true;
      case Everything _, Power _ -> false;
      case Sum(List<Signed> parts) -> parts.size() == 1 && parts.getFirst().terms().single();
      case Product(Operator operator, TermTree left, TermTree right) ->
          (operator == Operator.CROSS || operator == Operator.IN)
              && left.single()
              && right.single();
    };
  }
}
