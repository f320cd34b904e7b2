package org.perrin.io.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.perrin.io.InputException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The order of levels that a Parquet file carries in its metadata, under {@link #KEY}: a JSON
 * object with a list of texts for each column that has an order of its own, as categories of a data
 * frame have. The first of them is the reference.
 */
record LevelOrder(Map<String, List<String>> levels) {
  static final String KEY = "perrin.levels";

  /** Reads the object. */
  static LevelOrder parse(String source, String json) {
    Map<String, List<String>> levels = new HashMap<>();
    try {
      for (var column : JsonMapper.shared().readTree(json).properties()) {
        List<String> texts = new ArrayList<>();
        for (JsonNode text : column.getValue()) {
          texts.add(text.asString());
        }
        levels.put(column.getKey(), texts);
      }
    } catch (JacksonException e) {
      throw InputException.of(source, KEY + " in its metadata is not JSON: write it again");
    }
    return new LevelOrder(levels);
  }

  /** The column with its levels in that order; those that it does not name come last. */
  Column arranged(Column column) {
    if (!(column instanceof Column.Text text) || !levels.containsKey(column.name())) {
      return column;
    }
    var all = new LinkedHashSet<>(levels.get(column.name()));
    all.addAll(text.levels());
    List<String> order = List.copyOf(all);
    Map<String, Integer> places = new HashMap<>();
    for (int k = 0; k < order.size(); k++) {
      places.put(order.get(k), k);
    }
    int[] moved = text.levels().stream().mapToInt(places::get).toArray();
    int[] codes = new int[text.codes().length];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = text.codes()[i] < 0 ? -1 : moved[text.codes()[i]];
    }
    return new Column.Text(
        text.name(), codes, order, text.missing(), text.flaw(), text.note(), true);
  }
}
