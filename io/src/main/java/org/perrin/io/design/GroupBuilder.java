package org.perrin.io.design;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import org.perrin.io.InputException;
import org.perrin.io.MemoryCheck;
import org.perrin.io.MessageText;
import org.perrin.io.Remedy;
import org.perrin.io.formula.Basis;
import org.perrin.io.formula.Formula;

/** What varies by groups, of a table in memory or packed. */
final class GroupBuilder {
  private static final int MOST_GROUPS = 1_000_000;

  private GroupBuilder() {}

  /** Fits terms to the rows of a table. */
  static List<GroupTerm> fit(
      TypedColumns use, RowSelection rows, List<Roles.Group> groups, Terms terms) {
    List<GroupTerm> all = new ArrayList<>();
    Set<String> seen = new LinkedHashSet<>();
    for (Roles.Group group : groups) {
      Grouping by = grouping(use, rows, group.by());
      checkNotSmooth(group.terms());
      List<List<FittedFactor>> parts = terms.encode(group.terms(), group.intercept());
      if (!group.intercept() && parts.isEmpty()) {
        throw new InputException(
            "%s: nothing varies by %s, as its columns have one level: write (1 | %s)"
                .formatted(use.table().source(), by.name(), by.name()));
      }
      var term = new GroupTerm(by, group.intercept(), parts, group.correlated());
      for (String scale : term.scaleNames()) {
        if (!seen.add(scale)) {
          throw new InputException(
              "formula: there are two of %s: leave one out of %s".formatted(scale, term.text()));
        }
      }
      all.add(term);
    }
    return all;
  }

  private static void checkNotSmooth(List<Formula.Term> terms) {
    for (Formula.Term term : terms) {
      if (term.factors().getFirst() instanceof Basis basis && basis.smooth()) {
        throw new InputException(
            "formula: %s does not vary by groups: use ns(…) there".formatted(basis.text()));
      }
    }
  }

  private static Grouping grouping(TypedColumns use, RowSelection rows, Formula.Term by) {
    List<FittedFactor.Levels> factors = new ArrayList<>();
    for (Formula.Factor factor : by.factors()) {
      String column = factor.columns().iterator().next();
      factors.add(new FittedFactor.Levels(column, use.levels(column, rows, MOST_GROUPS), true));
    }
    if (Grouping.all(factors) > Long.MAX_VALUE / 2) {
      throw new InputException(
          "formula: %s has too many combinations of levels to number: %s"
              .formatted(by.text(), Remedy.LEAVE_COLUMN_OUT));
    }
    Grouping grouping =
        factors.size() == 1
            ? Grouping.of(factors.getFirst())
            : Grouping.of(factors, columns(use, rows, factors));
    if (grouping.count() < 2) {
      throw new InputException(
          "%s: %s has one level only, by which nothing varies: leave the term out"
              .formatted(use.table().source(), MessageText.quoted(by.text())));
    }
    if (grouping.count() > MOST_GROUPS) {
      throw new InputException(
          "%s: %s has %s combinations of levels, more than the %s that may vary: use fewer columns"
              .formatted(
                  use.table().source(),
                  MessageText.quoted(by.text()),
                  MessageText.count(grouping.count()),
                  MessageText.count(MOST_GROUPS)));
    }
    return grouping;
  }

  private static List<int[]> columns(
      TypedColumns use, RowSelection rows, List<FittedFactor.Levels> factors) {
    return use.table().packed() != null
        ? PackedDesign.codes(use.table().packed(), factors)
        : factors.stream().map(factor -> codes(use, rows, factor)).toList();
  }

  private static int[] codes(TypedColumns use, RowSelection rows, FittedFactor.Levels factor) {
    int[] codes = use.codesOrNew(factor.column(), factor.levels());
    if (rows.kept() == null) {
      return codes;
    }
    int[] kept = new int[rows.count()];
    Arrays.setAll(kept, i -> codes[rows.get(i)]);
    return kept;
  }

