package org.perrin.cli.fit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.perrin.io.MessageText;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.FittedFactor;
import org.perrin.io.design.Response;

/** What was fitted, in words: the formula, and what its levels are compared with. */
public final class DesignText {
  private static final int MOST_TERMS = 20;

  private DesignText() {}

  /** As it could be typed; the middle of a long one is left out. */
  public static String formula(Encoding encoding) {
    List<String> terms = new ArrayList<>();
    if (!encoding.intercept()) {
      terms.add("0");
    }
    encoding.terms().forEach(term -> terms.add(term(term)));
    if (terms.size() > MOST_TERMS) {
      String others = "… (%s more)".formatted(MessageText.count(terms.size() - MOST_TERMS));
      terms.subList(MOST_TERMS - 1, terms.size() - 1).clear();
      terms.add(MOST_TERMS - 1, others);
    }
    if (encoding.offset() != null) {
      terms.add("offset(" + encoding.offset().text() + ")");
    }
    encoding.groups().forEach(group -> terms.add(group.text()));
    String right = terms.isEmpty() ? "1" : String.join(" + ", terms);
    return MessageText.line(encoding.response().left() + " ~ " + right);
  }

  /** Those of other parameters. */
  public static List<String> further(Encoding encoding) {
    return encoding.further().stream()
        .map(
            one ->
                one.parameter()
                    + formula(one.predictor()).substring(encoding.response().left().length()))
        .toList();
  }

  private static String term(List<FittedFactor> parts) {
    return parts.stream()
        .map(part -> part instanceof FittedFactor.Levels l ? l.column() : part.names().getFirst())
        .collect(Collectors.joining(":"));
  }

  /** The classes of the target from the least to the most, or null if they have no order. */
  public static String order(Encoding encoding) {
    return encoding.response() instanceof Response.Classes(String name, var levels, boolean ordered)
            && ordered
        ? MessageText.line("%s: %s".formatted(name, String.join(" < ", levels)))
        : null;
  }

  /** The levels that have no coefficient, as {@code column = level}. */
  public static List<String> references(Encoding encoding) {
    Stream<String> target =
        encoding.response() instanceof Response.Classes classes && !classes.ordered()
            ? Stream.of(pair(classes.name(), classes.levels().getFirst()))
            : Stream.empty();
    Stream<String> features =
        Stream.concat(
                Stream.of(encoding), encoding.further().stream().map(Encoding.Further::predictor))
            .flatMap(one -> one.terms().stream())
            .flatMap(List::stream)
            .filter(part -> part instanceof FittedFactor.Levels levels && !levels.full())
            .map(part -> (FittedFactor.Levels) part)
            .map(levels -> pair(levels.column(), levels.levels().getFirst()));
    return Stream.concat(target, features).distinct().toList();
  }

  private static String pair(String column, String level) {
    return MessageText.line(column + " = " + level);
  }

  /** Which value of the target is modelled, or null where that is not a question. */
  public static String modelled(Encoding encoding) {
    return encoding.response() instanceof Response.Binary(String name, String one, var others)
        ? MessageText.line("%s = %s, against %s".formatted(name, one, String.join(", ", others)))
        : null;
  }
}
