package org.perrin.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Effects of a {@link MixedModel} that have unknown scales in common: those of one term, {@code bⱼ
 * = A zⱼ} for every level j, or the coefficients of one smooth, each of which counts as a level of
 * width 1. A is lower triangular and a function of a few places in θ: k log standard deviations,
 * then correlations. For a smooth {@code A = e^h}; its units belong to the columns.
 */
public final class ScaledEffects {
  private final MixedLayout layout;
  private final int term;
  private final boolean smooth;
  private final int width;
  private final int[] places;
  private final int[] scales;

  private ScaledEffects(MixedLayout layout, int index, boolean smooth) {
    this.layout = layout;
    this.term = index;
    this.smooth = smooth;
    if (smooth) {
      this.width = 1;
      this.places = layout.smooths().get(index).columns();
      this.scales = new int[] {layout.smoothScale(index)};
    } else {
      Varying varying = layout.terms().get(index);
      int first = layout.effects(index);
      int from = layout.scales(index);
      int k = varying.width();
      this.width = k;
      this.places = IntStream.range(0, varying.levels()).map(j -> first + j * k).toArray();
      this.scales = IntStream.range(from, from + k + varying.correlations()).toArray();
    }
  }

  /** Those of all smooths, then those of all terms. */
  public static List<ScaledEffects> of(MixedLayout layout) {
    List<ScaledEffects> all = new ArrayList<>();
    for (int b = 0; b < layout.smooths().size(); b++) {
      all.add(new ScaledEffects(layout, b, true));
    }
    for (int g = 0; g < layout.terms().size(); g++) {
      all.add(new ScaledEffects(layout, g, false));
    }
    return List.copyOf(all);
  }

  /** k. */
  public int width() {
    return width;
  }

  /** J. */
  public int levels() {
    return places.length;
  }

  /** The place of the first z of a level; its others come behind it. */
  public int place(int level) {
    return places[level];
  }

  /** Places in θ that A depends on. */
  public int[] scales() {
    return scales.clone();
  }

  /** Whether these are the coefficients of a smooth, which rows see together. */
  public boolean smooth() {
    return smooth;
  }

  /** Row of A that changes with {@code scales()[q]}: no other one does. */
  public int row(int q) {
    int i = q;
    if (q >= width) {
      i = 1;
      while (Correlation.place(i + 1, 0) <= q - width) {
        i++;
      }
    }
    return i;
  }

  /** The other column of the q-th place, a correlation's; its own for a standard deviation's. */
  public int column(int q) {
    return q < width ? q : q - width - Correlation.place(row(q), 0);
  }

  /** A, k × k. */
  public void factor(double[] theta, double[] out) {
    if (smooth) {
      out[0] = MixedLayout.sd(theta[scales[0]]);
    } else {
      layout.factor(theta, term, out);
    }
  }

  /** {@code ∂A/∂θ} by {@code scales()[q]}, k × k. */
  public void derivative(double[] theta, int q, double[] out) {
    int i = row(q);
    if (q < width) {
      factor(theta, out);
      for (int c = 0; c < width; c++) {
        if (c != i) {
          Arrays.fill(out, c * width, (c + 1) * width, 0);
        }
      }
      return;
    }
    Arrays.fill(out, 0, width * width, 0);
    double sd = MixedLayout.sd(theta[scales[i]]);
    for (int l = 0; l <= i; l++) {
      out[i * width + l] = sd * Correlation.derivative(theta, scales[width], i, l, column(q), -1);
    }
  }
}
