package org.perrin.io.design;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.Remedy;
import org.perrin.io.formula.Expr;
import org.perrin.io.formula.Formula;
import org.perrin.io.formula.ResponseAddition;
import org.perrin.io.table.Table;

/**
 * Who is who, after the names in the specification have been found in the table.
 *
 * @param target the response
 * @param beside what it needs beside its value, or null
 * @param terms of the predictor
 * @param intercept whether there is one
 * @param offset added to the predictor, or null
 * @param groups what varies by groups
 * @param further predictors of other parameters
 * @param columns all that are used
 */
record Roles(
    Expr target,
    @Nullable ResponseAddition beside,
    List<Formula.Term> terms,
    boolean intercept,
    @Nullable Expr offset,
    List<Group> groups,
    List<Further> further,
    Set<String> columns) {
  /** The predictor of a parameter beside the first. */
  record Further(
      String parameter, List<Formula.Term> terms, boolean intercept, List<Group> groups) {}

  /** What varies by the levels of one factor. */
  record Group(Formula.Term by, List<Formula.Term> terms, boolean intercept, boolean correlated) {
    static List<Group> of(Formula formula, List<String> others) {
      List<Group> all = new ArrayList<>();
      for (Formula.Grouped one : formula.grouped()) {
        List<Formula.Term> terms = one.terms(others);
        one.by().forEach(by -> all.add(new Group(by, terms, one.intercept(), one.correlated())));
      }
      return all;
    }
  }

  static Roles of(Table table, DesignSpec spec) {
    Formula formula = spec.formula() == null ? null : Formula.parse(spec.formula());
    checkFormula(spec, formula);
    Expr target = target(spec, formula);
    Expr given = spec.offset() == null ? null : DesignBuilder.expression(table, spec.offset());
    ResponseAddition beside = formula == null ? null : formula.beside();
    Set<String> taken = new LinkedHashSet<>(target.columns());
    if (beside != null) {
      taken.addAll(beside.columns());
    }
    if (spec.weights() != null) {
      taken.add(spec.weights());
    }
    if (given != null) {
      taken.addAll(given.columns());
    }
    List<Formula> all = new ArrayList<>(formula == null ? List.of() : List.of(formula));
    spec.further().forEach(text -> all.add(Formula.parse(text)));
    for (Formula one : all) {
      Set<String> by = groupColumns(one);
      checkTargetVaries(target, by);
      taken.addAll(by);
    }
    taken.forEach(table::column);
    spec.drop().forEach(table::column);
    List<Formula.Term> terms =
        formula != null ? formula.terms(others(table, spec, taken)) : plain(table, spec, taken);
    List<Further> further = further(spec, others(table, spec, taken));
    List<Group> groups =
        formula == null ? List.of() : Group.of(formula, others(table, spec, taken));
    Expr offset = offset(given, formula);
    Set<String> columns = new LinkedHashSet<>(taken);
    if (offset != null) {
      columns.addAll(offset.columns());
    }
    List<Formula.Term> used = new ArrayList<>(terms);
    groups.forEach(group -> used.addAll(group.terms()));
    for (Further one : further) {
      used.addAll(one.terms());
      one.groups().forEach(group -> used.addAll(group.terms()));
    }
    used.forEach(term -> term.factors().forEach(factor -> columns.addAll(factor.columns())));
    columns.forEach(table::column);
    checkTargetUnused(target, used);
    boolean intercept = formula == null ? spec.intercept() : formula.intercept();
    return new Roles(
        target, beside, terms, intercept && spec.intercept(), offset, groups, further, columns);
  }

  private static List<Further> further(DesignSpec spec, List<String> others) {
    List<Further> all = new ArrayList<>();
    for (String text : spec.further()) {
      Formula formula = Formula.parse(text);
      if (!(formula.response() instanceof Expr.ColumnValue(String parameter))
          || formula.beside() != null) {
        throw new InputException(
            "formula %s: a further formula is of a parameter, as in sigma ~ x"
                .formatted(MessageText.quoted(text)));
      }
      if (all.stream().anyMatch(one -> one.parameter().equals(parameter))) {
        throw new InputException(
            "there are two formulas of %s: give one of them"
                .formatted(MessageText.quoted(parameter)));
      }
      if (!formula.offsets().isEmpty()) {
        throw new InputException(
            "formula %s: offset(…) is for the formula of the target"
                .formatted(MessageText.quoted(text)));
      }
      all.add(
          new Further(
              parameter, formula.terms(others), formula.intercept(), Group.of(formula, others)));
    }
    return all;
  }

  private static void checkFormula(DesignSpec spec, @Nullable Formula formula) {
    if (formula == null) {
      return;
    }
    if (spec.features() != null) {
      throw new InputException(
          "a formula and a list of features exclude each other: give one of them");
    }
    if (spec.weights() != null && formula.beside() instanceof ResponseAddition.Trials) {
      throw new InputException(
          "trials are the weights of their rows: multiply successes and trials instead");
    }
  }

  /** The sum of all offsets; columns of those in the formula stay among {@code .}, as in R. */
  private static @Nullable Expr offset(@Nullable Expr given, @Nullable Formula formula) {
    Expr sum = given;
    for (Expr next : formula == null ? List.<Expr>of() : formula.offsets()) {
      sum = sum == null ? next : new Expr.Binary('+', sum, next);
    }
    return sum;
  }

  /** Columns by whose levels something varies; {@code .} is without them. */
  private static Set<String> groupColumns(Formula formula) {
    Set<String> columns = new LinkedHashSet<>();
    for (Formula.Grouped one : formula.grouped()) {
      one.by().forEach(by -> by.factors().forEach(f -> columns.addAll(f.columns())));
    }
    return columns;
  }

  private static @Nullable Expr target(DesignSpec spec, @Nullable Formula formula) {
    Expr left = formula == null ? null : formula.response();
    Expr named = spec.target() == null ? null : new Expr.ColumnValue(spec.target());
    if (left == null && named == null) {
      throw new InputException(
          "there is no target: %s, or give a formula \"y ~ …\"".formatted(Remedy.TARGET));
    }
    if (left != null && named != null && !left.equals(named)) {
      throw new InputException(
          "the target is %s in the formula, and %s is named as well: give one of them"
              .formatted(MessageText.quoted(left.text()), MessageText.quoted(spec.target())));
    }
    return left != null ? left : named;
  }

  private static List<Formula.Term> plain(Table table, DesignSpec spec, Set<String> taken) {
    List<String> names = spec.features() != null ? spec.features() : others(table, spec, taken);
    if (names.isEmpty()) {
      throw InputException.of(
          table.source(), "no column is left besides the target: add features, or drop fewer");
    }
    List<Formula.Term> terms = new ArrayList<>();
    for (String name : new LinkedHashSet<>(names)) {
      if (!spec.drop().contains(name)) {
        terms.add(Formula.Term.of(new Formula.Plain(name)));
      }
    }
    return terms;
  }

  private static List<String> others(Table table, DesignSpec spec, Set<String> taken) {
    Set<String> out = new HashSet<>(taken);
    out.addAll(spec.drop());
    return table.names().stream().filter(name -> !out.contains(name)).toList();
  }

  private static void checkTargetVaries(Expr target, Set<String> by) {
    for (String name : by) {
      if (target.columns().contains(name)) {
        throw new InputException(
            "column %s is both target and group: let nothing vary by it"
                .formatted(MessageText.quoted(name)));
      }
    }
  }

  private static void checkTargetUnused(Expr target, List<Formula.Term> terms) {
    for (Formula.Term term : terms) {
      for (Formula.Factor factor : term.factors()) {
        for (String name : factor.columns()) {
          if (target.columns().contains(name)) {
            throw new InputException(
                "column %s is both target and feature: leave it out of the features"
                    .formatted(MessageText.quoted(name)));
          }
        }
      }
    }
  }
}
