package org.perrin.io.design;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.perrin.io.InputException;
import org.perrin.io.formula.Basis;
import org.perrin.io.formula.Expr;
import org.perrin.io.formula.Formula;
import org.perrin.io.table.Spelling;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Encodings as JSON trees, so that they can stand inside other documents. */
public final class EncodingJson {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private EncodingJson() {}

  /** The encoding as a tree. */
  public static ObjectNode write(Encoding encoding) {
    ObjectNode root = NODES.objectNode();
    root.set("response", response(encoding.response()));
    predictor(root, encoding);
    root.put("weights", encoding.weights());
    root.put("offset", encoding.offset() == null ? null : encoding.offset().text());
    for (Encoding.Further one : encoding.further()) {
      ObjectNode node = root.withArray("further").addObject();
      predictor(node.put("parameter", one.parameter()), one.predictor());
    }
    if (!encoding.spellings().isEmpty()) {
      ObjectNode spellings = root.putObject("spellings");
      new TreeMap<>(encoding.spellings())
          .forEach((name, spelling) -> spellings.set(name, spelling.toJson()));
    }
    return root;
  }

  private static void predictor(ObjectNode node, Encoding encoding) {
    node.put("intercept", encoding.intercept());
    terms(node.putArray("terms"), encoding.terms());
    if (!encoding.dropped().isEmpty()) {
      encoding.dropped().forEach(node.putArray("dropped")::add);
    }
    encoding.groups().forEach(term -> group(node.withArray("groups").addObject(), term));
  }

  private static void group(ObjectNode node, GroupTerm term) {
    ArrayNode by = node.putArray("by");
    term.by().factors().forEach(factor -> by.add(part(factor)));
    if (!term.by().cells().isEmpty()) {
      term.by().cells().forEach(node.putArray("cells")::add);
    }
    node.put("intercept", term.intercept()).put("correlated", term.correlated());
    terms(node.putArray("terms"), term.terms());
  }

  private static void terms(ArrayNode array, List<List<FittedFactor>> terms) {
    for (List<FittedFactor> term : terms) {
      ArrayNode parts = array.addArray();
      term.forEach(part -> parts.add(part(part)));
    }
  }

  private static ObjectNode response(Response response) {
    ObjectNode node = NODES.objectNode();
    switch (response) {
      case Response.Binary(String name, String positive, List<String> negative) -> {
        node.put("binary", name).put("positive", positive);
        negative.forEach(node.putArray("negative")::add);
      }
      case Response.Classes(String name, List<String> levels, boolean ordered) -> {
        node.put("classes", name);
        if (ordered) {
          node.put("ordered", true);
        }
        levels.forEach(node.putArray("levels")::add);
      }
      case Response.Count(String name) -> node.put("count", name);
      case Response.Real(Expr expr) -> node.put("real", expr.text());
      case Response.Share(Expr successes, Expr trials) ->
          node.put("successes", successes.text())
              .put("trials", trials == null ? null : trials.text());
      case Response.Time(Expr time, String event) ->
          node.put("time", time.text()).put("event", event);
    }
    return node;
  }

  private static ObjectNode part(FittedFactor part) {
    ObjectNode node = NODES.objectNode();
    switch (part) {
      case FittedFactor.Number(Expr expr) -> node.put("number", expr.text());
      case FittedFactor.Flag(String column, boolean full) ->
          node.put("flag", column).put("full", full);
      case FittedFactor.Curved(Basis basis, List<Double> numbers) -> {
        node.put("basis", basis.text());
        numbers.forEach(node.putArray("numbers")::add);
      }
      case FittedFactor.Levels(String column, List<String> levels, boolean full) -> {
        node.put("levels", column).put("full", full);
        levels.forEach(node.putArray("values")::add);
      }
    }
    return node;
  }

  /** From text. */
  static Encoding parse(String json) {
    try {
      return read(JsonMapper.shared().readTree(json));
    } catch (JacksonException e) {
      throw new InputException("encoding: is not JSON: fit again", e);
    }
  }

  /** The encoding in a tree that {@link #write} made. */
  public static Encoding read(JsonNode root) {
    try {
      String offset = root.path("offset").stringValue(null);
      Map<String, Spelling> spellings = new HashMap<>();
      root.path("spellings").forEachEntry((name, node) -> spellings.put(name, Spelling.of(node)));
      return checked(
          new Encoding(
              response(root.required("response")),
              root.required("intercept").booleanValue(),
              terms(root),
              root.path("weights").stringValue(null),
              offset == null ? null : Expr.parse(offset),
              groups(root),
              places(root.path("dropped")),
              spellings,
              further(root)));
    } catch (JacksonException | IllegalArgumentException | ClassCastException e) {
      throw new InputException("encoding: a part is missing or of the wrong kind: fit again", e);
    }
  }

