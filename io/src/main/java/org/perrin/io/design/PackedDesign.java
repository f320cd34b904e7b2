package org.perrin.io.design;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.data.ColumnPicks;
import org.perrin.data.Dataset;
import org.perrin.data.Doubles;
import org.perrin.data.MappedRows;
import org.perrin.data.Rows;
import org.perrin.data.Storage;
import org.perrin.io.InputException;
import org.perrin.io.MemoryCheck;
import org.perrin.io.MessageText;
import org.perrin.io.Remedy;
import org.perrin.io.formula.Expr;
import org.perrin.io.packed.PackedColumn;
import org.perrin.io.packed.PackedTable;
import org.perrin.math.Parallel;

/**
 * The design of a packed table: rows are computed from the stored ones whenever they are read, so
 * that they take no room; response, weights and offset are kept, one number a row.
 */
record PackedDesign(PackedTable table, Encoding encoding) {
  private static final StoredRow.Judge ALL_KNOWN = row -> null;

  /** Rows that are read together. */
  private static final int BLOCK = 64;

  /** RowSelection cannot be left out of a packed table. */
  static void checkComplete(PackedTable table, Collection<String> names) {
    for (String name : names) {
      long missing = table.find(name).map(PackedColumn::missing).orElse(0L);
      if (missing > 0) {
        throw InputException.of(
            table.source(),
            "column %s has no value in %s: pack the table again and %s, or %s"
                .formatted(
                    MessageText.quoted(name),
                    MessageText.count(missing, "row"),
                    Remedy.LEAVE_ROWS_OUT,
                    Remedy.LEAVE_COLUMN_OUT));
      }
    }
  }

  Design build(boolean withResponse, List<String> notes) {
    return build(withResponse, ALL_KNOWN, notes);
  }

  /** All rows; what is wrong with some stands beside them, and their numbers mean nothing. */
  CheckedDesign buildWhereKnown(boolean withResponse, List<String> notes) {
    StoredRow.Judge judge = new StoredRow(table).judge(encoding);
    String[] problems = new String[table.rows()];
    visit(table.stored(Storage.heap()), (i, row) -> problems[i] = judge.problem(row));
    boolean any = Arrays.stream(problems).anyMatch(problem -> problem != null);
    if (any && Arrays.stream(problems).noneMatch(problem -> problem == null)) {
      return CheckedDesign.none(problems);
    }
    return new CheckedDesign(
        build(withResponse, any ? judge : ALL_KNOWN, notes), any ? problems : null);
  }

  private Design build(boolean withResponse, StoredRow.Judge judge, List<String> notes) {
    var stored = new StoredRow(table);
    var terms = StoredTerm.all(encoding, stored);
    var coding = StoredCoding.of(terms, table);
    boolean coded = judge == ALL_KNOWN && coding.layout().pays();
    int width = coding.layout().width();
    MappedRows rows = table.stored(table.storage(coded ? 0 : width));
    StoredTerm[] parts = terms.toArray(StoredTerm[]::new);
    Rows dense =
        table
            .stored(coded ? table.storage(width) : rows.storage())
            .map(width, rowMap(parts, width, rows.width(), judge));
    Rows x = coded ? coding.rows(rows, dense) : dense;
    Doubles y = withResponse ? numbers(rows, judge, "target", response(stored)) : null;
    StoredRow.Number counted = weight(stored);
    Doubles weights = counted == null ? null : numbers(rows, judge, "weight", counted);
    Doubles offset =
        encoding.offset() == null
            ? null
            : numbers(rows, judge, "offset", stored.number(encoding.offset()));
    var data = new Dataset(x, y, offset, weights, encoding.names());
    List<GroupRows> groups = groups(rows, judge, stored);
    GroupBuilder.noteNew(encoding, groups, notes);
    return new Design(data, groups, encoding, null, null, notes);
  }

  private static Rows.RowMap rowMap(
      StoredTerm[] parts, int width, int stored, StoredRow.Judge judge) {
    if (judge != ALL_KNOWN) {
      return judged(parts, judge);
    }
    if (Arrays.stream(parts).allMatch(part -> part.places() != null)) {
      return new ColumnPicks(
          Arrays.stream(parts).flatMapToInt(part -> Arrays.stream(part.places())).toArray());
    }
    return inBlocks(parts, width, stored);
  }

  private static Rows.BlockMap inBlocks(StoredTerm[] parts, int width, int stored) {
    return (rows, stride, n, out, outStride) -> {
      double[] row = new double[stored];
      for (int j = 0; j < n; j++) {
        Arrays.fill(out, j * outStride, j * outStride + width, 0);
      }
      int at = 0;
      for (StoredTerm part : parts) {
        part.write(rows, stride, n, out, outStride, at, row);
        at += part.width();
      }
    };
  }

  /** Rows with problems stay zero. */
  private static Rows.RowMap judged(StoredTerm[] parts, StoredRow.Judge judge) {
    return (row, out) -> {
      if (judge.problem(row) != null) {
        return;
      }
      int at = 0;
      for (StoredTerm part : parts) {
        part.write(row, out, at);
        at += part.width();
      }
    };
  }

