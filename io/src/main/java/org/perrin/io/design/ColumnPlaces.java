package org.perrin.io.design;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Which columns of a design are made of a column of the table. */
public final class ColumnPlaces {
  private ColumnPlaces() {}

  /**
   * The places of the design's columns that are made of one column of the table alone; null if that
   * stands beside others in a term, in the offset, or in what varies by groups.
   */
  public static int @Nullable [] of(Encoding encoding, String column) {
    List<Integer> places = new ArrayList<>();
    int at = 0;
    for (Encoding one : encoding.predictors().toList()) {
      at += one.intercept() ? 1 : 0;
      List<int[]> kept = one.kept();
      for (int t = 0; t < kept.size(); t++) {
        List<FittedFactor> term = one.terms().get(t);
        int[] some = kept.get(t);
        int end = at + (some == null ? Encoding.names(term).size() : some.length);
        if (uses(term, column)) {
          if (!term.stream().allMatch(part -> part.columns().equals(Set.of(column)))) {
            return null;
          }
          IntStream.range(at, end).forEach(places::add);
        }
        at = end;
      }
    }
    boolean elsewhere =
        encoding.offset() != null && encoding.offset().columns().contains(column)
            || encoding.allGroups().stream().anyMatch(placed -> uses(placed.term(), column));
    return elsewhere || at != encoding.names().size()
        ? null
        : places.stream().mapToInt(k -> k).toArray();
  }

  private static boolean uses(GroupTerm group, String column) {
    return group.by().columns().contains(column)
        || group.terms().stream().anyMatch(term -> uses(term, column));
  }

  private static boolean uses(List<FittedFactor> term, String column) {
    return term.stream().anyMatch(part -> part.columns().contains(column));
  }
}
