package org.perrin.io.draws;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.io.JsonStringEncoder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Parameter names as one line of a comment: a JSON array in ASCII, without equals signs, at which
 * readers would cut the line.
 */
final class CmdStanNames {
  private CmdStanNames() {}

  static String write(List<String> names) {
    List<String> fields = names.stream().map(CmdStanNames::quoted).toList();
    return "[" + String.join(",", fields) + "]";
  }

  private static String quoted(String name) {
    StringBuilder out = new StringBuilder("\"");
    char[] encoded = JsonStringEncoder.getInstance().quoteAsCharArray(name);
    for (char c : encoded) {
      if (c < 0x7f && c != '=' && c != '#') {
        out.append(c);
      } else {
        out.append(String.format("\\u%04x", (int) c));
      }
    }
    return out.append('"').toString();
  }

  /** The names, or null if the text holds none. */
  static @Nullable List<String> read(String text) {
    try {
      List<String> names = new ArrayList<>();
      for (JsonNode node : JsonMapper.shared().readTree(text)) {
        names.add(node.stringValue());
      }
      return names.isEmpty() || names.contains(null) ? null : names;
    } catch (JacksonException e) {
      return null;
    }
  }

  /** {@code a.2.1} of CmdStan as Stan writes it, {@code a[2,1]}. */
  static String indexed(String column) {
    int dot = column.indexOf('.');
    boolean vector = dot > 0 && column.substring(dot + 1).matches("\\d+(\\.\\d+)*");
    return vector
        ? column.substring(0, dot) + "[" + column.substring(dot + 1).replace('.', ',') + "]"
        : column;
  }
}
