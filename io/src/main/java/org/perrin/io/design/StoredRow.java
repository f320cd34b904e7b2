package org.perrin.io.design;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.formula.Expr;
import org.perrin.io.packed.PackedColumn;
import org.perrin.io.packed.PackedTable;

/** What the numbers of a packed table's row mean. */
record StoredRow(PackedTable table) {
  /** A number made of a row. */
  @FunctionalInterface
  interface Number {
    double of(double[] row);
  }

  /** Finds out what is wrong with a row, if anything is. */
  @FunctionalInterface
  interface Judge {
    @Nullable String problem(double[] row);
  }

  /** Looks for missing values and unknown levels. */
  Judge judge(Encoding encoding) {
    List<Judge> judges = new ArrayList<>();
    for (String name : encoding.inputs()) {
      int place = place(name);
      String problem = CheckedDesign.missing(name);
      if (column(name).missing() > 0) {
        judges.add(row -> Double.isNaN(row[place]) ? problem : null);
      }
    }
    for (FittedFactor.Levels factor : encoding.factors()) {
      Number code = codeOrNew(factor.column(), factor.levels());
      int place = place(factor.column());
      judges.add(
          row ->
              code.of(row) == TypedColumns.NEW
                  ? CheckedDesign.unknown(factor.column(), level(factor.column(), row[place]))
                  : null);
    }
    return row -> {
      for (Judge judge : judges) {
        String problem = judge.problem(row);
        if (problem != null) {
          return problem;
        }
      }
      return null;
    };
  }

  /** A stored number as a level's name. */
  private String level(String name, double value) {
    PackedColumn column = column(name);
    return switch (column.kind()) {
      case "text" -> column.levels().get((int) value);
      case "boolean" -> column.truth(value) == 1 ? "true" : "false";
      default -> TypedColumns.label(value);
    };
  }

  private PackedColumn column(String name) {
    return table.find(name).orElseThrow(() -> new IllegalArgumentException("no column " + name));
  }

  boolean isNumber(String name) {
    return column(name).kind().equals("number");
  }

  int place(String name) {
    return column(name).place();
  }

  /** A number, flags as 0 and 1. */
  Number number(Expr expr) {
    if (!(expr instanceof Expr.ColumnValue(String name))) {
      Map<String, Number> inputs = new HashMap<>();
      expr.columns().forEach(input -> inputs.put(input, number(new Expr.ColumnValue(input))));
      return row -> expr.value(input -> new double[] {inputs.get(input).of(row)}, 0);
    }
    PackedColumn column = column(name);
    int place = column.place();
    return switch (column.kind()) {
      case "number" -> row -> row[place];
      case "boolean" -> row -> column.truth(row[place]);
      default ->
          throw InputException.of(
              table.source(),
              "column %s holds text where numbers are needed".formatted(MessageText.quoted(name)));
    };
  }

  /** The names of a column's values, as levels: by number for texts, else by size. */
  List<String> levels(String name) {
    PackedColumn column = column(name);
    return switch (column.kind()) {
      case "text" -> column.levels();
      case "boolean" -> List.of("false", "true");
      default -> column.seen().stream().map(TypedColumns::label).toList();
    };
  }

  /** The place of a row's value among {@code levels}; an unknown one is an error. */
  Number code(String name, List<String> levels) {
    Number code = codeOrNew(name, levels);
    int place = place(name);
    return row -> {
      double found = code.of(row);
      if (found == TypedColumns.NEW) {
        throw InputException.of(
            table.source(),
            "column %s holds a level that was not there when the model was fitted (number %s): leave its rows out, or fit again"
                .formatted(MessageText.quoted(name), TypedColumns.label(row[place])));
      }
      return found;
    };
  }

  /** The same, {@link TypedColumns#NEW} for an unknown one. */
  Number codeOrNew(String name, List<String> levels) {
    PackedColumn column = column(name);
    int place = column.place();
    Map<String, Integer> places = new HashMap<>();
    for (int k = 0; k < levels.size(); k++) {
      places.put(levels.get(k), k);
    }
    double[] seen = column.seen().stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int[] codes = new int[seen.length];
    for (int k = 0; k < seen.length; k++) {
      codes[k] = places.getOrDefault(level(name, seen[k]), TypedColumns.NEW);
      seen[k] += 0.0;
    }
    return row -> {
      int at = Arrays.binarySearch(seen, row[place] + 0.0);
      return at < 0 ? TypedColumns.NEW : codes[at];
    };
  }
}
