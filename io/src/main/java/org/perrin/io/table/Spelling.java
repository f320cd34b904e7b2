package org.perrin.io.table;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.io.MessageText;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * How the fields of a column are read.
 *
 * @param text as text; the rest is of no meaning then
 * @param point what stands before decimals
 * @param group what stands between groups of three digits, or {@link #NONE}
 * @param unit a percent sign or that of a currency, which every number has and which is left out;
 *     empty if there is none
 * @param missing texts that stand for no value, beside those that always do
 */
public record Spelling(
    boolean text, char point, char group, @Nullable String unit, List<String> missing) {
  /** In place of a character: there is none. */
  public static final char NONE = 0;

  /** Numbers as programs write them. */
  public static final Spelling PLAIN = plain('.');

  /** Text as it stands. */
  public static final Spelling TEXT = new Spelling(true, '.', NONE, "", List.of());

  /** Copies the list. */
  public Spelling {
    missing = List.copyOf(missing);
  }

  /** Numbers with nothing but digits and this before the decimals. */
  static Spelling plain(char point) {
    return new Spelling(false, point, NONE, "", List.of());
  }

  /** As JSON. */
  public ObjectNode toJson() {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    if (text) {
      return node.put("text", true);
    }
    node.put("point", "" + point).put("group", group == NONE ? "" : "" + group).put("unit", unit);
    missing.forEach(node.putArray("missing")::add);
    return node;
  }

  /**
   * From what {@link #toJson()} wrote.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static Spelling of(JsonNode node) {
    if (node.path("text").booleanValue(false)) {
      return TEXT;
    }
    List<String> missing = new ArrayList<>();
    node.path("missing").forEach(text -> missing.add(text.stringValue("")));
    String point = node.path("point").stringValue("");
    String group = node.path("group").stringValue("");
    if (!(point.equals(".") || point.equals(",")) || group.length() > 1 || group.equals(point)) {
      throw new IllegalArgumentException("no way to write numbers: " + node);
    }
    return new Spelling(
        false,
        point.charAt(0),
        group.isEmpty() ? NONE : group.charAt(0),
        node.path("unit").stringValue(""),
        missing);
  }

  /** What a user should know of a column that is read so, or null if that is nothing. */
  @Nullable String note(int rows, int lacking) {
    List<String> parts = new ArrayList<>();
    if (group != NONE) {
      parts.add(
          "read with %s between thousands and %s before decimals"
              .formatted(MessageText.quoted("" + group), MessageText.quoted("" + point)));
    }
    if (unit.equals("%")) {
      parts.add("12% is read as 12");
    } else if (!unit.isEmpty()) {
      parts.add(MessageText.quoted(unit) + " is left out");
    }
    if (!missing.isEmpty()) {
      parts.add(
          "%s of %s are numbers, %s counts as missing"
              .formatted(
                  MessageText.count(rows - lacking),
                  MessageText.count(rows, "value"),
                  MessageText.listed(missing)));
    }
    return parts.isEmpty() ? null : String.join("; ", parts);
  }
}
