package org.perrin.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.perrin.io.InputException;
import org.perrin.io.MessageText;
import org.perrin.io.design.DesignSpec;
import org.perrin.io.formula.Expr;
import org.perrin.io.formula.Formula;

/**
 * Which columns of a schema are read, and as what; what does not fit is refused before any job
 * runs.
 *
 * @param fields the columns that the regression uses, in the order of the schema
 * @param key the column that orders rows, or null if their contents do
 */
record UsedColumns(List<Field> fields, Field key) implements Serializable {
  static UsedColumns of(String source, StructType schema, DesignSpec spec, String key) {
    if (spec.target() == null && spec.formula() == null) {
      throw new InputException("there is no target: name a column");
    }
    List<Field> fields = fields(source, schema, used(schema, spec, key));
    Field order = key == null ? null : field(source, schema, key);
    if (order != null && order.type() != Field.Type.NUMBER) {
      throw bad(source, key, "is no number, so it cannot order rows: name another key, or none");
    }
    return new UsedColumns(fields, order);
  }

  /** Columns by their names, in the order of the schema. */
  static List<Field> fields(String source, StructType schema, Set<String> names) {
    List<Field> fields = new ArrayList<>();
    for (String name : names) {
      fields.add(field(source, schema, name));
    }
    fields.sort(java.util.Comparator.comparingInt(Field::place));
    return List.copyOf(fields);
  }

  private static Set<String> used(StructType schema, DesignSpec spec, String key) {
    Set<String> used = new LinkedHashSet<>();
    if (spec.target() != null) {
      used.add(spec.target());
    }
    if (spec.weights() != null) {
      used.add(spec.weights());
    }
    if (spec.offset() != null) {
      boolean plain = Arrays.asList(schema.fieldNames()).contains(spec.offset());
      used.addAll(plain ? Set.of(spec.offset()) : Expr.parse(spec.offset()).columns());
    }
    List<String> all =
        Arrays.stream(schema.fieldNames())
            .filter(name -> !name.equals(key) && !spec.drop().contains(name))
            .toList();
    for (String further : spec.further()) {
      // left of the tilde stands a parameter
      used.addAll(new Formula(null, null, Formula.parse(further).items()).columns(all));
    }
    if (spec.formula() != null) {
      used.addAll(Formula.parse(spec.formula()).columns(all));
      return used;
    }
    Set<String> features =
        new LinkedHashSet<>(
            spec.features() != null ? spec.features() : Arrays.asList(schema.fieldNames()));
    spec.drop().forEach(features::remove);
    if (spec.features() == null) {
      features.remove(key);
    }
    used.addAll(features);
    return used;
  }

  private static Field field(String source, StructType schema, String name) {
    List<String> names = Arrays.asList(schema.fieldNames());
    int place = names.indexOf(name);
    if (place < 0) {
      String hint = MessageText.didYouMean(name, names);
      throw InputException.of(
          source,
          "there is no column %s%s"
              .formatted(
                  MessageText.quoted(name),
                  hint.isEmpty() ? ": the columns are " + MessageText.listed(names) : hint));
    }
    if (names.lastIndexOf(name) != place) {
      throw InputException.of(
          source, "two columns are named %s: rename one".formatted(MessageText.quoted(name)));
    }
    return new Field(name, place, type(source, schema.fields()[place]));
  }

  private static Field.Type type(String source, StructField field) {
    DataType type = field.dataType();
    return switch (type) {
      case NumericType _ -> Field.Type.NUMBER;
      case BooleanType _ -> Field.Type.FLAG;
      case StringType _ -> Field.Type.TEXT;
      default ->
          throw bad(
              source,
              field.name(),
              "holds %s, which a regression cannot use: make numbers or text of it, or drop it"
                  .formatted(type.simpleString()));
    };
  }

  private static InputException bad(String source, String column, String problem) {
    return InputException.of(source, "column %s %s".formatted(MessageText.quoted(column), problem));
  }
}
