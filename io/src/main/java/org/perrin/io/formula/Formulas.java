package org.perrin.io.formula;

import java.util.ArrayList;
import java.util.List;

/**
 * Formulas as they were given: that of the target, or null, and those of other parameters. The
 * target's is the first, unless a target is named: then it is the one that has the target or
 * nothing on its left side.
 *
 * @param first that of the target, or null
 * @param further those of other parameters
 */
public record Formulas(String first, List<String> further) {
  /** Of texts in any order; the target is null where the first formula says what it is. */
  public static Formulas of(String target, List<String> texts) {
    String first = null;
    List<String> further = new ArrayList<>();
    for (String text : texts) {
      if (first == null && (target == null || isOf(target, Formula.parse(text)))) {
        first = text;
      } else {
        further.add(text);
      }
    }
    return new Formulas(first, further);
  }

  /** A computed response, or one with a second column, cannot be a parameter. */
  private static boolean isOf(String target, Formula formula) {
    return !(formula.response() instanceof Expr.ColumnValue(String name))
        || formula.beside() != null
        || name.equals(target);
  }
}
