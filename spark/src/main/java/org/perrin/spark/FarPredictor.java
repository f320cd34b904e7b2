package org.perrin.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.perrin.draws.Draws;
import org.perrin.io.design.Encoding;
import org.perrin.io.table.Column;
import org.perrin.io.table.Table;
import org.perrin.regression.Fit;
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
 */
record FarPredictor(
    FamilyName family, String encoding, List<String> names, double[] draws, double interval)
    implements Serializable {
  private static final int ROWS = 4096;

  static FarPredictor of(Fit fit, int most, double interval) {
    Draws all = fit.draws();
    int count = Math.min(most, all.count());
    int d = all.dimension();
    double[] some = new double[count * d];
    for (int s = 0; s < count; s++) {
      double[] draw = all.draw((int) ((long) s * all.count() / count));
      System.arraycopy(draw, 0, some, s * d, d);
    }
    return new FarPredictor(
        SparkFit.name(fit.prepared().regression(), fit.prepared().encoding()),
        fit.prepared().encoding().toJson(),
        new ArrayList<>(all.names()),
        some,
        interval);
  }

  private TablePredictor predictor() {
    Encoding parsed = Encoding.fromJson(encoding);
    var all = new Draws(names, List.of(Draws.Chain.of(names.size(), draws)));
    ModelChoice model = new ModelChoice(family.family()).of(parsed);
    return TablePredictor.of(model, parsed, all, draws.length / names.size(), interval);
  }

  Dataset<Row> transform(Dataset<Row> rows) {
    Encoding parsed = Encoding.fromJson(encoding);
    Set<String> wanted = new LinkedHashSet<>(parsed.inputs());
    if (parsed.weights() != null && !List.of(rows.columns()).contains(parsed.weights())) {
      wanted.remove(parsed.weights());
    }
    List<Field> fields = Layout.fields("rows", rows.schema(), wanted);
    boolean several = family.classes() > 0;
    return rows.sparkSession()
        .createDataFrame(
            rows.toJavaRDD().mapPartitions(part -> new Lines(part, fields, predictor(), several)),
            schema(rows.schema(), several));
  }

  private static StructType schema(StructType before, boolean several) {
    return several
        ? before
            .add("prediction", DataTypes.StringType)
            .add("probabilities", DataTypes.createArrayType(DataTypes.DoubleType))
            .add("problem", DataTypes.StringType)
        : before
            .add("prediction", DataTypes.DoubleType)
            .add("prediction_sd", DataTypes.DoubleType)
            .add("prediction_low", DataTypes.DoubleType)
            .add("prediction_high", DataTypes.DoubleType)
            .add("problem", DataTypes.StringType);
  }

  /** Rows of a partition, some thousand at a time. */
  private static final class Lines implements Iterator<Row> {
    private final Iterator<Row> rows;
    private final List<Field> fields;
    private final TablePredictor predictor;
    private final boolean several;
    private Iterator<Row> ready = List.<Row>of().iterator();

    Lines(Iterator<Row> rows, List<Field> fields, TablePredictor predictor, boolean several) {
      this.rows = rows;
      this.fields = fields;
      this.predictor = predictor;
      this.several = several;
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
          predictor.judge(table(some), false),
          row -> {
            if (!one.isEmpty() && one.getFirst().row() != row.row()) {
              out.add(joined(some.get(one.getFirst().row()), one));
              one.clear();
            }
            one.add(row);
          });
      out.add(joined(some.get(one.getFirst().row()), one));
      return out.iterator();
    }

    private Row joined(Row before, List<PredictedRow> parts) {
      Object[] cells = new Object[before.size() + (several ? 3 : 5)];
      for (int k = 0; k < before.size(); k++) {
        cells[k] = before.get(k);
      }
      PredictedRow first = parts.getFirst();
      int at = before.size();
      cells[cells.length - 1] = first.problem();
      if (first.problem() == null && several) {
        double[] mean = parts.stream().mapToDouble(PredictedRow::mean).toArray();
        int best = 0;
        for (int c = 1; c < mean.length; c++) {
          best = mean[c] > mean[best] ? c : best;
        }
        cells[at] = parts.get(best).level();
        cells[at + 1] = mean;
      } else if (first.problem() == null) {
        cells[at] = first.mean();
        cells[at + 1] = first.sd();
        cells[at + 2] = first.low();
        cells[at + 3] = first.high();
      }
      return RowFactory.create(cells);
    }

    private Table table(List<Row> some) {
      List<Column> columns = new ArrayList<>();
      for (Field field : fields) {
        columns.add(column(field, some));
      }
      return Table.of("rows", columns);
    }

    private static Column column(Field field, List<Row> some) {
      int k = field.place();
      return switch (field.type()) {
        case NUMBER -> {
          double[] values =
              some.stream()
                  .mapToDouble(r -> r.isNullAt(k) ? Double.NaN : ((Number) r.get(k)).doubleValue())
                  .toArray();
          int gone = (int) Arrays.stream(values).filter(Double::isNaN).count();
          yield new Column.Numeric(field.name(), values, gone, null);
        }
        case TEXT ->
            Column.Text.of(
                field.name(),
                some.stream()
                    .map(r -> r.isNullAt(k) ? null : r.getString(k))
                    .toArray(String[]::new));
        case FLAG -> {
          byte[] flags = new byte[some.size()];
          int missing = 0;
          for (int i = 0; i < flags.length; i++) {
            boolean gone = some.get(i).isNullAt(k);
            flags[i] = (byte) (gone ? -1 : some.get(i).getBoolean(k) ? 1 : 0);
            missing += gone ? 1 : 0;
          }
          yield new Column.Flags(field.name(), flags, missing);
        }
      };
    }
  }
}