  /** The rows of all terms, of a table in memory. */
  static List<GroupRows> build(TypedColumns use, RowSelection rows, Encoding encoding) {
    List<GroupRows> all = new ArrayList<>();
    for (Encoding.Placed placed : encoding.allGroups()) {
      GroupTerm term = placed.term();
      checkRoom(use.table().source(), rows.count(), term);
      List<double[]> values = new ArrayList<>();
      if (term.intercept()) {
        values.add(null);
      }
      for (List<FittedFactor> part : term.terms()) {
        ColumnBlock block = ColumnBlock.of(part, null, use, rows);
        for (int c = 0; c < block.width(); c++) {
          values.add(column(block, c, rows));
        }
      }
      List<int[]> codes = term.by().factors().stream().map(f -> codes(use, rows, f)).toList();
      all.add(new GroupRows(term.by().codes(codes), values));
    }
    return all;
  }

  static void checkRoom(String source, int rows, GroupTerm term) {
    int columns = term.width() - (term.intercept() ? 1 : 0);
    MemoryCheck.check(
        "%s of %s".formatted(term.text(), source),
        (4.0 + 8.0 * columns) * rows,
        "let fewer columns vary");
  }

  private static double[] column(ColumnBlock block, int column, RowSelection rows) {
    double[] values = new double[rows.count()];
    for (int i = 0; i < values.length; i++) {
      values[i] = block.value(rows.get(i), column);
    }
    return values;
  }

  /** Refuses what no data could tell apart. */
  static void check(String source, Encoding encoding, List<GroupRows> rows) {
    List<Encoding.Placed> terms = encoding.allGroups();
    for (int g = 0; g < rows.size(); g++) {
      GroupTerm term = terms.get(g).term();
      List<String> columns = term.columns();
      for (int c = 0; c < columns.size(); c++) {
        double[] values = rows.get(g).values().get(c);
        if (values != null && isConstant(values)) {
          throw new InputException(
              "%s: %s in %s has one value only, which gives no slope: leave it out"
                  .formatted(source, MessageText.quoted(columns.get(c)), term.text()));
        }
      }
      for (int other = 0; other < g; other++) {
        checkDiffer(source, terms.get(other), rows.get(other), terms.get(g), rows.get(g));
      }
    }
  }

  private static boolean isConstant(double... values) {
    for (double value : values) {
      if (value != values[0]) {
        return false;
      }
    }
    return true;
  }

  private static void checkDiffer(
      String source, Encoding.Placed a, GroupRows rowsA, Encoding.Placed b, GroupRows rowsB) {
    Set<String> both = new LinkedHashSet<>(a.term().columns());
    both.retainAll(b.term().columns());
    boolean same = a.prefix().equals(b.prefix()) && !both.isEmpty();
    int count = a.term().by().count();
    if (same && count == b.term().by().count() && isSame(rowsA.level(), rowsB.level(), count)) {
      boolean all = both.size() == b.term().columns().size();
      String out = all ? "%s out" : String.join(", ", both) + " out of %s";
      throw new InputException(
          "%s: %s and %s put the same rows together, so nothing tells their effects apart: leave %s"
              .formatted(
                  source,
                  a.term().by().name(),
                  b.term().by().name(),
                  out.formatted(b.term().text())));
    }
  }

  /** Whether levels go one to one. */
  private static boolean isSame(int[] a, int[] b, int count) {
    int[] match = new int[count];
    Arrays.fill(match, -1);
    for (int i = 0; i < a.length; i++) {
      if (match[a[i]] < 0) {
        match[a[i]] = b[i];
      } else if (match[a[i]] != b[i]) {
        return false;
      }
    }
    return true;
  }

  /** Notes on rows of new levels, by factor. */
  static void noteNew(Encoding encoding, List<GroupRows> rows, List<String> notes) {
    BiFunction<String, Long, String> text =
        (name, count) ->
            "%s of levels of %s that were not there when the model was fitted: their effects may be any that its levels have"
                .formatted(MessageText.count(count, "row"), MessageText.quoted(name));
    for (int g = 0; g < rows.size(); g++) {
      long fresh = Arrays.stream(rows.get(g).level()).filter(j -> j == TypedColumns.NEW).count();
      String note = text.apply(encoding.allGroups().get(g).term().by().name(), fresh);
      if (fresh > 0 && !notes.contains(note)) {
        notes.add(note);
      }
    }
  }
}
