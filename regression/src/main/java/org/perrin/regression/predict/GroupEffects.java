package org.perrin.regression.predict;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.perrin.io.design.Encoding;
import org.perrin.io.design.GroupRows;
import org.perrin.model.MixedLayout;
import org.perrin.model.Varying;
import org.perrin.regression.model.ModelChoice;
import org.perrin.regression.parameters.CorrelationFactor;
import org.perrin.regression.parameters.VaryingLayout;

/**
 * What groups add to predictors under draws of the user's parameters: a level that was there has
 * its effects, a new one effects that are normal with the scales and correlations of the draw.
 */
public final class GroupEffects {
  private final MixedLayout layout;
  private final int[] predictor;

  private GroupEffects(MixedLayout layout, int... predictor) {
    this.layout = layout;
    this.predictor = predictor;
  }

  /** Of a design with so many columns. */
  public static GroupEffects of(ModelChoice regression, Encoding encoding, int columns) {
    int shared = columns + regression.shared().size() + encoding.smooths().size();
    var layout = VaryingLayout.of(shared, encoding, regression);
    int[] source = regression.predictors(columns).source();
    int[] predictor = layout.terms().stream().mapToInt(term -> source[term.predictor()]).toArray();
    return new GroupEffects(layout, predictor);
  }

  /** Of a design without groups. */
  static GroupEffects none() {
    return new GroupEffects(MixedLayout.of(0, List.of()));
  }

  /** How many numbers a new level has, over all terms. */
  int width() {
    return layout.terms().stream().mapToInt(Varying::width).sum();
  }

  /** The effects of a new level in every term, from standard normal numbers. */
  double[] fresh(double[] draw, double[] normal) {
    double[] fresh = new double[normal.length];
    int at = 0;
    for (int g = 0; g < layout.terms().size(); g++) {
      Varying term = layout.terms().get(g);
      int k = term.width();
      double[] factor =
          term.correlated()
              ? CorrelationFactor.of(k, draw, layout.correlations(g))
              : CorrelationFactor.none(k);
      for (int c = 0; c < k; c++) {
        for (int l = 0; l <= c; l++) {
          fresh[at + c] += factor[c * k + l] * normal[at + l];
        }
        fresh[at + c] *= draw[layout.scales(g) + c];
      }
      at += k;
    }
    return fresh;
  }

  /**
   * What a row's levels add to the predictor of a span.
   *
   * @param fresh effects of new levels; null where all are known
   */
  public double of(
      int span, double[] draw, double @Nullable [] fresh, List<GroupRows> rows, int row) {
    double sum = 0;
    int at = 0;
    for (int g = 0; g < predictor.length; g++) {
      int k = layout.terms().get(g).width();
      if (predictor[g] == span) {
        int level = rows.get(g).level()[row];
        double[] from = level < 0 ? fresh : draw;
        int first = level < 0 ? at : layout.effect(g, level, 0);
        for (int c = 0; c < k; c++) {
          double[] values = rows.get(g).values().get(c);
          sum += from[first + c] * (values == null ? 1 : values[row]);
        }
      }
      at += k;
    }
    return sum;
  }
}
