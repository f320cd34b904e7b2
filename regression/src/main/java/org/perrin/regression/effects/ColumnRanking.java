package org.perrin.regression.effects;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.perrin.data.Rows;
import org.perrin.io.design.OwnTerms;
import org.perrin.io.table.Table;
import org.perrin.regression.predict.DrawPredictor;

/**
 * Columns in the order of how much they move predictors: by the standard deviation over rows of
 * what their own columns of the design add at the mean of the draws, the largest of all predictors.
 * Columns that stand beside others in a term, in the offset or in groups come first. O(N d).
 */
final class ColumnRanking {
  private ColumnRanking() {}

  static List<String> of(FittedModel model, Table table, List<String> columns) {
    Map<String, OwnTerms> own = OwnTerms.of(model.encoding());
    DrawPredictor centre = model.by(Expansion.of(model.draws(), 0).points());
    List<OwnTerms> terms = columns.stream().filter(own::containsKey).map(own::get).toList();
    double[] spreads = spreads(model.design(table).data().x(), terms, centre);
    Map<String, Double> found = new HashMap<>();
    for (int k = 0; k < spreads.length; k++) {
      found.put(terms.get(k).column(), spreads[k]);
    }
    List<String> ranked = new ArrayList<>(columns);
    ranked.sort(
        Comparator.comparingDouble(name -> -found.getOrDefault(name, Double.POSITIVE_INFINITY)));
    return ranked;
  }

  private static double[] spreads(Rows x, List<OwnTerms> terms, DrawPredictor by) {
    int[][] places = terms.stream().map(OwnTerms::places).toArray(int[][]::new);
    double[] spreads = new double[places.length];
    for (int v = 0; v < by.predictors(); v++) {
      double[] coefficients = new double[x.width()];
      int vector = v;
      Arrays.setAll(coefficients, k -> by.coefficient(0, vector, k));
      double[] variances = variances(x, places, coefficients);
      Arrays.setAll(spreads, k -> Math.max(spreads[k], Math.sqrt(Math.max(0, variances[k]))));
    }
    return spreads;
  }

  private static double[] variances(Rows x, int[][] places, double[] coefficients) {
    double[] sum = new double[places.length];
    double[] square = new double[places.length];
    double[] row = new double[x.width()];
    int count = x.count();
    for (int i = 0; i < count; i++) {
      x.copy(i, row);
      for (int k = 0; k < places.length; k++) {
        double share = 0;
        for (int place : places[k]) {
          share += row[place] * coefficients[place];
        }
        sum[k] += share;
        square[k] += share * share;
      }
    }
    Arrays.setAll(square, k -> square[k] / count - (sum[k] / count) * (sum[k] / count));
    return square;
  }
}
