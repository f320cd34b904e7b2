package org.perrin.io;

import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Records as JSON and back: texts, numbers, enums in lower case, records and lists of them. What is
 * null or empty, and a number that is not finite, is left out, and comes back as null or NaN; one
 * text where a list is expected is a list of one. A data binder does more, and takes a tenth of a
 * second to begin.
 */
public final class RecordJson {
  private RecordJson() {}

  /** The record as a tree. */
  public static ObjectNode write(Record value) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    for (RecordComponent component : value.getClass().getRecordComponents()) {
      JsonNode part = tree(part(value, component));
      if (part != null) {
        node.set(component.getName(), part);
      }
    }
    return node;
  }

  private static Object part(Record value, RecordComponent component) {
    try {
      component.getAccessor().trySetAccessible();
      return component.getAccessor().invoke(value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static @Nullable JsonNode tree(@Nullable Object value) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    return switch (value) {
      case null -> null;
      case Record nested -> write(nested);
      case List<?> list -> {
        ArrayNode array = nodes.arrayNode();
        list.forEach(item -> array.add(tree(item)));
        yield array;
      }
      case Map<?, ?> map when map.isEmpty() -> null;
      case Enum<?> word -> nodes.stringNode(word(word));
      case Double number -> Double.isFinite(number) ? nodes.numberNode(number) : null;
      case OptionalDouble number -> number.isPresent() ? tree(number.getAsDouble()) : null;
      case Optional<?> some -> tree(some.orElse(null));
      case OptionalInt number -> number.isPresent() ? tree(number.getAsInt()) : null;
      case Integer number -> nodes.numberNode(number);
      case Long number -> nodes.numberNode(number);
      case Boolean flag -> nodes.booleanNode(flag);
      case String text -> nodes.stringNode(text);
      case Character one -> nodes.stringNode(one.toString());
      default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
    };
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The record that a tree holds.
   *
   * @throws IllegalArgumentException if it holds none
   */
  public static <T extends Record> T read(Class<T> type, JsonNode node) {
    if (!node.isObject()) {
      throw new IllegalArgumentException("an object was expected");
    }
    RecordComponent[] components = type.getRecordComponents();
    Object[] values = new Object[components.length];
    for (int k = 0; k < values.length; k++) {
      String name = components[k].getName();
      values[k] = value(components[k].getGenericType(), node.path(name), name);
    }
    try {
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      Constructor<T> constructor = type.getDeclaredConstructor(types);
      constructor.trySetAccessible();
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static @Nullable Object value(Type type, JsonNode node, String name) {
    if (type instanceof ParameterizedType generic) {
      return generic(generic, node, name);
    }
    Class<?> plain = (Class<?>) type;
    boolean given = !node.isMissingNode() && !node.isNull();
    if (plain == OptionalDouble.class) {
      return given
          ? OptionalDouble.of((Double) one(Double.class, node, name))
          : OptionalDouble.empty();
    }
    if (plain == OptionalInt.class) {
      return given ? OptionalInt.of((Integer) one(Integer.class, node, name)) : OptionalInt.empty();
    }
    if (!given) {
      if (plain == double.class) {
        return Double.NaN;
      }
      if (plain.isPrimitive()) {
        throw new IllegalArgumentException(name + " is missing");
      }
      return null;
    }
    return one(plain, node, name);
  }

  private static @Nullable Object generic(ParameterizedType type, JsonNode node, String name) {
    if (type.getRawType() == Map.class) {
      return Map.of();
    }
    if (type.getRawType() == Optional.class) {
      Class<?> of = (Class<?>) type.getActualTypeArguments()[0];
      return Optional.ofNullable(value(of, node, name));
    }
    if (node.isMissingNode() || node.isNull()) {
      return null;
    }
    Class<?> of = (Class<?>) type.getActualTypeArguments()[0];
    List<Object> list = new ArrayList<>();
    for (JsonNode item : node.isArray() ? node : List.of(node)) {
      list.add(one(of, item, name));
    }
    return list;
  }

  private static Object one(Class<?> type, JsonNode node, String name) {
    if (type == int.class || type == Integer.class) {
      return whole(node.canConvertToInt(), node, name).intValue();
    }
    if (type == long.class || type == Long.class) {
      return whole(node.canConvertToLong(), node, name).longValue();
    }
    if (node.isNumber() && (type == double.class || type == Double.class)) {
      return node.doubleValue();
    }
    if (node.isBoolean() && (type == boolean.class || type == Boolean.class)) {
      return node.booleanValue();
    }
    if (node.isString() && type == String.class) {
      return node.stringValue();
    }
    if (node.isString() && type == Character.class && node.stringValue().length() == 1) {
      return node.stringValue().charAt(0);
    }
    if (node.isString() && type.isEnum()) {
      for (Object constant : type.getEnumConstants()) {
        if (word((Enum<?>) constant).equals(node.stringValue())) {
          return constant;
        }
      }
    }
    if (type.isRecord()) {
      return read(type.asSubclass(Record.class), node);
    }
    throw new IllegalArgumentException("%s cannot be %s".formatted(name, node));
  }

  private static Number whole(boolean fits, JsonNode node, String name) {
    if (!fits || !node.isIntegralNumber()) {
      throw new IllegalArgumentException("%s cannot be %s".formatted(name, node));
    }
    return node.numberValue();
  }
}
