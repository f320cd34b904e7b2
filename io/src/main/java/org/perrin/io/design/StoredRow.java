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
  /** Larger whole numbers are looked for among those that were seen. */
  private static final int MOST_CODES = 1 << 16;

  /** A number made of a row. */
  @FunctionalInterface
  interface Number {
    double of(double[] row);

    /** {@code out[j]} of {@code n} rows {@code stride} apart; {@code row} is lent. */
    default void of(double[] rows, int stride, int n, double[] row, double[] out) {
      for (int j = 0; j < n; j++) {
        System.arraycopy(rows, j * stride, row, 0, row.length);
        out[j] = of(row);
      }
    }
  }

  /** A number that is stored. */
  private record Place(int place) implements Number {
    @Override
    public double of(double[] row) {
      return row[place];
    }

    @Override
    public void of(double[] rows, int stride, int n, double[] row, double[] out) {
      for (int j = 0; j < n; j++) {
        out[j] = rows[j * stride + place];
      }
    }
  }

  /** What whole numbers from 0 on stand for, {@link TypedColumns#NEW} for all others. */
  private record Code(int place, int... codes) implements Number {
    @Override
    public double of(double[] row) {
      return of(row[place]);
    }

    private int of(double value) {
      int k = (int) value;
      return k == value && k >= 0 && k < codes.length ? codes[k] : TypedColumns.NEW;
    }

    @Override
    public void of(double[] rows, int stride, int n, double[] row, double[] out) {
      for (int j = 0; j < n; j++) {
        out[j] = of(rows[j * stride + place]);
      }
    }
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
                  ? CheckedDesign.unknown(
                      factor.column(), level(column(factor.column()), row[place]))
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
  private static String level(PackedColumn column, double value) {
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
      case "number" -> new Place(place);
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
    return new Known(codeOrNew(name, levels), name, table.source(), place(name));
  }

  /** Codes of which none may be new. */
  private record Known(Number code, String column, String source, int place) implements Number {
    @Override
    public double of(double[] row) {
      double found = code.of(row);
      if (found == TypedColumns.NEW) {
        throw InputException.of(
            source,
            "column %s holds a level that was not there when the model was fitted (number %s): leave its rows out, or fit again"
                .formatted(MessageText.quoted(column), TypedColumns.label(row[place])));
      }
      return found;
    }

    @Override
    public void of(double[] rows, int stride, int n, double[] row, double[] out) {
      code.of(rows, stride, n, row, out);
      for (int j = 0; j < n; j++) {
        if (out[j] == TypedColumns.NEW) {
          System.arraycopy(rows, j * stride, row, 0, row.length);
          of(row);
        }
      }
    }
  }

  /** The same, {@link TypedColumns#NEW} for an unknown one. */
  Number codeOrNew(String name, List<String> levels) {
    PackedColumn column = column(name);
    Map<String, Integer> places = new HashMap<>();
    for (int k = 0; k < levels.size(); k++) {
      places.put(levels.get(k), k);
    }
    double[] seen = column.seen().stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int most = most(column, seen);
    return most <= MOST_CODES || column.kind().equals("text")
        ? new Code(column.place(), codes(column, most, seen, places))
        : searched(column, seen, places);
  }

  /** One more than the largest number that stands for a level; no limit if some are not whole. */
  private static int most(PackedColumn column, double[] seen) {
    int most = column.levels().size();
    for (double value : seen) {
      boolean small = value >= 0 && value < MOST_CODES && value == Math.rint(value);
      most = small ? Math.max(most, 1 + (int) value) : Integer.MAX_VALUE;
    }
    return column.kind().equals("text") ? column.levels().size() : most;
  }

  private static int[] codes(
      PackedColumn column, int most, double[] seen, Map<String, Integer> places) {
    int[] codes = new int[most];
    Arrays.fill(codes, TypedColumns.NEW);
    for (double value : seen) {
      codes[(int) value] = places.getOrDefault(level(column, value), TypedColumns.NEW);
    }
    for (int k = 0; column.kind().equals("text") && k < most; k++) {
      codes[k] = places.getOrDefault(column.levels().get(k), TypedColumns.NEW);
    }
    return codes;
  }

  private static Number searched(PackedColumn column, double[] seen, Map<String, Integer> places) {
    int place = column.place();
    int[] codes = new int[seen.length];
    for (int k = 0; k < seen.length; k++) {
      codes[k] = places.getOrDefault(level(column, seen[k]), TypedColumns.NEW);
      seen[k] += 0.0;
    }
    return row -> {
      int at = Arrays.binarySearch(seen, row[place] + 0.0);
      return at < 0 ? TypedColumns.NEW : codes[at];
    };
  }
}
