package org.perrin.io.design;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Coefficients that vary by the levels of a factor, as fitted: {@code (1 + x | g)}.
 *
 * @param by the factor
 * @param intercept whether there is a column of ones, which comes first
 * @param terms whose columns have coefficients for each level
 * @param correlated whether the coefficients of a level may be correlated
 */
public record GroupTerm(
    Grouping by, boolean intercept, List<List<FittedFactor>> terms, boolean correlated) {
  /** The name of the column of ones. */
  public static final String ONE = "1";

  /** Copies the list; a single column has nothing to be correlated with. */
  public GroupTerm {
    terms = terms.stream().map(List::copyOf).toList();
    int width = (intercept ? 1 : 0) + terms.stream().mapToInt(t -> Encoding.names(t).size()).sum();
    correlated &= width > 1;
    if (width == 0) {
      throw new IllegalArgumentException("nothing varies by " + by.name());
    }
  }

  /** The names of its columns. */
  public List<String> columns() {
    return Stream.concat(
            intercept ? Stream.of(ONE) : Stream.empty(),
            terms.stream().flatMap(term -> Encoding.names(term).stream()))
        .toList();
  }

  /** k. */
  public int width() {
    return columns().size();
  }

  /** How many effects: levels times columns. */
  public int effects() {
    return Math.multiplyExact(by.count(), width());
  }

  /** Names of scales, one for each column: {@code sd(1 | g)}. */
  public List<String> scaleNames() {
    return columns().stream().map(c -> "sd(%s | %s)".formatted(c, by.name())).toList();
  }

  /** Names of correlations, each column with those before it: {@code cor(1, x | g)}. */
  public List<String> correlationNames() {
    List<String> columns = columns();
    return IntStream.range(0, correlated ? columns.size() : 0)
        .boxed()
        .flatMap(i -> columns.subList(0, i).stream().map(c -> correlation(c, columns.get(i))))
        .toList();
  }

  private String correlation(String first, String second) {
    return "cor(%s, %s | %s)".formatted(first, second, by.name());
  }

  /** Names of effects, level after level: {@code g[level]}, {@code g[level, x]}. */
  public List<String> effectNames() {
    List<String> columns = columns();
    List<String> names = new ArrayList<>();
    for (int j = 0; j < by.count(); j++) {
      for (String column : columns) {
        String of = column.equals(ONE) ? "" : ", " + column;
        names.add(by.name() + "[" + by.level(j) + of + "]");
      }
    }
    return names;
  }

  /** As it could be typed. */
  public String text() {
    List<String> parts = new ArrayList<>(List.of(intercept ? ONE : "0"));
    terms.forEach(term -> parts.add(text(term)));
    boolean apart = !correlated && width() > 1;
    return "(%s %s %s)".formatted(String.join(" + ", parts), apart ? "||" : "|", by.text());
  }

  private static String text(List<FittedFactor> term) {
    return term.stream()
        .map(part -> part instanceof FittedFactor.Levels l ? l.column() : part.names().getFirst())
        .collect(Collectors.joining(":"));
  }
}