  private static List<List<FittedFactor>> terms(JsonNode node) {
    List<List<FittedFactor>> terms = new ArrayList<>();
    for (JsonNode term : node.required("terms")) {
      List<FittedFactor> parts = new ArrayList<>();
      term.forEach(one -> parts.add(part(one)));
      terms.add(parts);
    }
    return terms;
  }

  private static List<GroupTerm> groups(JsonNode node) {
    List<GroupTerm> groups = new ArrayList<>();
    if (node.has("group")) {
      // folders of 0.2 have one varying intercept
      var by = Grouping.of((FittedFactor.Levels) part(node.required("group")));
      groups.add(new GroupTerm(by, true, List.of(), false));
    }
    for (JsonNode one : node.path("groups")) {
      List<FittedFactor.Levels> factors = new ArrayList<>();
      one.required("by").forEach(factor -> factors.add((FittedFactor.Levels) part(factor)));
      List<Long> cells = new ArrayList<>();
      one.path("cells").forEach(cell -> cells.add(cell.longValue()));
      groups.add(
          new GroupTerm(
              new Grouping(factors, cells),
              one.required("intercept").booleanValue(),
              terms(one),
              one.required("correlated").booleanValue()));
    }
    return groups;
  }

  private static List<Encoding.Further> further(JsonNode root) {
    List<Encoding.Further> all = new ArrayList<>();
    for (JsonNode node : root.path("further")) {
      var predictor =
          Encoding.predictor(
              response(root.required("response")),
              node.required("intercept").booleanValue(),
              terms(node),
              groups(node),
              places(node.path("dropped")));
      all.add(new Encoding.Further(text(node, "parameter"), checked(predictor)));
    }
    return all;
  }

  /** Columns that are left out are columns of terms. */
  private static Encoding checked(Encoding encoding) {
    int least = encoding.intercept() ? 1 : 0;
    int most = encoding.widths().getFirst() + encoding.dropped().size();
    if (!encoding.dropped().stream().allMatch(place -> place >= least && place < most)) {
      throw new IllegalArgumentException("no such column");
    }
    return encoding;
  }

  private static Response response(JsonNode node) {
    if (node.has("binary")) {
      return new Response.Binary(
          text(node, "binary"), text(node, "positive"), texts(node.required("negative")));
    }
    if (node.has("classes")) {
      return new Response.Classes(
          text(node, "classes"),
          texts(node.required("levels")),
          node.path("ordered").booleanValue(false));
    }
    if (node.has("successes")) {
      return new Response.Share(
          Expr.parse(text(node, "successes")), Expr.parse(text(node, "trials")));
    }
    if (node.has("time")) {
      return new Response.Time(Expr.parse(text(node, "time")), text(node, "event"));
    }
    return node.has("count")
        ? new Response.Count(text(node, "count"))
        : new Response.Real(Expr.parse(text(node, "real")));
  }

  private static FittedFactor part(JsonNode node) {
    if (node.has("number")) {
      return new FittedFactor.Number(Expr.parse(text(node, "number")));
    }
    if (node.has("basis")) {
      return curved(node);
    }
    return node.has("flag")
        ? new FittedFactor.Flag(text(node, "flag"), node.path("full").booleanValue(false))
        : new FittedFactor.Levels(
            text(node, "levels"),
            texts(node.required("values")),
            node.required("full").booleanValue());
  }

  private static FittedFactor curved(JsonNode node) {
    List<Double> numbers = new ArrayList<>();
    node.required("numbers").forEach(number -> numbers.add(number.doubleValue()));
    var terms = Formula.parse("~" + text(node, "basis")).terms(List.of());
    if (terms.size() == 1 && terms.getFirst().factors().getFirst() instanceof Basis basis) {
      return new FittedFactor.Curved(basis, numbers);
    }
    throw new IllegalArgumentException("not a basis");
  }

  private static List<Integer> places(JsonNode array) {
    List<Integer> places = new ArrayList<>();
    array.forEach(node -> places.add(node.intValue()));
    return places;
  }

  private static String text(JsonNode node, String field) {
    return text(node.required(field));
  }

  private static String text(JsonNode node) {
    if (!node.isString()) {
      throw new IllegalArgumentException("not a text");
    }
    return node.stringValue();
  }

  private static List<String> texts(JsonNode array) {
    List<String> values = new ArrayList<>();
    array.forEach(node -> values.add(text(node)));
    return values;
  }
}
