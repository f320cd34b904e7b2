package org.perrin.io.design;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.perrin.data.Dataset;
import org.perrin.data.DenseRows;
import org.perrin.data.Rows;
import org.perrin.io.InputException;
import org.perrin.io.MemoryCheck;
import org.perrin.io.MessageText;
import org.perrin.io.formula.Expr;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;

/** From a table to a design: roles, complete rows, encoding, numbers. */
final class DesignBuilder {
  /** Rows whose columns are written one after the other while they are in cache. */
  private static final int FILLED_TOGETHER = 256;

  private DesignBuilder() {}

  static Design fit(Table table, DesignSpec spec, boolean lean) {
    Roles roles = Roles.of(table, spec);
    TypedColumns use = new TypedColumns(table);
    roles.columns().forEach(name -> checkUsable(use, name));
    if (table.packed() != null) {
      PackedDesign.checkComplete(table.packed(), roles.columns());
    }
    RowSelection rows = RowSelection.complete(table, roles.columns(), spec.missing());
    List<String> notes = new ArrayList<>(ColumnReadings.notes(table, roles.columns()));
    if (rows.kept() != null) {
      notes.add(dropped(rows));
    }
    ModelGuess guess = new Target(table, rows).guess(roles, spec);
    if (guess != null && guess.doubt() != null) {
      notes.add(guess.doubt());
    }
    ResponseKind outcome = guess == null ? spec.outcome() : guess.outcome();
    Encoding encoding =
        encode(use, rows, roles, spec, outcome, notes)
            .spelled(ColumnReadings.spellings(table, roles.columns()));
    Design design = fitted(use, rows, encoding, notes);
    GroupBuilder.check(table.source(), encoding, design.groups());
    Encoding left = lean ? lean(design, spec, notes) : encoding;
    return (left.equals(encoding) ? design : fitted(use, rows, left, notes)).guessed(guess);
  }

  /** Without columns that others of the same predictor determine, where there is a formula. */
  private static Encoding lean(Design design, DesignSpec spec, List<String> notes) {
    Encoding encoding = design.encoding();
    List<Integer> widths = encoding.widths();
    var x = design.data().x();
    Encoding first =
        spec.formula() == null
            ? encoding
            : lean(x.columns(0, widths.getFirst()), encoding, encoding.names(), notes);
    List<Encoding.Further> others = new ArrayList<>();
    int from = widths.getFirst();
    for (int k = 0; k < encoding.further().size(); k++) {
      Encoding.Further one = encoding.further().get(k);
      int to = from + widths.get(k + 1);
      others.add(
          new Encoding.Further(
              one.parameter(), lean(x.columns(from, to), one.predictor(), one.names(), notes)));
      from = to;
    }
    return first.further(others);
  }

  private static Encoding lean(Rows x, Encoding encoding, List<String> names, List<String> notes) {
    List<Integer> determined = AliasedColumns.of(x, encoding.intercept());
    if (determined.isEmpty()) {
      return encoding;
    }
    notes.add(leftOut(names, determined));
    return encoding.without(determined);
  }

  private static Design fitted(
      TypedColumns use, RowSelection rows, Encoding encoding, List<String> notes) {
    checkNotEmpty(use.table(), encoding);
    return use.table().packed() != null
        ? new PackedDesign(use.table().packed(), encoding).build(true, notes)
        : build(use, rows, encoding, true, notes);
  }

  private static String leftOut(List<String> names, List<Integer> determined) {
    return "%s left out, as other columns determine %s: %s"
        .formatted(
            MessageText.count(determined.size(), "column"),
            determined.size() == 1 ? "it" : "them",
            MessageText.listed(determined.stream().map(names::get).toList()));
  }

