package org.perrin.io.packed;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.perrin.io.InputException;
import org.perrin.io.table.Column;
import org.perrin.io.table.Spelling;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Columns of a packed table as JSON. */
final class Description {
  private Description() {}

  static byte[] write(List<PackedColumn> columns) {
    ObjectNode root = JsonMapper.shared().createObjectNode();
    ArrayNode array = root.putArray("columns");
    for (PackedColumn column : columns) {
      ObjectNode node = array.addObject().put("name", column.name()).put("kind", column.kind());
      node.put("place", column.place()).put("missing", column.missing());
      column.levels().forEach(node.putArray("levels")::add);
      column.seen().forEach(node.putArray("seen")::add);
      node.put("mean", column.mean()).put("sd", column.sd());
      if (column.flaw() != null) {
        node.put("where", column.flaw().where()).put("problem", column.flaw().problem());
      }
      node.put("advice", column.advice()).put("note", column.note());
      if (!column.spelling().equals(Spelling.TEXT)) {
        node.set("spelling", column.spelling().toJson());
      }
    }
    return root.toString().getBytes(StandardCharsets.UTF_8);
  }

  static List<PackedColumn> read(String name, byte[] bytes, int length) {
    try {
      JsonNode root =
          JsonMapper.shared().readTree(new String(bytes, 0, length, StandardCharsets.UTF_8));
      List<PackedColumn> columns = new ArrayList<>();
      root.required("columns").forEach(node -> columns.add(column(node)));
      return columns;
    } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
      throw new InputException(name + ": its description makes no sense: pack it again", e);
    }
  }

  private static PackedColumn column(JsonNode node) {
    List<String> levels = new ArrayList<>();
    node.required("levels").forEach(level -> levels.add(level.stringValue()));
    List<Double> seen = new ArrayList<>();
    node.required("seen").forEach(value -> seen.add(value.doubleValue()));
    String where = node.path("where").stringValue(null);
    return new PackedColumn(
        Objects.requireNonNull(node.required("name").stringValue()),
        Objects.requireNonNull(node.required("kind").stringValue()),
        node.required("place").intValue(),
        node.required("missing").longValue(),
        levels,
        seen,
        node.required("mean").doubleValue(),
        node.required("sd").doubleValue(),
        where == null ? null : new Column.Flaw(where, node.path("problem").stringValue("")),
        node.path("advice").stringValue(null),
        node.has("spelling") ? Spelling.of(node.path("spelling")) : Spelling.PLAIN,
        node.path("note").stringValue(null));
  }
}
