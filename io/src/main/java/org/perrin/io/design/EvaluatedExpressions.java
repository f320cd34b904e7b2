package org.perrin.io.design;

import java.util.HashMap;
import java.util.Map;
import org.perrin.io.MessageText;
import org.perrin.io.formula.Expr;

/** Values of expressions in all rows of a table, checked to be finite where rows are kept. */
record EvaluatedExpressions(TypedColumns use, RowSelection rows) {
  /** One value for each row of the table; a plain column is not copied. */
  double[] of(Expr expr) {
    if (expr instanceof Expr.ColumnValue(String name)) {
      return use.numbers(name);
    }
    Map<String, double[]> columns = new HashMap<>();
    expr.columns().forEach(name -> columns.put(name, use.numbers(name)));
    double[] values = new double[use.table().count()];
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.get(i);
      values[row] = expr.value(columns::get, row);
      if (!Double.isFinite(values[row])) {
        throw notFinite(expr, columns, row, values[row]);
      }
    }
    return values;
  }

  private RuntimeException notFinite(
      Expr expr, Map<String, double[]> columns, int row, double value) {
    String name = columns.keySet().stream().sorted().findFirst().orElse("");
    String argument = name.isEmpty() ? "" : " at " + TypedColumns.label(columns.get(name)[row]);
    return use.bad(
        row,
        name,
        "%s is %s%s: correct the value, or choose another function"
            .formatted(MessageText.quoted(expr.text()), value, argument));
  }
}
