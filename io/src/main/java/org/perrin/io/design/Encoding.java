package org.perrin.io.design;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.perrin.io.formula.Expr;
import org.perrin.io.table.Spelling;
import org.perrin.io.table.Table;

/**
 * How rows of a table become rows of a design, as it was fitted: applied to another table it gives
 * the same columns in the same order, which is what predictions need.
 *
 * @param response what is modelled
 * @param intercept whether a column of ones comes first
 * @param terms products of parts; most have one
 * @param weights the column of weights, or null
 * @param offset what is added to the predictor, or null
 * @param groups what varies by groups
 * @param dropped the places of columns that are left out, as others determine them
 * @param spellings how those columns were read that are not numbers as programs write them: another
 *     table must be read likewise
 * @param further predictors of other parameters, whose columns come after these
 */
public record Encoding(
    Response response,
    boolean intercept,
    List<List<FittedFactor>> terms,
    @Nullable String weights,
    @Nullable Expr offset,
    List<GroupTerm> groups,
    List<Integer> dropped,
    Map<String, Spelling> spellings,
    List<Further> further) {
  /** The name of the column of ones. */
  public static final String INTERCEPT = "(Intercept)";

  /** Copies the lists. */
  public Encoding {
    terms = terms.stream().map(List::copyOf).toList();
    groups = List.copyOf(groups);
    dropped = List.copyOf(dropped);
    spellings = Map.copyOf(spellings);
    further = List.copyOf(further);
  }

  /**
   * The predictor of a parameter beside the first.
   *
   * @param parameter its name
   * @param predictor whose terms are its own, and nothing else
   */
  public record Further(String parameter, Encoding predictor) {
    List<String> names() {
      return predictor.names().stream().map(name -> parameter + ": " + name).toList();
    }
  }

  /** Of columns all of which are used, and whose spelling is not known. */
  public Encoding(
      Response response,
      boolean intercept,
      List<List<FittedFactor>> terms,
      String weights,
      Expr offset,
      List<GroupTerm> groups) {
    this(response, intercept, terms, weights, offset, groups, List.of(), Map.of(), List.of());
  }

  /** The same for columns that are read so. */
  Encoding spelled(Map<String, Spelling> all) {
    return new Encoding(response, intercept, terms, weights, offset, groups, dropped, all, further);
  }

  /** Without groups. */
  public Encoding(
      Response response,
      boolean intercept,
      List<List<FittedFactor>> terms,
      String weights,
      Expr offset) {
    this(response, intercept, terms, weights, offset, List.of());
  }

  /** Columns and groups, and nothing else. */
  static Encoding predictor(
      Response response,
      boolean intercept,
      List<List<FittedFactor>> terms,
      List<GroupTerm> groups,
      List<Integer> dropped) {
    return new Encoding(
        response, intercept, terms, null, null, groups, dropped, Map.of(), List.of());
  }

  /** The same with predictors of other parameters. */
  Encoding further(List<Further> all) {
    return new Encoding(
        response, intercept, terms, weights, offset, groups, dropped, spellings, all);
  }

  /** The same without weights, or without trials, so that the response is not known. */
  public Encoding unweighted() {
    Response seen =
        response instanceof Response.Share s ? new Response.Share(s.successes(), null) : response;
    return new Encoding(seen, intercept, terms, null, offset, groups, dropped, spellings, further);
  }

  /** The columns that say how often a row counts. */
  public Set<String> weighing() {
    if (response instanceof Response.Share share) {
      return share.trials() == null ? Set.of() : share.trials().columns();
    }
    return weights == null ? Set.of() : Set.of(weights);
  }

  /** How many of the design's columns belong to the first parameter, then to further ones. */
  public List<Integer> widths() {
    List<Integer> widths = new ArrayList<>(List.of(own().size()));
    further.forEach(one -> widths.add(one.names().size()));
    return widths;
  }

  /** The same without columns at these places, where none has been left out before. */
  Encoding without(List<Integer> places) {
    Encoding selected =
        new Encoding(
            response, intercept, terms, weights, offset, groups, places, spellings, further);
    List<int[]> kept = selected.kept();
    List<List<FittedFactor>> used = new ArrayList<>();
    List<Integer> moved = new ArrayList<>();
    int at = intercept ? 1 : 0;
    for (int t = 0; t < terms.size(); t++) {
      int first = at;
      int[] some = kept.get(t);
      if (some == null || some.length > 0) {
        used.add(terms.get(t));
        int width = names(terms.get(t)).size();
        IntStream.range(0, some == null ? 0 : width)
            .filter(k -> Arrays.binarySearch(some, k) < 0)
            .forEach(k -> moved.add(first + k));
        at += width;
      }
    }
    return new Encoding(
        response, intercept, used, weights, offset, groups, moved, spellings, further);
  }

  /** For each term its columns that are kept, null if all are. */
  List<int[]> kept() {
    Set<Integer> out = new HashSet<>(dropped);
    List<int[]> kept = new ArrayList<>();
    int at = intercept ? 1 : 0;
    for (List<FittedFactor> term : terms) {
      int first = at;
      int width = names(term).size();
      int[] some = IntStream.range(0, width).filter(k -> !out.contains(first + k)).toArray();
      kept.add(some.length == width ? null : some);
      at += width;
    }
    return kept;
  }

  /** The names of the design's columns. */
  public List<String> names() {
    List<String> names = new ArrayList<>(own());
    further.forEach(one -> names.addAll(one.names()));
    return names;
  }

  /** The names of the first parameter's columns. */
  private List<String> own() {
    List<String> names = new ArrayList<>();
    if (intercept) {
      names.add(INTERCEPT);
    }
    terms.forEach(term -> names.addAll(names(term)));
    Set<Integer> out = new HashSet<>(dropped);
    return IntStream.range(0, names.size())
        .filter(k -> !out.contains(k))
        .mapToObj(names::get)
        .toList();
  }

  /**
   * Columns whose coefficients share a scale.
   *
   * @param name of the term
   * @param columns their places in the design
   */
  public record Smoothed(String name, int[] columns) {}

  /** The smooths of all parameters, each with its columns but the line. */
  public List<Smoothed> smooths() {
    List<Smoothed> all = new ArrayList<>(ownSmooths());
    int at = own().size();
    for (Further one : further) {
      int first = at;
      for (Smoothed smooth : one.predictor().smooths()) {
        int[] moved = IntStream.of(smooth.columns()).map(k -> first + k).toArray();
        all.add(new Smoothed(one.parameter() + ": " + smooth.name(), moved));
      }
      at += one.names().size();
    }
    return all;
  }

  private List<Smoothed> ownSmooths() {
    List<String> names = own();
    return terms.stream()
        .flatMap(List::stream)
        .filter(part -> part instanceof FittedFactor.Curved curved && curved.basis().smooth())
        .map(
            part -> {
              List<String> bends = part.names().subList(1, part.names().size());
              int[] places = bends.stream().mapToInt(names::indexOf).filter(k -> k >= 0).toArray();
              return new Smoothed(part.names().getFirst(), places);
            })
        .filter(smoothed -> smoothed.columns().length > 0)
        .toList();
  }

  /** The names of a product: its first part varies fastest. */
  static List<String> names(List<FittedFactor> term) {
    List<String> names = List.of("");
    for (FittedFactor part : term) {
      List<String> longer = new ArrayList<>();
      for (String last : part.names()) {
        for (String before : names) {
          longer.add(before.isEmpty() ? last : before + ":" + last);
        }
      }
      names = longer;
    }
    return names;
  }

  /** The table's columns that features, weights, trials and offset need. */
  public Set<String> inputs() {
    Set<String> inputs = new LinkedHashSet<>();
    parts().forEach(part -> inputs.addAll(part.columns()));
    inputs.addAll(weighing());
    if (offset != null) {
      inputs.addAll(offset.columns());
    }
    allGroups().forEach(placed -> inputs.addAll(placed.term().by().columns()));
    return inputs;
  }

  /** The design of another table; the response is null if the table has none or not everywhere. */
  public Design apply(Table table, MissingPolicy missing) {
    return DesignBuilder.apply(table, this, missing);
  }

  /**
   * The design of those rows of another table that have all values, and no level that was not there
   * when the encoding was fitted (but new groups).
   */
  public CheckedDesign applyWhereKnown(Table table) {
    return DesignBuilder.applyWhereKnown(table, this);
  }

  /** This one and further ones. */
  Stream<Encoding> predictors() {
    return Stream.concat(Stream.of(this), further.stream().map(Further::predictor));
  }

  /** Of all terms, those that vary by groups too. */
  private Stream<FittedFactor> parts() {
    return predictors()
        .flatMap(
            one ->
                Stream.concat(
                    one.terms.stream(), one.groups.stream().flatMap(g -> g.terms().stream())))
        .flatMap(List::stream);
  }

  /**
   * A term that varies by groups, and the parameter whose predictor it belongs to.
   *
   * @param parameter its name, or null for the first
   */
  public record Placed(@Nullable String parameter, GroupTerm term) {
    /** What stands before the names of its parameters. */
    public String prefix() {
      return parameter == null ? "" : parameter + ": ";
    }
  }

  /** What varies by groups in all predictors. */
  public List<Placed> allGroups() {
    List<Placed> all = new ArrayList<>();
    groups.forEach(term -> all.add(new Placed(null, term)));
    for (Further one : further) {
      one.predictor().groups.forEach(term -> all.add(new Placed(one.parameter(), term)));
    }
    return all;
  }

  /** How many effects groups have in all. */
  public int effects() {
    return allGroups().stream().mapToInt(placed -> placed.term().effects()).sum();
  }

  /** Names of the effects of groups, term after term. */
  public List<String> effectNames() {
    List<String> names = new ArrayList<>();
    for (Placed placed : allGroups()) {
      placed.term().effectNames().forEach(name -> names.add(placed.prefix() + name));
    }
    return names;
  }

  /** The levels that must be known. */
  List<FittedFactor.Levels> factors() {
    return parts()
        .filter(FittedFactor.Levels.class::isInstance)
        .map(FittedFactor.Levels.class::cast)
        .distinct()
        .toList();
  }

  /** The columns whose levels have coefficients. */
  public Set<String> coded() {
    return factors().stream()
        .map(FittedFactor.Levels::column)
        .collect(java.util.stream.Collectors.toCollection(LinkedHashSet::new));
  }

  /** Pairs of columns that stand together in a term of any parameter, each pair once. */
  public List<List<String>> crossed() {
    Set<List<String>> pairs = new LinkedHashSet<>();
    for (List<FittedFactor> term : predictors().flatMap(one -> one.terms.stream()).toList()) {
      List<String> columns =
          term.stream().flatMap(part -> part.columns().stream().sorted()).distinct().toList();
      for (int i = 0; i < columns.size(); i++) {
        for (int j = i + 1; j < columns.size(); j++) {
          List<String> pair = List.of(columns.get(i), columns.get(j));
          if (!pairs.contains(pair.reversed())) {
            pairs.add(pair);
          }
        }
      }
    }
    return List.copyOf(pairs);
  }

  /** The levels of each column that is a factor or a group. */
  public Map<String, List<String>> levels() {
    Stream<FittedFactor.Levels> groups =
        allGroups().stream().flatMap(placed -> placed.term().by().factors().stream());
    Map<String, List<String>> levels = new HashMap<>();
    Stream.concat(factors().stream(), groups)
        .forEach(factor -> levels.putIfAbsent(factor.column(), factor.levels()));
    return levels;
  }

  /** As JSON. */
  public String toJson() {
    return EncodingJson.write(this).toString();
  }

  /** From the text that {@link #toJson()} wrote. */
  public static Encoding fromJson(String json) {
    return EncodingJson.parse(json);
  }
}
