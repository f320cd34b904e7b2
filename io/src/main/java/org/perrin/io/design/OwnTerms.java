package org.perrin.io.design;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.perrin.io.table.Table;

/**
 * The columns of a design that are made of one column of the table alone. They are encoded without
 * looking at the others, so that all columns of a table cost together as much as its design.
 *
 * @param column of the table
 * @param places of the columns in the whole design
 * @param encoding of these columns and no others, in this order
 */
public record OwnTerms(String column, int[] places, Encoding encoding) {
  /**
   * Of each column that has terms of its own, and stands neither beside others in a term, nor in
   * the offset, nor in what varies by groups.
   */
  public static Map<String, OwnTerms> of(Encoding encoding) {
    Map<String, Builder> own = new HashMap<>();
    Set<String> shared = new HashSet<>();
    if (encoding.offset() != null) {
      shared.addAll(encoding.offset().columns());
    }
    encoding.allGroups().forEach(placed -> addAll(placed.term(), shared));
    List<Encoding> predictors = encoding.predictors().toList();
    int at = 0;
    for (int p = 0; p < predictors.size(); p++) {
      Encoding one = predictors.get(p);
      at += one.intercept() ? 1 : 0;
      List<int[]> kept = one.kept();
      for (int t = 0; t < kept.size(); t++) {
        List<FittedFactor> term = one.terms().get(t);
        Set<String> columns = columns(term);
        int width = Encoding.names(term).size();
        int[] some = kept.get(t) == null ? IntStream.range(0, width).toArray() : kept.get(t);
        if (columns.size() == 1) {
          own.computeIfAbsent(columns.iterator().next(), _ -> new Builder(predictors.size()))
              .add(p, term, width, some, at);
        } else {
          shared.addAll(columns);
        }
        at += some.length;
      }
    }
    Map<String, OwnTerms> all = new HashMap<>();
    if (at == encoding.names().size()) {
      own.keySet().removeAll(shared);
      Response response = encoding.unweighted().response();
      own.forEach(
          (name, builder) -> all.put(name, builder.build(name, response, encoding.further())));
    }
    return all;
  }

  private static void addAll(GroupTerm group, Set<String> shared) {
    shared.addAll(group.by().columns());
    group.terms().forEach(term -> shared.addAll(columns(term)));
  }

  private static Set<String> columns(List<FittedFactor> term) {
    Set<String> columns = new HashSet<>();
    term.forEach(part -> columns.addAll(part.columns()));
    return columns;
  }

  /** For each row of a table that has values of the column what stands at these places. */
  public double[][] values(Table table) {
    Table own = Table.of(table.source(), List.of(table.column(column)));
    var x = encoding.apply(own, MissingPolicy.ERROR).data().x();
    double[][] values = new double[x.count()][x.width()];
    for (int i = 0; i < values.length; i++) {
      x.copy(i, values[i]);
    }
    return values;
  }

  /** The terms of a column, as they are found. */
  private static final class Builder {
    private final List<List<List<FittedFactor>>> terms = new ArrayList<>();
    private final List<List<Integer>> dropped = new ArrayList<>();
    private final int[] widths;
    private final List<Integer> places = new ArrayList<>();

    Builder(int predictors) {
      this.widths = new int[predictors];
      for (int p = 0; p < predictors; p++) {
        terms.add(new ArrayList<>());
        dropped.add(new ArrayList<>());
      }
    }

    /**
     * A term of the p-th predictor, of whose columns some are kept, in the design from there on.
     */
    void add(int p, List<FittedFactor> term, int width, int[] some, int at) {
      terms.get(p).add(term);
      boolean[] kept = new boolean[width];
      for (int k = 0; k < some.length; k++) {
        kept[some[k]] = true;
        places.add(at + k);
      }
      for (int k = 0; k < width; k++) {
        if (!kept[k]) {
          dropped.get(p).add(widths[p] + k);
        }
      }
      widths[p] += width;
    }

    OwnTerms build(String column, Response response, List<Encoding.Further> parameters) {
      Encoding first = predictor(response, 0);
      List<Encoding.Further> further = new ArrayList<>();
      for (int p = 1; p < widths.length; p++) {
        String parameter = parameters.get(p - 1).parameter();
        further.add(new Encoding.Further(parameter, predictor(response, p)));
      }
      int[] all = places.stream().mapToInt(k -> k).toArray();
      return new OwnTerms(column, all, first.further(further));
    }

    private Encoding predictor(Response response, int p) {
      return Encoding.predictor(response, false, terms.get(p), List.of(), dropped.get(p));
    }
  }
}