  private static Encoding encode(
      TypedColumns use,
      RowSelection rows,
      Roles roles,
      DesignSpec spec,
      ResponseKind outcome,
      List<String> notes) {
    Table table = use.table();
    Response response = new Target(table, rows).fit(roles, spec, outcome);
    if (roles.offset() != null) {
      roles.offset().columns().forEach(name -> checkNumber(use, name));
    }
    Function<Expr, double[]> values =
        expr ->
            table.packed() != null
                ? PackedDesign.values(table.packed(), expr)
                : rows.pick(new EvaluatedExpressions(use, rows).of(expr));
    var terms = new Terms(use, rows, values, spec.formula() != null, notes);
    var all = new Terms(use, rows, values, true, notes);
    List<Encoding.Further> further = new ArrayList<>();
    for (Roles.Further one : roles.further()) {
      List<List<FittedFactor>> encoded = all.encode(one.terms(), one.intercept());
      further.add(
          new Encoding.Further(
              one.parameter(),
              Encoding.predictor(
                  response,
                  one.intercept(),
                  encoded,
                  GroupBuilder.fit(use, rows, one.groups(), all),
                  List.of())));
    }
    return new Encoding(
            response,
            roles.intercept(),
            terms.encode(roles.terms(), roles.intercept()),
            spec.weights(),
            roles.offset(),
            GroupBuilder.fit(use, rows, roles.groups(), all))
        .further(further);
  }

  private static void checkNumber(TypedColumns use, String name) {
    if (use.table().column(name) instanceof Column.Text text && text.flaw() == null) {
      throw use.bad(name, "holds text, and an offset is a number: choose another column");
    }
  }

  private static void checkNotEmpty(Table table, Encoding encoding) {
    if (encoding.widths().contains(0)) {
      throw InputException.of(
          table.source(), "no column is left to learn from: add features or an intercept");
    }
  }

  private static String dropped(RowSelection rows) {
    return "%s of %s left out for missing values"
        .formatted(
            MessageText.count(rows.total() - rows.count()), MessageText.count(rows.total(), "row"));
  }

  private static void checkUsable(TypedColumns use, String name) {
    if (use.table().column(name) instanceof Column.Other other) {
      throw use.bad(name, other.advice());
    }
  }

  private static TypedColumns checked(Table table, Encoding encoding) {
    for (String name : encoding.inputs()) {
      if (table.find(name).isEmpty()) {
        throw InputException.of(
            table.source(),
            "column %s, which the model was fitted with, is not there%s"
                .formatted(
                    MessageText.quoted(name),
                    orElse(MessageText.didYouMean(name, table.names()), ": add it")));
      }
    }
    TypedColumns use = new TypedColumns(table);
    encoding.inputs().forEach(name -> checkUsable(use, name));
    return use;
  }

  static CheckedDesign applyWhereKnown(Table given, Encoding encoding) {
    Table table = given.withAbsent(encoding.inputs());
    TypedColumns use = checked(table, encoding);
    List<String> notes = new ArrayList<>(ColumnReadings.notes(table, encoding.inputs()));
    boolean scored = hasResponse(table, encoding, notes) && knowsTarget(use, encoding, notes);
    if (table.packed() != null) {
      return new PackedDesign(table.packed(), encoding).buildWhereKnown(scored, notes);
    }
    String[] problems = CheckedDesign.problems(use, encoding);
    RowSelection rows = problems == null ? RowSelection.all(table) : RowSelection.without(problems);
    if (problems != null && rows.count() == 0) {
      return CheckedDesign.none(problems);
    }
    return new CheckedDesign(build(use, rows, encoding, scored, notes), problems);
  }

  private static boolean knowsTarget(TypedColumns use, Encoding encoding, List<String> notes) {
    List<String> known = encoding.response().levels();
    String name = encoding.response().name();
    boolean all =
        known.isEmpty()
            || Arrays.stream(use.codesOrNew(name, known))
                .noneMatch(code -> code == TypedColumns.NEW);
    if (!all) {
      notes.add(
          "the target has levels that were not there when the model was fitted, so predictions are not compared with it");
    }
    return all;
  }

  static Design apply(Table given, Encoding encoding, MissingPolicy missing) {
    Table table = given.withAbsent(encoding.inputs());
    TypedColumns use = checked(table, encoding);
    List<String> notes = new ArrayList<>(ColumnReadings.notes(table, encoding.inputs()));
    if (table.packed() != null) {
      PackedDesign.checkComplete(table.packed(), encoding.inputs());
      return new PackedDesign(table.packed(), encoding)
          .build(hasResponse(table, encoding, notes), notes);
    }
    RowSelection rows = RowSelection.complete(table, encoding.inputs(), missing);
    if (rows.kept() != null) {
      notes.add(dropped(rows));
    }
    return build(use, rows, encoding, hasResponse(table, encoding, notes), notes);
  }

  private static String orElse(String hint, String otherwise) {
    return hint.isEmpty() ? otherwise : hint;
  }

