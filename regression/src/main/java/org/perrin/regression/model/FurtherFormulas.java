package org.perrin.regression.model;

import java.util.Comparator;
import java.util.List;
import org.perrin.family.Family;
import org.perrin.family.JointLikelihood;
import org.perrin.family.Parameter;
import org.perrin.io.MessageText;
import org.perrin.io.UsageException;
import org.perrin.io.formula.Expr;
import org.perrin.io.formula.Formula;

/** Formulas of parameters beside the first: of which they are. */
final class FurtherFormulas {
  private FurtherFormulas() {}

  /** A formula, and the place of the parameter that it is of. */
  private record Placed(int place, String text) {}

  /** In the order of the family's parameters. */
  static List<String> arranged(Family family, List<String> formulas) {
    return formulas.stream()
        .map(text -> new Placed(place(family, text), text))
        .sorted(Comparator.comparingInt(Placed::place))
        .map(Placed::text)
        .toList();
  }

  private static int place(Family family, String text) {
    return Formula.parse(text).response() instanceof Expr.ColumnValue(String name)
        ? placeOf(family, name)
        : 0;
  }

  /** The place of a parameter that a formula may be of; the family is null for a file of Java. */
  static int placeOf(Family family, String name) {
    if (family == null) {
      throw new UsageException(
          "your own model has one formula: leave that of %s out".formatted(name));
    }
    List<String> names = family.parameters().stream().map(Parameter::name).toList();
    if (family.support().classes() || names.size() < 2 || JointLikelihood.of(family) == null) {
      throw new UsageException(
          "%s has one formula, and no parameter %s for another: leave it out"
              .formatted(family.name(), MessageText.quoted(name)));
    }
    if (name.equals(names.getFirst())) {
      throw new UsageException(
          "%s is what the formula of the target is of: give that one"
              .formatted(MessageText.quoted(name)));
    }
    if (!names.contains(name)) {
      throw new UsageException(
          "%s has no parameter %s for a formula%s"
              .formatted(
                  family.name(),
                  MessageText.quoted(name),
                  Suggestion.among(name, names.subList(1, names.size()))));
    }
    return names.indexOf(name);
  }
}
