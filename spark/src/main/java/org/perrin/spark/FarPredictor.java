package org.perrin.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.perrin.draws.Draws;
import org.perrin.io.design.Encoding;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.predict.PredictedRow;
import org.perrin.regression.predict.TablePredictor;

/**
 * A fit as executors learn of it, to predict rows where they lie.
 *
 * @param family of responses
 * @param encoding as JSON
 * @param names of the parameters
 * @param draws of them, some hundred
 * @param interval the probability of intervals
 * @param added the columns that rows get
 */
record FarPredictor(
    FamilyName family,
    String encoding,
    List<String> names,
    double[] draws,
    double interval,
    PredictionColumns added)
    implements Serializable {
  private static final int ROWS = 4096;

  static FarPredictor of(SparkFittedModel fitted, String column, double interval) {
    Draws all = fitted.draws();
    int count = Math.min(TablePredictor.DRAWS, all.count());
    int d = all.dimension();
    double[] some = new double[count * d];
    for (int s = 0; s < count; s++) {
      double[] draw = all.draw((int) ((long) s * all.count() / count));
      System.arraycopy(draw, 0, some, s * d, d);
    }
    return new FarPredictor(
        FamilyName.of(fitted.regression(), fitted.encoding()),
        fitted.encoding().toJson(),
        new ArrayList<>(all.names()),
        some,
        interval,
        PredictionColumns.of(column, fitted.regression().classes()));
  }

  private TablePredictor predictor() {
    Encoding parsed = Encoding.fromJson(encoding);
    var all = new Draws(names, List.of(Draws.Chain.of(names.size(), draws)));
    ModelChoice model = new ModelChoice(family.family()).of(parsed);
    return TablePredictor.of(model, parsed, all, draws.length / names.size(), interval);
  }

  /** The columns of rows that are predicted; refuses those that lack some. */
  StructType schema(StructType before) {
    fields(before);
    return added.behind(before);
  }

  private List<Field> fields(StructType schema) {
    Encoding parsed = Encoding.fromJson(encoding);
    Set<String> wanted = new LinkedHashSet<>(parsed.inputs());
    Set<String> weighing = parsed.weighing();
    if (!Set.of(schema.fieldNames()).containsAll(weighing)) {
      wanted.removeAll(weighing);
    }
    return UsedColumns.fields("rows", schema, wanted);
  }

  Dataset<Row> transform(Dataset<Row> rows) {
    List<Field> fields = fields(rows.schema());
    return rows.sparkSession()
        .createDataFrame(
            rows.toJavaRDD().mapPartitions(part -> new Lines(part, fields, predictor(), added)),
            schema(rows.schema()));
  }

  /** Rows of a partition, some thousand at a time. */
  private static final class Lines implements Iterator<Row> {
    private final Iterator<Row> rows;
    private final List<Field> fields;
    private final TablePredictor predictor;
    private final PredictionColumns added;
    private Iterator<Row> ready = List.<Row>of().iterator();

    Lines(
        Iterator<Row> rows, List<Field> fields, TablePredictor predictor, PredictionColumns added) {
      this.rows = rows;
      this.fields = fields;
      this.predictor = predictor;
      this.added = added;
    }

    @Override
    public boolean hasNext() {
      return ready.hasNext() || rows.hasNext();
    }

    @Override
    public Row next() {
      if (!ready.hasNext()) {
        ready = block();
      }
      return ready.next();
    }

    private Iterator<Row> block() {
      List<Row> some = new ArrayList<>();
      while (some.size() < ROWS && rows.hasNext()) {
        some.add(rows.next());
      }
      List<Row> out = new ArrayList<>();
      List<PredictedRow> one = new ArrayList<>();
      predictor.each(
          predictor.judgeEach(table(some)),
          row -> {
            if (!one.isEmpty() && one.getFirst().row() != row.row()) {
              out.add(added.behind(some.get(one.getFirst().row()), one));
              one.clear();
            }
            one.add(row);
          });
      out.add(added.behind(some.get(one.getFirst().row()), one));
      return out.iterator();
    }

    private Table table(List<Row> some) {
      List<Column> columns = new ArrayList<>();
      for (Field field : fields) {
        columns.add(
            field.column(
                some.size(), i -> field.number(some.get(i)), i -> field.text(some.get(i))));
      }
      return Table.of("rows", columns);
    }
  }
}