  private static boolean hasResponse(Table table, Encoding encoding, List<String> notes) {
    Set<String> needed = new LinkedHashSet<>(encoding.response().columns());
    boolean shares = encoding.response() instanceof Response.Share share && share.trials() == null;
    if (encoding.response() instanceof Response.Share) {
      notes.add(
          shares
              ? "the number of trials is not there: the probability of a success is predicted"
              : "predicted is how many of a row's trials succeed");
    }
    if (shares || !needed.stream().allMatch(name -> table.find(name).isPresent())) {
      return false;
    }
    boolean whole = needed.stream().allMatch(name -> table.column(name).missing() == 0);
    if (!whole) {
      notes.add("the target has missing values, so predictions are not compared with it");
    }
    return whole;
  }

  private static Design build(
      TypedColumns use,
      RowSelection rows,
      Encoding encoding,
      boolean withResponse,
      List<String> notes) {
    double[] y = withResponse ? new Target(use.table(), rows).values(encoding.response()) : null;
    double[] weights = weights(use, rows, encoding);
    double[] offset =
        encoding.offset() == null
            ? null
            : rows.pick(new EvaluatedExpressions(use, rows).of(encoding.offset()));
    List<ColumnBlock> blocks = new ArrayList<>();
    encoding.predictors().forEach(one -> addBlocks(use, rows, one, blocks));
    Rows x = fill(use.table(), rows, blocks);
    Dataset data = new Dataset(x, y, offset, weights, encoding.names());
    List<GroupRows> groups = GroupBuilder.build(use, rows, encoding);
    GroupBuilder.noteNew(encoding, groups, notes);
    return new Design(data, groups, encoding, null, rows.kept(), notes);
  }

  private static void addBlocks(
      TypedColumns use, RowSelection rows, Encoding encoding, List<ColumnBlock> blocks) {
    if (encoding.intercept()) {
      blocks.add(ColumnBlock.ones());
    }
    List<int[]> kept = encoding.kept();
    for (int t = 0; t < kept.size(); t++) {
      blocks.add(ColumnBlock.of(encoding.terms().get(t), kept.get(t), use, rows));
    }
  }

  /** A row counts as often as it has trials. */
  private static double @Nullable [] weights(
      TypedColumns use, RowSelection rows, Encoding encoding) {
    if (encoding.response() instanceof Response.Share share && share.trials() != null) {
      return new Target(use.table(), rows).trials(share);
    }
    return encoding.weights() == null ? null : weights(use, rows, encoding.weights());
  }

  private static Rows fill(Table table, RowSelection rows, List<ColumnBlock> blocks) {
    var coding = RowCoding.of(blocks, rows);
    try {
      return coding.pays() ? coding.rows(rows, table.source()) : dense(table, rows, blocks);
    } catch (IllegalArgumentException e) {
      throw new InputException(table.source() + ": " + e.getMessage(), e);
    }
  }

  private static DenseRows dense(Table table, RowSelection rows, List<ColumnBlock> blocks) {
    ColumnBlock[] parts = blocks.toArray(ColumnBlock[]::new);
    int width = blocks.stream().mapToInt(ColumnBlock::width).sum();
    MemoryCheck.check(
        "a design of %s × %s of %s"
            .formatted(MessageText.count(rows.count()), MessageText.count(width), table.source()),
        8.0 * rows.count() * width,
        "pack the table by perrin data pack");
    return DenseRows.fillBlocks(
        rows.count(),
        width,
        FILLED_TOGETHER,
        (_, from, to, x, stride) -> {
          int at = from * stride;
          for (ColumnBlock part : parts) {
            part.write(rows, from, to, x, at, stride);
            at += part.width();
          }
        });
  }

  private static double[] weights(TypedColumns use, RowSelection rows, String name) {
    double[] weights = rows.pick(use.numbers(name));
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      if (weights[i] < 0) {
        throw use.bad(rows.get(i), name, "weight %s is negative: correct it".formatted(weights[i]));
      }
      sum += weights[i];
    }
    if (sum == 0) {
      throw use.bad(name, "all weights are zero: choose another column");
    }
    return weights;
  }

  /** A column of that very name, or else an expression. */
  static Expr expression(Table table, String text) {
    return table.find(text).isPresent() ? new Expr.ColumnValue(text) : Expr.parse(text);
  }
}