  /** What rows have of groups, in memory. */
  private List<GroupRows> groups(MappedRows rows, StoredRow.Judge judge, StoredRow stored) {
    List<GroupRows> all = new ArrayList<>();
    for (Encoding.Placed placed : encoding.allGroups()) {
      GroupTerm term = placed.term();
      GroupBuilder.checkRoom(table.source(), rows.count(), term);
      List<double[]> values = new ArrayList<>();
      if (term.intercept()) {
        values.add(null);
      }
      for (List<FittedFactor> part : term.terms()) {
        values.addAll(columns(rows, judge, StoredTerm.of(part, stored)));
      }
      all.add(new GroupRows(term.by().codes(codes(table, term.by().factors())), values));
    }
    return all;
  }

  private static List<double[]> columns(MappedRows rows, StoredRow.Judge judge, StoredTerm term) {
    double[][] values = new double[term.width()][rows.count()];
    visit(
        rows,
        (i, row) -> {
          for (int c = 0; judge.problem(row) == null && c < values.length; c++) {
            values[c][i] = term.value(row, c);
          }
        });
    return List.of(values);
  }

  /** The levels of all rows, for each factor. */
  static List<int[]> codes(PackedTable table, List<FittedFactor.Levels> factors) {
    MappedRows rows = table.stored(Storage.heap());
    var stored = new StoredRow(table);
    List<int[]> all = new ArrayList<>();
    for (FittedFactor.Levels factor : factors) {
      var code = stored.codeOrNew(factor.column(), factor.levels());
      int[] codes = new int[rows.count()];
      visit(rows, (i, row) -> codes[i] = (int) code.of(row));
      all.add(codes);
    }
    return all;
  }

  private StoredRow.Number response(StoredRow stored) {
    return switch (encoding.response()) {
      case Response.Binary(String name, String positive, _) -> {
        var code = stored.code(name, stored.levels(name));
        int one = stored.levels(name).indexOf(positive);
        yield row -> code.of(row) == one ? 1 : 0;
      }
      case Response.Classes(String name, List<String> levels, _) -> {
        var code = stored.code(name, levels);
        yield row -> code.of(row);
      }
      case Response.Count(String name) -> stored.number(new Expr.ColumnValue(name));
      case Response.Real(Expr expr) -> stored.number(expr);
      case Response.Share(Expr successes, Expr trials) -> {
        var seen = stored.number(successes);
        var all = stored.number(trials);
        yield row -> {
          check(Response.Share.problem(seen.of(row), all.of(row)));
          return Response.Share.share(seen.of(row), all.of(row));
        };
      }
      case Response.Time(Expr time, String event) -> {
        var until = stored.number(time);
        var happened = stored.number(new Expr.ColumnValue(event));
        yield row -> {
          check(Response.Time.problem(until.of(row)));
          check(Target.flag(happened.of(row)));
          return happened.of(row) == 1 ? until.of(row) : -until.of(row);
        };
      }
    };
  }

  private void check(@Nullable String problem) {
    if (problem != null) {
      throw InputException.of(table.source(), "the target: " + problem + ": correct it");
    }
  }

  /** How often a row counts, or null. */
  private StoredRow.@Nullable Number weight(StoredRow stored) {
    if (encoding.response() instanceof Response.Share share && share.trials() != null) {
      return stored.number(share.trials());
    }
    return encoding.weights() == null
        ? null
        : stored.number(new Expr.ColumnValue(encoding.weights()));
  }

  /** The values of an expression in all rows, in memory: eight bytes a row. */
  static double[] values(PackedTable table, Expr expr) {
    MemoryCheck.check(
        "%s of %s".formatted(MessageText.quoted(expr.text()), table.source()),
        (double) Double.BYTES * table.rows(),
        "use a term that needs no pass over the rows");
    MappedRows rows = table.stored(Storage.heap());
    return numbers(table, rows, ALL_KNOWN, "value", new StoredRow(table).number(expr)).toArray();
  }

  private Doubles numbers(
      MappedRows rows, StoredRow.Judge judge, String what, StoredRow.Number number) {
    return numbers(table, rows, judge, what, number);
  }

  /** One pass; every number is checked. */
  private static Doubles numbers(
      PackedTable table,
      MappedRows rows,
      StoredRow.Judge judge,
      String what,
      StoredRow.Number number) {
    Doubles out = rows.storage().doubles(rows.count());
    visit(
        rows,
        (i, row) -> {
          double value = judge.problem(row) != null ? 0 : number.of(row);
          if (!Double.isFinite(value) || (what.equals("weight") && value < 0)) {
            throw InputException.of(
                table.source(),
                "row %,d, %s %s must be %s: correct it"
                    .formatted(i + 1, what, value, what.equals("weight") ? "positive" : "finite"));
          }
          out.set(i, value);
        });
    return out;
  }

  /** Something done with a stored row and its number. */
  @FunctionalInterface
  private interface Visit {
    void accept(int i, double[] row);
  }

  /** All rows, on all cores; the array is used again. */
  private static void visit(MappedRows rows, Visit visit) {
    Parallel.overRows(
        rows.count(),
        (from, to) -> {
          double[] block = new double[BLOCK * rows.stride()];
          double[] row = new double[rows.width()];
          for (int first = from; first < to; first += BLOCK) {
            int n = Math.min(BLOCK, to - first);
            rows.read(first, n, block);
            for (int j = 0; j < n; j++) {
              System.arraycopy(block, j * rows.stride(), row, 0, row.length);
              visit.accept(first + j, row);
            }
          }
        });
  }
}
